// Lines of todo.txt read as items.

import Phrases
package import Storage

extension TodoTxt {
  /// A line that was read.
  package struct Line {
    /// What the line says of an item.
    package var record = ItemJSON.Record(
      draft: ItemDraft(title: ""),
      given: [.status, .priority, .list, .tags, .start, .due, .kind, .attributes, .completedAt]
    )
    /// Messages about words that do not follow their form, or whose meaning the line leaves open.
    package var warnings: [String] = []
  }

  /// Reads a line, which may say anything.
  package func read(_ text: some StringProtocol) -> Line {
    var line = Line()
    var rest = Substring(text)
    takeFront(of: &rest, into: &line.record)
    let words = takeTrailingWords(from: &rest)
    for word in TodoTxt.words(of: rest) { take(word, isTrailing: false, into: &line) }
    var title = String(rest)
    for word in words where !take(word, isTrailing: true, into: &line) { title += " \(word)" }
    line.record.draft.title = title
    takeRule(into: &line)
    return line
  }

  // MARK: - In front of the title

  private func takeFront(of rest: inout Substring, into record: inout ItemJSON.Record) {
    let isDone = take("x", from: &rest)
    if isDone { record.draft.status = .done }
    var hasPriority = takePriority(from: &rest, into: &record)
    let first = takeDay(from: &rest)
    // Some programs put the date of completion in front of a line, and leave the rest of it as it was. Behind the date of
    // creation, such letters belong to the title.
    if isDone, first != nil, !hasPriority { hasPriority = takePriority(from: &rest, into: &record) }
    let second = first != nil && isDone ? takeDay(from: &rest) : nil
    if isDone {
      (record.draft.completedAt, record.draft.createdAt) = (first, second)
    } else {
      record.draft.createdAt = first
    }
  }

  private func take(_ word: String, from rest: inout Substring) -> Bool {
    guard rest.hasPrefix(word + " ") else { return false }
    rest = rest.dropFirst(word.count + 1)
    return true
  }

  private func takePriority(
    from rest: inout Substring,
    into record: inout ItemJSON.Record
  ) -> Bool {
    guard let letter = priorityLetter(rest) else { return false }
    rest = rest.dropFirst(4)
    set(letter, in: &record)
    return true
  }

  /// A letter in parentheses and a space; a small letter is not a priority.
  private func priorityLetter(_ rest: Substring) -> String? {
    let front = Array(rest.utf8.prefix(4))
    guard front.count == 4, front[0] == UInt8(ascii: "("), front[2] == UInt8(ascii: ")"),
      front[3] == 0x20, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(front[1])
    else { return nil }
    return String(Character(Unicode.Scalar(front[1])))
  }

  private func set(_ letter: String, in record: inout ItemJSON.Record) {
    switch letter {
    case "A": record.draft.priority = .high
    case "B": record.draft.priority = .medium
    default: record.draft.priority = .low
    }
    if TodoTxt.isFurtherLetter(letter) {
      record.draft.attributes[TodoTxt.priority] = .string(letter)
    }
  }

  private func takeDay(from rest: inout Substring) -> Date? {
    let word = rest.prefix { $0 != " " }
    guard word.endIndex < rest.endIndex, let date = calendar.day(String(word)) else { return nil }
    rest = rest[rest.index(after: word.endIndex)...]
    return date
  }

  // MARK: - Words with a meaning

  /// Cuts the words with a meaning off the end, unless they are all there is.
  ///
  /// A key that is there twice keeps one value; the other stays in the title.
  private func takeTrailingWords(from rest: inout Substring) -> [String] {
    var words: [String] = []
    var keys: Set<String> = []
    while let space = rest.lastIndex(of: " "), space != rest.startIndex {
      let word = String(rest[rest.index(after: space)...])
      guard isSpecial(word), rest[..<space].contains(where: { !$0.isWhitespace }) else { break }
      if let key = TodoTxt.pair(word)?.key.nfc, !keys.insert(key).inserted { break }
      words.append(word)
      rest = rest[..<space]
    }
    return words.reversed()
  }

  private func isSpecial(_ word: String) -> Bool {
    if word.hasPrefix("+") || word.hasPrefix("@") { return word.count > 1 }
    return TodoTxt.pair(word) != nil
  }

  /// Takes a word that means something; false for one that stays in the title.
  @discardableResult
  private func take(_ word: String, isTrailing: Bool, into line: inout Line) -> Bool {
    if word.count > 1, word.hasPrefix("+") {
      takeProject(String(word.dropFirst()), into: &line.record)
    } else if word.count > 1, word.hasPrefix("@") {
      line.record.draft.tags.insert(String(word.dropFirst()).nfc)
    } else if let (key, value) = TodoTxt.pair(word), isTrailing || key == "due" {
      return takePair(key, value, into: &line)
    }
    return true
  }

  private func takeProject(_ name: String, into record: inout ItemJSON.Record) {
    let list = record.draft.list
    record.draft.list = name
    guard list != Item.defaultList, list != name else { return }
    let others = record.draft.attributes[TodoTxt.projects]?.array ?? []
    record.draft.attributes[TodoTxt.projects] = .array(others + [.string(list)])
  }

  /// Takes a pair; a date that is none stays in the title, and any other value that does not follow its form becomes an attribute.
  ///
  /// What `due:tomorrow` means depends on the day on which it was written, which no line tells.
  private func takePair(_ key: String, _ value: String, into line: inout Line) -> Bool {
    switch key {
    case "due", TodoTxt.start:
      guard let day = CalendarDay(value) else {
        line.warnings.append("\"\(key)\": expected a day such as 2026-12-24; it is kept as text")
        return false
      }
      if key == "due" {
        line.record.draft.due = .day(day)
      } else {
        line.record.draft.start = .day(day)
      }
      return true
    case "id":
      if let id = ItemID(value) {
        line.record.draft.id = id
        return true
      }
    case "kind":
      line.record.draft.kind = value
      return true
    case "status":
      if let status = Status(name: value) {
        line.record.draft.status = status
        return true
      }
    case TodoTxt.priority where value.utf8.count == 1 && value >= "A" && value <= "Z":
      // Many programs keep the priority of a task so when it is done.
      set(value, in: &line.record)
      return true
    default: break
    }
    line.record.draft.attributes[key.nfc] = KeyValue(key: key, value: value).json
    return true
  }
}
