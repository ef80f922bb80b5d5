// Obsidian's fields as parts of an item, and back.

import CommandKit
import Phrases
package import Storage

extension ObsidianFields {
  /// The fields of an item that came in that form; empty for any other.
  init(of item: Item, _ calendar: LocalCalendar) {
    let words = item.attributes[ObsidianFields.formKey]?.string?.split(separator: " ") ?? []
    guard let form = words.first.flatMap({ Form(rawValue: String($0)) }) else { return }
    self.form = form
    for name in Name.allCases {
      guard let key = name.attribute, let text = item.attributes[key]?.string, name.takes(text)
      else { continue }
      values[name] = text
    }
    block = item.attributes[ObsidianFields.blockKey]?.string
    if case .day(let day)? = item.due { values[.due] = "\(day)" }
    if case .day(let day)? = item.start { values[.start] = "\(day)" }
    values[.priority] = ObsidianFields.priority(of: item, isExtreme: { words.contains($0) })
    if words.contains("created") { values[.created] = calendar.dayText(of: item.createdAt) }
    if let date = item.completedAt, !words.contains("undated") {
      values[item.status == .cancelled ? .cancelled : .done] = calendar.dayText(of: date)
    }
    takeRule(of: item, calendar)
  }

  /// Whether an attribute stands in the line of an item that came in that form.
  package static func shows(_ key: String, of item: Item) -> Bool {
    guard item.attributes[formKey] != nil, let text = item.attributes[key]?.string else {
      return false
    }
    return Name.allCases.first { $0.attribute == key }?.takes(text) ?? true
  }

  private static func priority(of item: Item, isExtreme: (Substring) -> Bool) -> String? {
    switch item.priority {
    case .none: nil
    case .low: isExtreme("lowest") ? "lowest" : "low"
    case .medium: "medium"
    case .high: isExtreme("highest") ? "highest" : "high"
    }
  }

  /// The text of the rule as it came, or another one where the rule has changed.
  private mutating func takeRule(of item: Item, _ calendar: LocalCalendar) {
    guard let repetition = item.repeat else {
      // A text that would be a rule again is no longer meant.
      let isMeant = item.status != .open || item.due == nil && item.start == nil
      if let text = values[.recurrence], !isMeant, ObsidianFields.phrase(text, calendar) != nil {
        values[.recurrence] = nil
      }
      return
    }
    let phrase = RepeatPhrase(rule: repetition.rule, origin: repetition.origin)
    if let text = values[.recurrence], ObsidianFields.phrase(text, calendar) == phrase { return }
    let rule = repetition.rule
    let unit: [RepeatRule.Frequency: String] = [
      .daily: "day", .weekly: "week", .monthly: "month", .yearly: "year",
    ]
    let count = rule.interval == 1 ? "" : "\(rule.interval) "
    let end = repetition.origin == .done ? " when done" : ""
    let text = "every \(count)\(unit[rule.frequency] ?? "")\(rule.interval == 1 ? "" : "s")\(end)"
    values[.recurrence] = ObsidianFields.phrase(text, calendar) == phrase ? text : nil
  }

  /// What a text of a recurrence means; nil where it is not understood.
  ///
  /// Days of a week or a month are those of the plan, also `when done`: what was missed is passed over.
  static func phrase(_ text: String, _ calendar: LocalCalendar) -> RepeatPhrase? {
    let end = " when done"
    let text = text.trimmed
    let isDone = text.lowercased().hasSuffix(end)
    let words = isDone ? String(text.dropLast(end.count)) : text
    let plain = words.replacing(",", with: "")
    guard
      let phrase = (try? RepeatPhrase(words, calendar: calendar))
        ?? (try? RepeatPhrase(plain, calendar: calendar))
    else { return nil }
    let counts = (try? phrase.rule.checkCountsFromDone()) != nil
    return RepeatPhrase(rule: phrase.rule, origin: isDone && counts ? .done : phrase.origin)
  }

  /// Gives a record what the fields say; the messages tell what they say and an item cannot.
  func apply(to record: inout ItemJSON.Record, _ calendar: LocalCalendar) -> [String] {
    guard let form else { return [] }
    var words = [form.rawValue]
    var kept = values
    record.draft.due = record.draft.due ?? day(.due).map { .day($0) }
    record.draft.start = record.draft.start ?? day(.start).map { .day($0) }
    if let priority = values[.priority] {
      record.draft.priority =
        switch priority {
        case "highest", "high": .high
        case "medium": .medium
        default: .low
        }
      if priority.hasSuffix("est") { words.append(priority) }
    }
    if let created = values[.created], let date = calendar.day(created) {
      record.draft.createdAt = date
      words.append("created")
    }
    let isClosed = record.draft.status != .open
    if isClosed {
      let name = record.draft.status == .done ? Name.done : .cancelled
      if let day = kept.removeValue(forKey: name), let date = calendar.day(day) {
        record.draft.completedAt = date
        record.given.insert(.completedAt)
      } else {
        words.append("undated")
      }
    }
    for (name, value) in kept {
      if let key = name.attribute { record.draft.attributes[key] = .string(value) }
    }
    if let block { record.draft.attributes[ObsidianFields.blockKey] = .string(block) }
    record.draft.attributes[ObsidianFields.formKey] = .string(words.joined(separator: " "))
    guard !isClosed else { return [] }
    var messages: [String] = []
    if let name = [Name.done, .cancelled].first(where: { kept[$0] != nil }), let day = kept[name] {
      messages.append(
        "the box is open, and the task was closed on \(day); it stays open, and the attribute '\(name.attribute ?? "")' keeps the day"
      )
    }
    if !applyRule(to: &record, calendar), let text = values[.recurrence] {
      messages.append(
        "the task does not repeat: \"\(text)\" is not understood, or the task has neither a due date nor a start; it is kept as text"
      )
    }
    return messages
  }

  /// Gives an open task its rule; false where there is none that it can have.
  private func applyRule(to record: inout ItemJSON.Record, _ calendar: LocalCalendar) -> Bool {
    guard let text = values[.recurrence], record.draft.due != nil || record.draft.start != nil,
      let phrase = ObsidianFields.phrase(text, calendar),
      let repetition = try? phrase.counted(from: record.draft.values, calendar)
    else { return false }
    record.draft.repeat = repetition
    record.draft.values.settleOccurrence(since: nil)
    return true
  }
}
