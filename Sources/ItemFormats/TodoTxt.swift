// Items as lines of todo.txt: <https://github.com/todotxt/todo.txt>.
//
// | todo.txt | item |
// | --- | --- |
// | `x ` in front | done; with `status:cancelled`, cancelled |
// | `(A)`, `(B)`, `(C)` | priority high, medium, low; `(D)` to `(Z)` are low, with the attribute `pri` |
// | the first date, the second | time of completion of a done task, time of creation; days of the local zone |
// | `+project` | the list; of several, the last is the list and the others are the attribute `projects` |
// | `@context` | a tag |
// | `due:2026-12-24`, `t:2026-12-20` | the due date, the start; of a time, its day of the local zone |
// | `rec:+1w`, `rec:3d` | how an open item comes again: by the plan, or counted from done |
// | `rec:+1b` | each day from Monday to Friday |
// | `id:UUID`, `kind:NAME` | id and kind |
// | `key:value` | an attribute |
//
// Such words at the end of a line belong to no title. Further in front they stay within it: a project,
// a context and `due:` count there as well. A date that is none, as in `due:tomorrow`, stays in the title. It does not change once
// shipped.

import CommandKit
package import Phrases
import Storage

/// Writes items as lines, and reads lines.
package struct TodoTxt: Sendable {
  package let calendar: LocalCalendar

  package init(calendar: LocalCalendar) {
    self.calendar = calendar
  }

  /// The item's line, without its end.
  func line(of item: Item) -> String {
    var words: [String] = []
    if item.status != .open { words.append("x") }
    if let letter = TodoTxt.letter(of: item) { words.append("(\(letter))") }
    // With the day of creation in front, no title is taken for a mark, a priority or a date.
    if item.status != .open, let completed = item.completedAt { words.append(day(completed)) }
    words.append(day(item.createdAt))
    words.append(item.title.onOneLine)
    return (words + trailingWords(of: item)).joined(separator: " ")
  }

  private func trailingWords(of item: Item) -> [String] {
    var words: [String] = []
    let inTitle = Set(TodoTxt.words(of: item.title.onOneLine))
    let projects = item.attributes[TodoTxt.projects]?.array?.compactMap(\.string) ?? []
    for project in projects + (item.list == Item.defaultList ? [] : [item.list]) {
      words.append("+\(project.asWord)")
    }
    words += item.tags.sorted(by: utf8Less).map { "@\($0.asWord)" }.filter { !inTitle.contains($0) }
    if let due = item.due { words.append("due:\(due.day(in: calendar.zone))") }
    if let start = item.start { words.append("\(TodoTxt.start):\(start.day(in: calendar.zone))") }
    let hasDate = item.due != nil || item.start != nil
    let rule = item.status == .open && hasDate ? item.repeat.flatMap(TodoTxt.text) : nil
    if let rule { words.append("\(TodoTxt.rule):\(rule)") }
    if item.status == .cancelled { words.append("status:cancelled") }
    if item.kind != Item.defaultKind { words.append("kind:\(item.kind.asWord)") }
    for (key, value) in item.attributes.sorted(by: { utf8Less($0.key, $1.key) }) {
      let isSaid =
        key == TodoTxt.projects || key == TodoTxt.rule && rule != nil
        || key == TodoTxt.priority && TodoTxt.letter(of: item) == value.string
      guard !isSaid, !TodoTxt.reservedKeys.contains(key), let text = value.wordText else {
        continue
      }
      // A text that would be read as a number stands within quotes.
      let isRead = KeyValue(key: key, value: text).json == value
      let word = isRead || value.string == nil ? "\(key):\(text)" : "\(key):\"\(text)\""
      if TodoTxt.pair(word) != nil { words.append(word) }
    }
    words.append("id:\(item.id)")
    return words
  }

  /// The attribute that keeps the projects but the last.
  static let projects = "projects"
  /// The attribute that keeps a letter that no priority has.
  static let priority = "pri"
  /// The key of the start, which other programs call the threshold.
  static let start = "t"
  /// Keys that mean more than an attribute.
  static let reservedKeys: Set<String> = ["due", start, "id", "kind", "status"]

  private static func letter(of item: Item) -> String? {
    switch item.priority {
    case .none: nil
    case .high: "A"
    case .medium: "B"
    case .low: item.attributes[priority]?.string.flatMap { isFurtherLetter($0) ? $0 : nil } ?? "C"
    }
  }

  /// Whether it is a letter behind those that stand for a priority.
  static func isFurtherLetter(_ text: String) -> Bool {
    text.utf8.count == 1 && text >= "D" && text <= "Z"
  }

  private func day(_ date: Date) -> String { calendar.dayText(of: date) }

  /// The words of a text, which only spaces divide.
  static func words(of text: some StringProtocol) -> [String] {
    text.split { $0 == " " }.map { String($0) }
  }

  /// A key and its value: `key:value`, neither empty nor with a colon; a web address is none.
  static func pair(_ word: String) -> (key: String, value: String)? {
    guard let colon = word.firstIndex(of: ":"), word.first?.isLetter == true,
      !word.contains(where: \.isWhitespace)
    else { return nil }
    let value = word[word.index(after: colon)...]
    guard !value.isEmpty, !value.hasPrefix("//") else { return nil }
    return (String(word[..<colon]), String(value))
  }
}

extension String {
  /// The text with underscores for whatever would end a word.
  fileprivate var asWord: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.isWhitespace || $0.isLineBreaking ? "_" : $0 }
      )
    )
  }
}

extension JSONValue {
  /// The value as one word; nil for what is more than a text, a number or a truth value.
  fileprivate var wordText: String? {
    switch self {
    case .string(let text): text
    case .integer, .double, .bool: description
    case .null, .array, .object: nil
    }
  }
}
