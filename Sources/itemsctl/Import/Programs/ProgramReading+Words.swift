// Titles, tags and completion of other programs.

import CommandKit
import ItemFormats
import Storage

extension ProgramReading {
  /// A title without its labels; one that begins with `* ` is a heading that cannot be ticked.
  mutating func takeTitle(_ text: String) {
    var title = text.trimmed
    if title.hasPrefix("* ") {
      title = String(title.dropFirst(2)).trimmed
      keep("completable", false)
    }
    var words: [Substring] = []
    for word in title.split(whereSeparator: \.isWhitespace) {
      let name = word.dropFirst()
      if word.first == "@", name.first?.isLetter == true || name.first?.isNumber == true {
        record.draft.tags.insert(String(name).nfc)
      } else {
        words.append(word)
      }
    }
    record.draft.title = words.isEmpty ? title.onOneLine : words.joined(separator: " ")
    record.given.insert(.title)
    record.given.insert(.tags)
  }

  /// A text or a word; what a second key says of the same field is not lost.
  mutating func takeText(
    _ key: String,
    _ value: JSONValue,
    _ part: ItemPart
  ) throws(RecordError) {
    let text = value.plainText
    let word = shape.words[part]?[text.trimmed.lowercased()] ?? text
    if part == .notes, !record.draft.notes.isEmpty {
      record.draft.notes += "\n\n" + word
    } else if record.given.contains(part) {
      keep(key, value)
    } else {
      let name =
        part == .title ? word.trimmed.onOneLine : part == .list ? word.trimmed.nfc : word
      try ItemField.part(part).set(name, in: &record, calendar)
    }
  }

  mutating func takeTags(_ value: JSONValue) {
    let names =
      value.array?.map(\.plainText) ?? value.plainText.split { ",;".contains($0) }.map(String.init)
    for name in names.map(\.trimmed) where !name.isEmpty { record.draft.tags.insert(name.nfc) }
    record.given.insert(.tags)
  }

  mutating func takeCompletion(_ key: String, _ value: JSONValue) throws(RecordError) {
    if value.object == nil, let word = UsualWords.isDone(value.plainText) {
      isDone = isDone == true || word
    } else {
      record.draft.completedAt = try start(of: date(value, isDay: false))
      record.given.insert(.completedAt)
    }
  }
}

extension JSONValue {
  /// The text of a value, or of the part of an object that says what it is.
  var plainText: String {
    switch self {
    case .null: ""
    case .string(let text): text
    case .array(let elements):
      elements.map(\.plainText).filter { !$0.isEmpty }.joined(separator: "\n\n")
    case .object(let object):
      ["dateTime", "datetime", "date", "content", "name", "title", "text"].lazy
        .compactMap { object[$0]?.string }.first ?? description
    default: description
    }
  }
}
