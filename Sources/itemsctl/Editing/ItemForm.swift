// Items as a text to edit.
//
//   ==== 12 ====
//   title:    Buy milk
//   due:      2026-12-24 17:00
//   tags:     food, shop
//   attr.litres: 2
//   notes:
//   The one in the blue carton
//
// The first line stands only where there are several items, with more signs where notes have such a line. A line with `#` says
// nothing, but in the notes, which go on to the next item. Values are written as they are typed; what is left alone changes nothing.

import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// A form with all fields of some items, and what a person made of it.
struct ItemForm {
  let items: [Item]
  let calendar: LocalCalendar
  /// The numbers of the items that these stand under, and for which they wait.
  let parents: [ItemID: Int]
  private let sign: String

  init(items: [Item], calendar: LocalCalendar, parents: [ItemID: Int]) {
    (self.items, self.calendar, self.parents) = (items, calendar, parents)
    sign = ItemForm.sign(apartFrom: items)
  }

  /// The most items of one form.
  static let most = 100

  /// What each item that stands in a form is to become.
  typealias Changes = [ItemID: ItemChanges]

  /// The title first; the notes, of many lines, stand at the end.
  static let parts: [ItemPart] =
    [.title] + ItemPart.editWords.filter { $0 != .title && $0 != .notes }
  private static let labelWidth = 9

  /// The whole text.
  var text: String {
    let head = [
      "# Write values as on the command line; see 'itemsctl help dates' and 'help repeats'.",
      "# An empty value removes the old one; an unchanged line, or a missing one, changes",
      "# nothing. 'attr.KEY: VALUE' adds an attribute. Notes continue to the end.",
      "",
    ]
    return (head + items.flatMap(lines)).map { $0 + "\n" }.joined()
  }

  private func lines(of item: Item) -> [String] {
    let lines =
      (items.count > 1 ? [heading(item.number)] : []) + values(of: item)
      + ["\(ItemPart.notes.typedName):"]
    return lines + (item.notes.isEmpty ? [] : [item.notes]) + (items.count > 1 ? [""] : [])
  }

  /// A line for each value but the notes.
  private func values(of item: Item) -> [String] {
    ItemForm.parts.map { part in
      "\(ItemForm.name(of: part)):".padded(toWidth: ItemForm.labelWidth) + " "
        + typed(part, of: item)
    }
      + item.attributes.sorted { utf8Less($0.key, $1.key) }.map { key, value in
        "\(FilterTerm.attributePrefix)\(key.visible): \(ItemForm.text(of: value))"
      }
  }

  /// What a line begins with; all tags stand on one.
  static func name(of part: ItemPart) -> String {
    part.form == .names ? part.label : part.typedName
  }

  private func heading(_ number: Int) -> String { "\(sign) \(number) \(sign)" }

  /// What a heading begins with, and no line of the notes.
  private static func sign(apartFrom items: [Item]) -> String {
    let lines = items.flatMap { $0.notes.split(whereSeparator: \.isNewline) }
    let longest = lines.map { $0.drop { $0 == " " }.prefix { $0 == "=" }.count }.max() ?? 0
    return String(repeating: "=", count: max(4, longest + 1))
  }

  /// A value as somebody would type it.
  func typed(_ part: ItemPart, of item: Item) -> String {
    switch part.form {
    case .names: return item.tags.sorted(by: utf8Less).map(ItemForm.tag).joined(separator: ", ")
    case .rule: return item.repeat.map { RepeatPhrase($0).text } ?? ""
    case .id: return item.parent.map { parents[$0].map(String.init) ?? $0.description } ?? ""
    case .ids:
      return item.blockers.map { parents[$0].map(String.init) ?? $0.description }
        .sorted { ($0.count, $0) < ($1.count, $1) }.joined(separator: ", ")
    case .dayOrTime, .time:
      return item.value(of: part).flatMap(DayOrInstant.init(jsonForm:))
        .map { calendar.typedText(of: $0) } ?? ""
    case .number, .text, .choice, .nominalDate, .object:
      return item.value(of: part).map { ($0.string ?? $0.description).visible } ?? ""
    }
  }

  private static func tag(_ name: String) -> String {
    name.contains(",") || name.contains("\"") ? QuotedText.quoting(name) : name
  }

  /// A value as an attribute is typed: a text that looks like a number stands in quotes.
  private static func text(of value: JSONValue) -> String {
    guard let text = value.string else { return value.description }
    let isPlain = text == text.visible && KeyValue(key: "", value: text).json == value
    return isPlain ? text : value.description
  }
}

// MARK: - Reading

/// What is wrong in a form.
struct FormMistakes: Error {
  var messages: [String] = []
}

extension ItemForm {
  /// What a person changed in the text.
  func changes(in edited: String) throws(FormMistakes) -> Changes {
    var reading = Reading(form: self, item: items.count == 1 ? items[0] : nil)
    for line in edited.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      reading.take(String(line))
    }
    reading.finishNotes()
    guard reading.mistakes.messages.isEmpty else { throw reading.mistakes }
    return reading.changes
  }

  /// The text with what is wrong with it on top, in place of what was wrong before.
  static func marked(_ text: String, _ messages: [String]) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0.hasPrefix(mistakeMark) }
    let marks = messages.flatMap { $0.split(whereSeparator: \.isNewline) }.map {
      "\(mistakeMark)\($0)"
    }
    return (marks + lines.map(String.init)).joined(separator: "\n")
  }

  private static let mistakeMark = "#! "

  private struct Reading {
    let form: ItemForm
    /// The item that the lines belong to.
    var item: Item?
    var changes: Changes = [:]
    var mistakes = FormMistakes()
    private var seen: Set<String> = []
    /// The item's lines as they were, which say nothing new, whatever they hold.
    private var untouched: Set<String> = []
    private var notes: [String]?

    init(form: ItemForm, item: Item?) {
      self.form = form
      begin(item)
    }

    private mutating func begin(_ item: Item?) {
      (self.item, seen) = (item, [])
      untouched = Set((item.map(form.values) ?? []).map(\.trimmed))
    }

    mutating func take(_ line: String) {
      if form.items.count > 1,
        let next = form.items.first(where: { line.trimmed == form.heading($0.number) })
      {
        finishNotes()
        begin(next)
      } else if notes != nil {
        notes?.append(line)
      } else if !line.trimmed.isEmpty, !line.hasPrefix("#") {
        takeValue(line)
      }
    }

    private mutating func takeValue(_ line: String) {
      guard let item else { return fail("'\(line.visible)' is above the first item") }
      guard let (key, value) = ItemForm.parted(line) else {
        return fail("'\(line.visible)' is not a line such as 'due: friday'")
      }
      guard seen.insert(key).inserted else { return fail("'\(key.visible)' is given twice") }
      if untouched.contains(line.trimmed) { return }
      if key == ItemPart.notes.typedName {
        notes = value.isEmpty ? [] : [value]
      } else if key.hasPrefix(FilterTerm.attributePrefix) {
        take(String(key.dropFirst(FilterTerm.attributePrefix.count)).nfc, value, of: item)
      } else if let part = ItemForm.parts.first(where: { ItemForm.name(of: $0) == key }) {
        take(part, value, of: item)
      } else {
        let names = ItemForm.parts.map(ItemForm.name)
        let guess = suggestion(for: key, among: names).map { "; did you mean '\($0)'?" } ?? ""
        fail("there is no '\(key.visible)'\(guess)")
      }
    }

    private mutating func take(_ part: ItemPart, _ value: String, of item: Item) {
      guard value != form.typed(part, of: item).trimmed else { return }
      do throws(ValueError) {
        var changes = changes[item.id] ?? ItemChanges()
        if part.form == .names {
          try ItemForm.take(value, into: &changes, of: item)
        } else if part.form == .ids {
          try changes.setBlockers(value)
        } else {
          let isTakenAway = value.isEmpty && part.isOptional
          try changes.set(part, typed: isTakenAway ? "none" : value, form.calendar)
        }
        self.changes[item.id] = changes
      } catch {
        let reason = error.reason ?? "the values are \(part.allowedWords.quotedList)"
        fail("\(ItemForm.name(of: part)): '\(value.visible)' is invalid: \(reason)")
      }
    }

    private mutating func take(_ attribute: String, _ value: String, of item: Item) {
      guard value != item.attributes[attribute].map(ItemForm.text) ?? "" else { return }
      guard !attribute.isEmpty else { return fail("an attribute needs a name: 'attr.url: …'") }
      let json = try? JSONParser.parse(value)
      let isWhole = json?.array != nil || json?.object != nil || json?.string != nil
      changes[item.id, default: ItemChanges()].attributes[attribute] =
        isWhole ? json ?? .null : KeyValue(key: attribute, value: value).json ?? .null
    }

    /// Takes the notes of the item that ends here.
    mutating func finishNotes() {
      guard let lines = notes, let item else { return }
      notes = nil
      let isBlank = { (line: String) in line.allSatisfy(\.isWhitespace) }
      // Without the empty line that ends the text, or stands before the next item.
      let text = lines.reversed().drop(while: isBlank).reversed().joined(separator: "\n")
      let shown = item.notes.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .reversed().drop { isBlank(String($0)) }.reversed().joined(separator: "\n")
      guard text != shown else { return }
      do throws(ValueError) {
        try changes[item.id, default: ItemChanges()].set(.notes, to: .string(text))
      } catch {
        fail("notes: \(error.reason ?? "they are invalid")")
      }
    }

    private mutating func fail(_ message: String) {
      let place = form.items.count > 1 ? item.map { "\($0.number), " } ?? "" : ""
      mistakes.messages.append(place + message)
    }
  }

  /// A key and its value; an attribute's name may have colons, and a blank behind one ends it.
  private static func parted(_ line: String) -> (key: String, value: String)? {
    let end = line.firstRange(of: ": ")?.lowerBound ?? line.lastIndex(of: ":")
    guard let end else { return nil }
    return (String(line[..<end]).trimmed, String(line[line.index(after: end)...]).trimmed)
  }

  /// Brings the tags to those of a text, between commas.
  private static func take(
    _ text: String,
    into changes: inout ItemChanges,
    of item: Item
  ) throws(ValueError) {
    var names: Set<String> = []
    var rest = text[...]
    while !rest.isEmpty {
      rest = rest.drop { $0 == " " || $0 == "," }
      var name: String
      if let quoted = QuotedText(rest) {
        (name, rest) = (quoted.text, quoted.rest)
      } else {
        name = String(rest.prefix { $0 != "," }).trimmed
        rest = rest.drop { $0 != "," }
      }
      if name.hasPrefix("+") { name.removeFirst() }
      if !name.isEmpty { names.insert(try TagName(argument: name).name) }
    }
    for name in names.subtracting(item.tags) { changes.add(tag: name) }
    for name in item.tags.subtracting(names) { changes.remove(tag: name) }
  }
}
