// What a person types for a field, by its form.

package import ArgumentParsing
package import Storage

extension ItemPart {
  /// The words that are understood; empty where there are too many.
  package var allowedWords: [String] {
    guard case .choice(let names) = form else { return [] }
    return isOptional ? names + ["none"] : names
  }

  /// Refuses a text that cannot be meant as a value, as far as that is clear without a calendar.
  package func check(_ text: String) throws(ValueError) {
    switch form {
    case .choice: guard allowedWords.word(meantBy: text) != nil else { throw ValueError() }
    case .number:
      guard Int(text) != nil || isOptional && text == "none" else {
        throw ValueError("it must be a whole number")
      }
    case .text: try use.check?(text)
    case .id, .names, .ids, .time, .dayOrTime, .nominalDate, .rule, .object: break
    }
  }

  /// The value that a text stands for, as JSON has it; null takes the value away.
  package func value(typed text: String, _ calendar: LocalCalendar) throws(ValueError) -> JSONValue
  {
    try check(text)
    let text = form.isChoice ? allowedWords.word(meantBy: text) ?? text : text
    if isOptional, text == (form == .text ? "" : "none") { return .null }
    switch form {
    case .time, .dayOrTime:
      do throws(DatePhraseError) {
        let planned = try DatePhrase.planned(text, calendar: calendar)
        return form == .time ? planned.start(in: calendar.zone).jsonForm : planned.jsonForm
      } catch {
        throw ValueError(error.message)
      }
    case .number: return Int(text).map { .integer(Int64($0)) } ?? .null
    case .id, .text, .choice, .names, .ids, .nominalDate, .rule, .object: return .string(text)
    }
  }
}

extension FieldForm {
  /// Whether dates are typed for it.
  package var isDate: Bool { self == .time || self == .dayOrTime }

  /// The page of help on how it is typed; nil where the command's own says enough.
  package var helpTopic: String? { isDate ? "dates" : self == .rule ? "repeats" : nil }

  /// Whether it is one of some words.
  fileprivate var isChoice: Bool { if case .choice = self { true } else { false } }

  /// What help calls a value, where that does not depend on the field.
  package var valueName: String? {
    switch self {
    case .time, .dayOrTime: "date"
    case .number: "number"
    case .rule: "rule"
    case .id, .text, .choice, .names, .ids, .nominalDate, .object: nil
    }
  }
}

extension [String] {
  /// The one that a text means: in small or capital letters, and as far as it is told from the others.
  func word(meantBy text: String) -> String? {
    let typed = text.lowercased()
    if contains(typed) { return typed }
    let near = filter { !typed.isEmpty && $0.hasPrefix(typed) }
    return near.count == 1 ? near[0] : nil
  }

  /// The words within quotes, between commas.
  package var quotedList: String { map { "'\($0)'" }.joined(separator: ", ") }
}
