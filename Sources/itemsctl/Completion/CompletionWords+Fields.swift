// Words that have a meaning of their own: conditions, values of fields, keys to sort by.

import ArgumentParsing
import CommandKit
import Phrases
import Storage

extension CompletionWords {
  /// What can stand behind other words of a filter.
  func conditions(_ typed: String, behind words: [String] = []) async -> [Candidate] {
    for mark in ["+", "-"] where typed.hasPrefix(mark) { return await tags().prefixed(mark) }
    for part in ItemPart.filterKeys {
      for sign in part.isRanked ? [":", ">=", "<="] : [":"] {
        let start = part.typedName + sign
        guard typed.hasPrefix(start) else { continue }
        let value = String(typed.dropFirst(start.count))
        // A filter asks whether items come again, not by which rule.
        let values = part.form == .rule ? [Candidate("none")] : await values(of: part, value)
        return (values + (part.isOptional || part == .blockers ? [Candidate("any")] : [])).prefixed(
          start
        )
      }
    }
    let below = "\(FilterTerm.belowKey):"
    if typed.hasPrefix(below) {
      return await items(String(typed.dropFirst(below.count))).prefixed(below)
    }
    let keys = ItemPart.filterKeys.compactMap { part -> Candidate? in
      guard case .key(_, let meaning?) = part.use.filtering else { return nil }
      return Candidate(part.typedName + ":", meaning)
    }
    let states = views.prefixed("\(FilterTerm.stateKey):")
    let others =
      states + [
        Candidate(below, "the items under an item, at any level"),
        Candidate(FilterTerm.attributePrefix, "by an attribute"),
        Candidate("not", "items that do not match"),
      ]
      // Only behind a condition there is something to choose from.
      + (words.last.map { FilterParser.isOperator($0) } == false ? [Candidate("or", "either")] : [])
    return keys + others + (typed.isEmpty ? await tags().prefixed("+") : [])
  }

  func additions(_ typed: String, _ parts: [ItemPart] = ItemPart.words) async -> [Candidate] {
    if parts.contains(.title), typed.hasPrefix("-") { return await tags().prefixed("-") }
    for part in parts {
      for start in [part.use.sign.map(String.init), part.typedName + ":"].compactMap({ $0 })
      where typed.hasPrefix(start) {
        return await values(of: part, String(typed.dropFirst(start.count))).prefixed(start)
      }
    }
    return parts.filter { $0.form != .names }.map {
      Candidate($0.typedName + ":", $0.use.meaning)
    } + [
      Candidate(FilterTerm.attributePrefix, "an attribute, as in attr.url=https://example.org")
    ]
  }

  /// The values of a part that are likely, and go on from what is typed.
  private func values(of part: ItemPart, _ typed: String) async -> [Candidate] {
    switch part.form {
    case .choice: part.allowedWords.map { Candidate($0) }
    case .time, .dayOrTime: Self.dates + (part.isOptional ? [Candidate("none")] : [])
    case .names: await tags()
    case .text where part.use.completion == .lists: await lists()
    case .rule: Self.rules
    case .id where part == .parent: await items(typed) + [Candidate("none")]
    case .ids: await items(typed) + [Candidate("none")]
    case .id, .number, .text, .nominalDate, .object: []
    }
  }

  static let rules = [
    "daily", "weekly", "monthly", "yearly", "every weekday", "every 2 weeks", "3 days after done",
    "none",
  ].map { Candidate($0) }

  private static let dates = [
    "today", "tomorrow", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    "sunday", "eow", "eom", "eoy",
  ].map { Candidate($0) }

  /// The views that everybody has, and one's own.
  var views: [Candidate] {
    (FilterView.builtIn + settings.viewNames.compactMap { settings.views.view(named: $0) })
      .map { Candidate($0.name, $0.meaning.visible) }
  }

  static let dueDates = dates + [Candidate("none", "no date")]

  /// Where items are placed in their list.
  static let places = [
    Candidate("first", "before all others"), Candidate("last", "behind all others"),
    Candidate("before", "before an item"), Candidate("after", "behind an item"),
  ]

  /// The keys behind the last comma, with or without a minus.
  static func sortKeys(_ typed: String) -> [Candidate] {
    let head = typed.lastIndex(of: ",").map { String(typed[...$0]) } ?? ""
    let minus = typed.dropFirst(head.count).hasPrefix("-") ? "-" : ""
    return SortKeys.names.map { Candidate(head + minus + $0) } + [
      Candidate(head + minus + FilterTerm.attributePrefix, "by an attribute")
    ]
  }
}

extension [CompletionQuery.Candidate] {
  func prefixed(_ prefix: String) -> Self {
    map { .init(prefix + $0.word, $0.explanation) }
  }
}
