// Fields of Obsidian's plugin Tasks: <https://publish.obsidian.md/tasks/Reference/Task+Formats/About+Task+Formats>.
//
// | emoji | Dataview | item |
// | --- | --- | --- |
// | `📅 2027-04-10`, also 📆, 🗓 | `[due:: 2027-04-10]`, `(due:: 2027-04-10)` | the due date |
// | `🛫` | `start` | the start |
// | `⏳`, `⌛` | `scheduled` | the attribute `scheduled` |
// | `➕` | `created` | the time of creation |
// | `✅`, `❌` | `completion`, `cancelled` | the completion of a task whose box says so, else the attribute `done` or `cancelled` |
// | `🔁 every week` | `repeat` | the rule, and as it is written the attribute `recurrence` |
// | `🔺`, `⏫`, `🔼`, `🔽`, `⏬` | `priority:: highest`, … | priority high, high, medium, low, low |
// | `🆔`, `⛔`, `🏁` | `id`, `dependsOn`, `onCompletion` | the attributes `task-id`, `depends-on`, `on-completion` |
// | `^name` behind them | the same | the attribute `block` |
//
// As in the plugin, they count at the end of a line alone, behind a blank or another field. The attribute `obsidian` keeps the form in which a task came, so that it
// goes out so again: `emoji` or `dataview`, and behind it what the item does not say: `created`, where the line says that,
// `undated`, where a closed task has no date, and `highest` or `lowest`. It does not change once shipped.

import CommandKit
import Storage

/// The fields at the end of a task, as texts.
package struct ObsidianFields: Hashable {
  /// How the fields are written.
  package enum Form: String {
    case emoji, dataview
  }

  /// What a field says, in the order in which the plugin writes them.
  enum Name: String, CaseIterable {
    case id, dependsOn, priority
    case recurrence = "repeat"
    case onCompletion, created, start, scheduled, due, cancelled
    case done = "completion"
  }

  /// The form of the last field; nil without one.
  package var form: Form?
  var values: [Name: String] = [:]
  /// The name by which links reach the line.
  var block: String?

  /// The attribute that keeps the form.
  package static let formKey = "obsidian"
  static let blockKey = "block"
  static let priorities = ["highest", "high", "medium", "low", "lowest"]
  private static let prioritySigns: [Unicode.Scalar] = ["🔺", "⏫", "🔼", "🔽", "⏬"]

  /// The attributes that fields become.
  package static let keys = [formKey, blockKey] + Name.allCases.compactMap(\.attribute)

  /// The day of a field.
  func day(_ name: Name) -> CalendarDay? { values[name].flatMap { CalendarDay($0) } }
}

extension ObsidianFields.Name {
  /// The signs that stand before the value; the first is written.
  fileprivate var signs: [Unicode.Scalar] {
    switch self {
    case .id: ["🆔"]
    case .dependsOn: ["⛔"]
    case .priority: []
    case .recurrence: ["🔁"]
    case .onCompletion: ["🏁"]
    case .created: ["➕"]
    case .start: ["🛫"]
    case .scheduled: ["⏳", "⌛"]
    case .due: ["📅", "📆", "🗓"]
    case .cancelled: ["❌"]
    case .done: ["✅"]
    }
  }

  /// The attribute that keeps the value where no field of an item does.
  var attribute: String? {
    switch self {
    case .id: "task-id"
    case .dependsOn: "depends-on"
    case .recurrence: "recurrence"
    case .onCompletion: "on-completion"
    case .scheduled: "scheduled"
    case .cancelled: "cancelled"
    case .done: "done"
    case .priority, .created, .start, .due: nil
    }
  }

  /// Whether a text is a value of the field.
  func takes(_ value: String) -> Bool {
    let isWord = { (text: Substring) in
      !text.isEmpty
        && text.utf8.allSatisfy {
          let character = Character(Unicode.Scalar($0))
          return $0 < 0x80 && (character.isLetter || character.isNumber) || "-_".contains(character)
        }
    }
    switch self {
    case .id: return isWord(value[...])
    case .dependsOn:
      let names = value.split(separator: ",", omittingEmptySubsequences: false)
      return names.allSatisfy { isWord(String($0).trimmed[...]) }
    case .priority: return ObsidianFields.priorities.contains(value)
    case .recurrence:
      return !value.isEmpty
        && value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ", !".contains($0)) }
    case .onCompletion: return !value.isEmpty && value.allSatisfy { $0.isASCII && $0.isLetter }
    case .created, .start, .scheduled, .due, .cancelled, .done: return CalendarDay(value) != nil
    }
  }
}

// MARK: - Reading

extension ObsidianFields {
  /// Cuts the last field off a text; false where the text ends in none, or has nothing else.
  ///
  /// A field stands behind a blank or another field. A sign at the end of a word, as in `Call⏫`, is part of the word.
  mutating func takeLast(from rest: inout Substring) -> Bool {
    guard let (start, name, value, form) = ObsidianFields.last(of: rest), values[name] == nil,
      rest[..<start].contains(where: { !$0.isWhitespace })
    else { return false }
    var fields = self
    fields.values[name] = value
    fields.form = fields.form ?? form
    var before = rest[..<start]
    let isBehindBlank = before.last == " " || before.last == "\t"
    guard isBehindBlank || fields.takeLast(from: &before) else { return false }
    (self, rest) = (fields, before)
    return true
  }

  /// Cuts the name of a line off a text: ` ^name`.
  static func takeBlock(from rest: inout Substring) -> String? {
    guard let space = rest.lastIndex(of: " ") else { return nil }
    let word = rest[rest.index(after: space)...]
    guard word.hasPrefix("^"), Name.id.takes(String(word.dropFirst())) else { return nil }
    rest = rest[..<space]
    return String(word.dropFirst())
  }

  private typealias Found = (start: String.Index, name: Name, value: String, form: Form)

  private static func last(of text: Substring) -> Found? { lastInBrackets(text) ?? lastSign(text) }

  /// `[due:: 2027-04-10]`, perhaps with a comma behind it.
  private static func lastInBrackets(_ text: Substring) -> Found? {
    var inner = text
    if inner.last == "," { inner = inner.dropLast() }
    guard let end = inner.popLast(), end == "]" || end == ")",
      let start = inner.lastIndex(where: { !isOfField($0) }),
      inner[start] == (end == "]" ? "[" : "("),
      let colons = inner[start...].firstRange(of: "::")
    else { return nil }
    let key = String(inner[inner.index(after: start)..<colons.lowerBound]).trimmed
    let value = String(inner[colons.upperBound...]).trimmed
    guard let name = Name(rawValue: key), name.takes(value) else { return nil }
    return (start, name, value, .dataview)
  }

  /// The last sign of a field, with its value behind it.
  private static func lastSign(_ text: Substring) -> Found? {
    var end = text.endIndex
    while end > text.startIndex {
      let start = text.index(before: end)
      guard let sign = sign(text[start]) else {
        guard isOfField(text[start]) else { return nil }
        end = start
        continue
      }
      let value = String(text[end...]).trimmed
      if let index = prioritySigns.firstIndex(of: sign) {
        return value.isEmpty ? (start, .priority, priorities[index], .emoji) : nil
      }
      let name = Name.allCases.first { $0.signs.contains(sign) }
      return name.flatMap { $0.takes(value) ? (start, $0, value, .emoji) : nil }
    }
    return nil
  }

  /// Whether a character may stand in a field; the first that may not ends the search, since a title may be long.
  private static func isOfField(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-_,!:".contains(character))
      || character.isWhitespace
  }

  private static let signs = Set(Name.allCases.flatMap(\.signs) + prioritySigns)

  /// The sign that a character is; some programs write a mark for the look of it behind the sign.
  private static func sign(_ character: Character) -> Unicode.Scalar? {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, first.value > 0x7F, signs.contains(first),
      scalars.dropFirst().allSatisfy({ $0 == "\u{FE0F}" })
    else { return nil }
    return first
  }
}

// MARK: - Writing

extension ObsidianFields {
  /// The fields one behind the other, with the name of the line.
  var text: [String] {
    var words = Name.allCases.compactMap { name in values[name].map { word(name, $0) } }
    if let block { words.append("^\(block)") }
    return words
  }

  private func word(_ name: Name, _ value: String) -> String {
    if form == .dataview { return "[\(name.rawValue):: \(value)]" }
    if name == .priority {
      let index = ObsidianFields.priorities.firstIndex(of: value)
      return index.map { String(Character(ObsidianFields.prioritySigns[$0])) } ?? ""
    }
    return "\(Character(name.signs[0])) \(value)"
  }
}
