// How tasks of todo.txt come again, in the words of SimpleTask, Topydo and others: `rec:1w`, `rec:+1w`.

import Storage

extension TodoTxt {
  /// The key of how often a task comes.
  static let rule = "rec"

  private static let units: [(letter: Character, frequency: RepeatRule.Frequency)] = [
    ("d", .daily), ("w", .weekly), ("m", .monthly), ("y", .yearly),
  ]
  /// Each day from Monday to Friday.
  private static let workdays = "1b"

  /// The value of `rec:`; nil where it has no words for the rule.
  ///
  /// With a plus it is counted from the plan, without one from the day on which the task was done.
  static func text(of repetition: Repeat) -> String? {
    let sign = repetition.origin == .due ? "+" : ""
    let rule = repetition.rule
    if rule == everyWorkday { return sign + workdays }
    guard let unit = units.first(where: { $0.frequency == rule.frequency }),
      let plain = try? RepeatRule(RepeatRule.Parts(rule.frequency, interval: rule.interval)),
      plain == rule
    else { return nil }
    return "\(sign)\(rule.interval)\(unit.letter)"
  }

  /// What a value of `rec:` means; nil for one that is none.
  static func phrase(of text: String) -> RepeatPhrase? {
    let isPlanned = text.hasPrefix("+")
    let origin = isPlanned ? Repeat.Origin.due : .done
    let value = isPlanned ? text.dropFirst() : text[...]
    if value == workdays || value == "b" {
      // From done, a rule has no days of the week.
      return isPlanned ? everyWorkday.map { RepeatPhrase(rule: $0) } : nil
    }
    let digits = value.prefix { $0.isASCII && $0.isNumber }
    guard let unit = units.first(where: { value[digits.endIndex...] == String($0.letter) }),
      let interval = digits.isEmpty ? 1 : Int(digits),
      let rule = try? RepeatRule(RepeatRule.Parts(unit.frequency, interval: interval))
    else { return nil }
    return RepeatPhrase(rule: rule, origin: origin)
  }

  private static let everyWorkday: RepeatRule? = {
    var parts = RepeatRule.Parts(.weekly)
    parts.weekdays = RepeatRule.workdays
    return try? RepeatRule(parts)
  }()

  /// Makes a rule of the word of an open task that has a date to count from.
  ///
  /// Other programs leave the word at a task that is done, and make a new one beside it.
  func takeRule(into record: inout ItemJSON.Record) {
    guard record.draft.status == .open, record.draft.due != nil || record.draft.start != nil,
      let text = record.draft.attributes[TodoTxt.rule]?.string,
      let phrase = TodoTxt.phrase(of: text),
      let repetition = try? phrase.counted(from: record.draft.values, calendar)
    else { return }
    record.draft.attributes[TodoTxt.rule] = nil
    record.draft.repeat = repetition
    record.draft.values.settleOccurrence(since: nil)
    record.given.insert(.repeat)
  }
}
