import ArgumentParsing
import Storage

/// Options for the parts of an item.
enum ItemKeys {
  static let due = Option<String?>(
    "due",
    short: "d",
    valueName: "date",
    help: "When it is due, such as 'tomorrow 5pm', or 'none'; see 'itemsctl help dates'.",
    completion: .words(.dueDates)
  )
  static let priority = Option<Priority?>("priority", short: "p", help: "How much it matters.")
  static let list = Option<ListName?>(
    "list",
    short: "l",
    help: "The list to file it in.",
    completion: .words(.lists)
  )
  static let tags = Option<[TagName]>(
    "tag",
    short: "t",
    help: "A tag to add; may be repeated.",
    completion: .words(.tags)
  )
  static let attributes = Option<[KeyValue]>(
    "attr",
    short: "a",
    valueName: "key=value",
    help: "An attribute; 'KEY=' without a value means none. May be repeated."
  )
  static let notes = Option<String?>(
    "notes",
    short: "n",
    valueName: "text",
    help: "Notes; '-' reads them from standard input."
  )

  /// The date that a phrase names for something to be due, or none at all.
  static func due(
    _ phrase: String,
    _ calendar: LocalCalendar
  ) throws(DatePhraseError) -> Date? {
    phrase == "none" ? nil : try DatePhrase.due(phrase, calendar: calendar)
  }
}

extension ParsedArguments {
  /// The date of `--due`: the outer nil where it was not given, the inner one for `none`.
  func due(_ calendar: LocalCalendar) throws(UsageError) -> Date?? {
    guard let phrase = self[ItemKeys.due] else { return nil }
    do throws(DatePhraseError) {
      return .some(try ItemKeys.due(phrase, calendar))
    } catch {
      throw invalidValue(phrase, for: ItemKeys.due, reason: error.message)
    }
  }
}
