// `add`: new items.

import ArgumentParsing
import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Adds items, all of them or none, and says what they have become.
struct AddCommand {
  let repository: any ItemRepository
  let output: Output
  let input: any ByteSource
  let calendar: LocalCalendar
  let format: OutputFormat?
  /// The list for items of which none is said.
  let defaultList: String

  init(_ invocation: Invocation) {
    repository = invocation.repository
    output = invocation.output
    input = invocation.input
    calendar = invocation.calendar
    format = invocation.format
    defaultList = invocation.settings[.list]?.text ?? Item.defaultList
  }

  /// Adds what the words describe.
  func run(_ arguments: ParsedArguments) async throws -> ExitCode {
    let drafts = try drafts(arguments)
    let items = try await repository.write { transaction throws(StorageError) in
      var items: [Item] = []
      for draft in drafts { items.append(try transaction.add(draft)) }
      return items
    }
    let printer = ItemPrinter(output: output, calendar: calendar, format: format)
    if try printer.printData(items) { return .success }
    for item in items { try output.report("Added \(ItemPhrase.text(of: item, calendar))") }
    return .success
  }

  private func drafts(_ arguments: ParsedArguments) throws -> [ItemDraft] {
    var words = try AddWords(arguments, calendar: calendar, defaultList: defaultList)
    if words.readsTitles {
      guard arguments[Keys.notes] != "-" else {
        throw arguments.failure("Titles and notes cannot both be read from standard input.")
      }
      words.titles += try titles()
    }
    guard !words.titles.isEmpty else { throw arguments.missing(Keys.titles) }
    if words.titles.count > 1, arguments.isGiven(Keys.id) {
      throw arguments.failure("'--id' names one item, but \(words.titles.count) titles were given.")
    }
    var pattern = words.pattern
    if let notes = arguments[Keys.notes] { pattern.notes = try NotesText.read(notes, from: input) }
    pattern.id = arguments[Keys.id]
    return words.titles.map { title in
      var draft = pattern
      draft.title = title
      return draft
    }
  }

  /// The lines of standard input that are not empty.
  private func titles() throws -> [String] {
    let bytes = try input.readAll(limit: 16 << 20, of: "Standard input")
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.badData, "Standard input is not valid UTF-8; nothing was added.")
    }
    return text.split(whereSeparator: \.isNewline).map(String.init)
  }
}

extension AddCommand {
  /// The words that `add` understands.
  enum Keys {
    static let titles = Argument<[String]>(
      "title",
      help: "A title, or one of +TAG, !PRIORITY, due:DATE, list:LIST, attr.KEY=VALUE; "
        + "'-' reads titles from standard input, one a line. Each title is an item of its own.",
      completion: .words(.additions)
    )
    static let notes = Option<String?>(
      "notes",
      short: "n",
      valueName: "text",
      help: "Notes; '-' reads them from standard input."
    )
    static let due = Option<String?>(
      "due",
      short: "d",
      valueName: "date",
      help: "When it is due, such as 'tomorrow 5pm'; see 'itemsctl help dates'.",
      completion: .words(.dates)
    )
    static let priority = Option<Priority?>("priority", short: "p", help: "How much it matters.")
    static let list = Option<String?>(
      "list",
      short: "l",
      help: "The list to file it in.",
      completion: .words(.lists)
    )
    static let tags = Option<[String]>(
      "tag",
      short: "t",
      help: "A tag; may be repeated.",
      completion: .words(.tags)
    )
    static let attributes = Option<[KeyValue]>(
      "attr",
      short: "a",
      valueName: "key=value",
      help: "An attribute; may be repeated."
    )
    static let id = Option<ItemID?>("id", valueName: "uuid", help: "The id to take.")
  }

  static let command = Command<CommandAction>(
    "add",
    abstract: "Add items.",
    examples: [
      Example(
        "itemsctl add \"Buy milk\" +shop !high due:tomorrow",
        "An item with a tag, a priority and a due date:"
      ),
      Example(
        "itemsctl add \"Call Grandma\" --due \"sun 3pm\" --list home",
        "The same by options:"
      ),
      Example("itemsctl add -- \"+1 for the idea\"", "Words behind '--' are titles as they are:"),
    ],
    arguments: [Keys.titles],
    options: [
      Keys.due, Keys.priority, Keys.list, Keys.tags, Keys.attributes, Keys.notes, Keys.id,
    ],
    action: CommandAction(.create) { try await AddCommand($0).run($0.arguments) }
  )
}
