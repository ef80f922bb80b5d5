// How a task comes again, as people and programs write it in columns: `weekly`, `every 2 weeks`, `FREQ=WEEKLY`,
// `RRULE:FREQ=WEEKLY`, and `every! 3 days`, which Todoist counts from the day on which the task is done.

import CommandKit
package import Phrases
package import Storage

/// A rule of a column.
package struct ColumnRule {
  private let phrase: RepeatPhrase
  /// A message where the rule is not counted from the day on which the task is done, although it says so.
  package let warning: String?

  /// Reads a rule; nil for a text that says that the task does not come again.
  ///
  /// With `isFromDone` it is counted from the day on which the task is done, although its words do not say so.
  package init?(
    _ text: String,
    _ calendar: LocalCalendar,
    isFromDone: Bool = false
  ) throws(RecordError) {
    var words = ColumnRule.plain(text)
    if ["", "none", "never", "no", "false", "0"].contains(words) { return nil }
    let isMarked = words.hasPrefix("every!")
    if isMarked { words = "every" + words.dropFirst(6) }
    let planned = try ColumnRule.phrase(words, calendar)
    guard isMarked || isFromDone, planned.origin == .due else {
      phrase = planned
      warning = nil
      return
    }
    let canCountFromDone = (try? planned.rule.checkCountsFromDone()) != nil
    phrase = canCountFromDone ? RepeatPhrase(rule: planned.rule, origin: .done) : planned
    warning =
      canCountFromDone
      ? nil
      : "\"\(text.visible)\" is counted from the due date: a rule with days cannot be "
        + "counted from the day on which the task is done"
  }

  /// Gives a record the rule, counted from its dates.
  package func set(in record: inout ItemJSON.Record, _ calendar: LocalCalendar) throws(RecordError)
  {
    do throws(StorageError) {
      record.draft.repeat = try phrase.counted(from: record.draft.values, calendar)
    } catch {
      throw RecordError(error.message)
    }
    // Without a date the store makes one of the rule.
    guard record.draft.due != nil || record.draft.start != nil else { return }
    record.draft.values.settleOccurrence(since: nil)
  }

  private static func phrase(
    _ words: String,
    _ calendar: LocalCalendar
  ) throws(RecordError) -> RepeatPhrase {
    do throws(DatePhraseError) {
      return try RepeatPhrase(words, calendar: calendar)
    } catch {
      throw RecordError("the rule is not understood: \(error.message)")
    }
  }

  /// The text with the words that the parser of rules knows; a rule of RFC 5545 stays as it is.
  private static func plain(_ text: String) -> String {
    let text = text.trimmed
    guard !text.contains("=") else {
      return text.last == ";" ? String(text.dropLast()) : text
    }
    let words = text.lowercased()
    if let usual = usual[words] { return usual }
    // `2 weeks` is no phrase, because somebody could mean a date; in a column of rules it is clear.
    return words.first?.isNumber == true && !words.contains("after") ? "every \(words)" : words
  }

  private static let usual = [
    "biweekly": "every 2 weeks", "bi-weekly": "every 2 weeks", "annual": "yearly",
    "day": "daily", "week": "weekly", "month": "monthly", "year": "yearly",
    "every workday": "every weekday", "workdays": "every weekday",
  ]
}
