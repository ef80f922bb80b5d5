// How tasks of todo.txt come again, in the words of SimpleTask, Topydo and others: `rec:1w`, `rec:+1w`.

import Phrases
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
  ///
  /// Besides `2w`, programs and people write `2weeks`, `2M`, `weekly`.
  static func phrase(of text: String) -> RepeatPhrase? {
    let isPlanned = text.hasPrefix("+")
    let word = (isPlanned ? String(text.dropFirst()) : text).lowercased()
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    let unit = String(word[digits.endIndex...])
    if unit == "b" || word == "weekdays" {
      // A rule has no days of the week where it is counted from done. The days of the plan come nearest: what was missed is passed
      // over. Of several days from Monday to Friday, such as `2b`, no rule can tell the next one.
      guard digits.isEmpty || Int(digits) == 1 else { return nil }
      return everyWorkday.map { RepeatPhrase(rule: $0) }
    }
    guard
      let (frequency, count) = digits.isEmpty ? words[unit] ?? unitWords[unit] : unitWords[unit],
      let interval = digits.isEmpty ? 1 : Int(digits), interval <= RepeatLimits.interval.upperBound,
      let rule = try? RepeatRule(RepeatRule.Parts(frequency, interval: interval * count))
    else { return nil }
    return RepeatPhrase(rule: rule, origin: isPlanned ? .due : .done)
  }

  private static let unitWords: [String: (RepeatRule.Frequency, Int)] = [
    "d": (.daily, 1), "day": (.daily, 1), "days": (.daily, 1),
    "w": (.weekly, 1), "week": (.weekly, 1), "weeks": (.weekly, 1),
    "m": (.monthly, 1), "mo": (.monthly, 1), "month": (.monthly, 1), "months": (.monthly, 1),
    "q": (.monthly, 3), "quarter": (.monthly, 3), "quarters": (.monthly, 3),
    "y": (.yearly, 1), "year": (.yearly, 1), "years": (.yearly, 1),
  ]

  private static let words: [String: (RepeatRule.Frequency, Int)] = [
    "daily": (.daily, 1), "weekly": (.weekly, 1), "biweekly": (.weekly, 2),
    "fortnightly": (.weekly, 2), "monthly": (.monthly, 1), "quarterly": (.monthly, 3),
    "yearly": (.yearly, 1), "annually": (.yearly, 1),
  ]

  private static let everyWorkday: RepeatRule? = {
    var parts = RepeatRule.Parts(.weekly)
    parts.weekdays = RepeatRule.workdays
    return try? RepeatRule(parts)
  }()

  /// Makes a rule of the word of an open task; a word that is no rule is kept, and told.
  ///
  /// Other programs leave the word at a task that is done, and make a new one beside it. Without a date, such a task waits to be done
  /// for the first time: it is due when it comes in. The day is the store's, not the line's, so a second import of the
  /// line does not say another one.
  func takeRule(into line: inout Line) {
    guard line.record.draft.status == .open,
      let value = line.record.draft.attributes[TodoTxt.rule]
    else { return }
    let text = value.string ?? value.description
    guard let phrase = TodoTxt.phrase(of: text),
      let repetition = try? phrase.counted(from: line.record.draft.values, calendar)
    else {
      line.warnings.append(
        "\"\(TodoTxt.rule)\": expected a rule such as 1w, +2m or +1b; it is kept as text"
      )
      return
    }
    line.record.draft.attributes[TodoTxt.rule] = nil
    line.record.draft.repeat = repetition
    guard line.record.draft.due == nil, line.record.draft.start == nil else {
      line.record.draft.values.settleOccurrence(since: nil)
      line.record.given.insert(.repeat)
      return
    }
    line.record.given.remove(.due)
    if line.record.draft.id != nil { line.record.given.insert(.repeat) }
    line.warnings.append(
      "\"\(TodoTxt.rule)\": the task repeats and has no date, so it is due on the day of the import; 'due:' gives another day"
    )
  }
}
