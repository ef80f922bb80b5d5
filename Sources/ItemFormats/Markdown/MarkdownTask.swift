// Items as tasks of Markdown: <https://github.github.com/gfm/#task-list-items-extension->.
//
// | Markdown | item |
// | --- | --- |
// | `# Home` | the list of the tasks below it; without a heading, the usual one |
// | `- [ ] `, `- [x] `, `- [-] ` | open, done, cancelled; also with `*`, `+` and `1.`, and in a quote |
// | `- [/] ` and any other mark | open; the mark is kept as the attribute `mark` |
// | the rest of the line | the title, and behind it the words below |
// | `#tag`, also with a comma behind it | a tag |
// | `due:2026-12-24`, `start:2026-12-24T17:00` | a day, or a time of the local zone |
// | `priority:high`, `list:home` | priority; a list that is not the heading's |
// | `repeat:FREQ=WEEKLY;BYDAY=MO` | the rule by which it comes again |
// | a task that is indented further | stands under the one above it |
// | `> ` below a task, a text that is indented, or that goes on with its paragraph | notes |
//
// Fields of Obsidian's Tasks count among these words, see `ObsidianFields`. A title whose last word looks like one of these has a
// backslash before it, as one has that begins as the definition of a link, `[name]:`, and a heading that ends in `#`. A task has no id: its heading, the titles above it
// and its own name it, and `NamedRecords` tells those of one name apart. It does not change once shipped.

import CommandKit
package import Phrases
package import Storage

/// One task of a list.
package struct MarkdownTask {
  package var title: String
  var status = Status.open
  /// The custom mark in the box of an open task, such as `/`; nil for a space.
  package var mark: Character?
  var tags: Set<String> = []
  var start: DayOrInstant?
  var due: DayOrInstant?
  var priority = Priority.none
  /// A list that is not the heading's.
  var list: String?
  var rule: RepeatRule?
  package var notes: [String] = []
  /// What the line says in Obsidian's words.
  package var fields = ObsidianFields()
  /// The last word of the title if it is a known key and a value that is not understood, as `due:soon`.
  private(set) var unread: String?
}

// MARK: - Writing

extension MarkdownTask {
  /// The task of an item below the heading of a list.
  init(_ item: Item, below list: String, _ calendar: LocalCalendar) {
    title = item.title.onOneLine
    (status, tags) = (item.status, item.tags)
    fields = ObsidianFields(of: item, calendar)
    mark = MarkdownTask.mark(of: item)
    // What the fields say needs no other word.
    if fields.values[.priority] == nil { priority = item.priority }
    if fields.values[.start] == nil { start = item.start }
    if fields.values[.due] == nil { due = item.due }
    if item.list != list { self.list = item.list }
    if fields.values[.recurrence] == nil, item.due != nil || item.start != nil {
      rule = item.repeat.flatMap { $0.origin == .due ? $0.rule : nil }
    }
    if !item.notes.isEmpty {
      notes = item.notes.split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0).onOneLine }
    }
  }

  /// What stands in the box of an item that somebody marked, if the attribute is such a mark.
  package static func mark(of item: Item) -> Character? {
    guard item.status == .open, let text = item.attributes[markKey]?.string, text.count == 1,
      text.allSatisfy(MarkdownLine.isOwnMark)
    else { return nil }
    return text.first
  }

  private static let marks: [Status: Character] = [.open: " ", .done: "x", .cancelled: "-"]

  /// The attribute that keeps the mark of somebody's own.
  package static let markKey = "mark"

  /// The line behind the marker, with the notes below it, to be indented.
  func lines(_ calendar: LocalCalendar) -> [String] {
    var words = tags.sorted(by: utf8Less).filter { isTag($0, calendar) }.map { "#\($0)" }
    words += [("start", start), ("due", due)].compactMap { name, value in
      value.map { "\(name):\(calendar.typedText(of: $0, separator: "T"))" }
    }
    if priority != .none { words.append("priority:\(priority.name)") }
    if let list, MarkdownTask.isWord(list) { words.append("list:\(list)") }
    if let rule { words.append("repeat:\(rule.text)") }
    words += fields.text
    let line = ["[\(mark ?? MarkdownTask.marks[status] ?? " ")]", escapedTitle(calendar)] + words
    return [line.joined(separator: " ")] + notes.map { $0.isEmpty ? ">" : "> \($0)" }
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && !text.contains(where: \.isWhitespace)
  }

  /// Whether a word with the sign of a tag is read as that tag; as any other, it would be a part of the title.
  private func isTag(_ text: String, _ calendar: LocalCalendar) -> Bool {
    guard MarkdownTask.isWord(text) else { return false }
    var task = MarkdownTask(title: "")
    return task.take("#\(text)", calendar) && task.tags == [text]
  }

  /// The title with a backslash before what would be taken for more: a last word, and the definition of a link.
  private func escapedTitle(_ calendar: LocalCalendar) -> String {
    let title = MarkdownTask.isDefinition(title) ? "\\" + title : title
    let start = title.lastIndex(of: " ").map { title.index(after: $0) } ?? title.startIndex
    let word = title[start...]
    let read = MarkdownTask(title, .open, calendar)
    guard start > title.startIndex,
      word.hasPrefix("\\") || read.title != self.title.trimmed || read.unread != nil
    else { return title }
    return title[..<start] + "\\" + word
  }

  /// Whether a text begins as the definition of a link, `[name]:`, of which readers show nothing; perhaps behind backslashes.
  private static func isDefinition(_ text: String) -> Bool {
    let rest = text.drop { $0 == "\\" }
    guard rest.first == "[", let end = rest.dropFirst().firstIndex(where: { "[]".contains($0) })
    else { return false }
    return rest[end...].hasPrefix("]:")
  }
}

// MARK: - Reading

extension MarkdownTask {
  /// Reads what stands behind the box of a task.
  package init(_ text: String, _ status: Status, _ calendar: LocalCalendar) {
    self.init(title: "", status: status)
    var rest = Substring(text.trimmed)
    // Without fields in front of it, `^name` belongs to the title.
    var unnamed = rest
    if let block = ObsidianFields.takeBlock(from: &unnamed) {
      takeWords(from: &unnamed, calendar)
      if fields.form == nil {
        self = MarkdownTask(title: "", status: status)
      } else {
        fields.block = block
        rest = unnamed
      }
    }
    if fields.block == nil { takeWords(from: &rest, calendar) }
    let start = rest.lastIndex(of: " ").map { rest.index(after: $0) }
    if let start, rest[start...].hasPrefix("\\") { rest.remove(at: start) }
    title = String(rest)
    if title.hasPrefix("\\"), MarkdownTask.isDefinition(title) { title.removeFirst() }
  }

  /// Cuts the words that say something off the end of a text.
  private mutating func takeWords(from rest: inout Substring, _ calendar: LocalCalendar) {
    while true {
      while rest.last?.isWhitespace == true { rest.removeLast() }
      if fields.takeLast(from: &rest) { continue }
      guard let space = rest.lastIndex(of: " ") else { return }
      let word = String(rest[rest.index(after: space)...])
      guard take(word, calendar) else {
        unread = MarkdownTask.isPair(word) ? word : nil
        return
      }
      rest = rest[..<space]
    }
  }

  /// True for a known key and a value, be it understood or not.
  private static func isPair(_ word: String) -> Bool {
    guard let colon = word.firstIndex(of: ":"), word.index(after: colon) < word.endIndex else {
      return false
    }
    return ["due", "start", "priority", "list", "repeat"].contains(String(word[..<colon]))
  }

  /// Takes a word that says something; false for one of the title.
  private mutating func take(_ word: String, _ calendar: LocalCalendar) -> Bool {
    if word.hasPrefix("#") {
      let name = word.dropFirst().reversed().drop { ",;.:!?".contains($0) }.reversed()
      guard name.contains(where: \.isLetter) else { return false }
      tags.insert(String(name).nfc)
      return true
    }
    guard let colon = word.firstIndex(of: ":") else { return false }
    let value = String(word[word.index(after: colon)...])
    switch word[..<colon] {
    case "due" where due == nil && fields.values[.due] == nil:
      due = MarkdownTask.time(value, calendar)
      return due != nil
    case "start" where start == nil && fields.values[.start] == nil:
      start = MarkdownTask.time(value, calendar)
      return start != nil
    case "priority" where priority == .none && fields.values[.priority] == nil:
      priority = Priority(name: value) ?? .none
      return priority != .none
    case "list" where list == nil && !value.isEmpty:
      list = value.nfc
      return true
    case "repeat" where rule == nil:
      rule = try? RepeatRule(value)
      return rule != nil
    default: return false
    }
  }

  private static func time(_ text: String, _ calendar: LocalCalendar) -> DayOrInstant? {
    if let day = CalendarDay(text) { return .day(day) }
    guard text.utf8.count >= 16, let date = try? calendar.moment(text) else { return nil }
    return .instant(date)
  }

  /// What the task says of an item, and messages about what an item cannot have of it.
  package func reading(
    below heading: String,
    _ calendar: LocalCalendar
  ) -> (record: ItemJSON.Record, messages: [String]) {
    var draft = ItemDraft(title: title, notes: notes.joined(separator: "\n"))
    (draft.status, draft.tags, draft.priority) = (status, tags, priority)
    (draft.start, draft.due, draft.list) = (start, due, list ?? heading)
    if let mark { draft.attributes[MarkdownTask.markKey] = .string(String(mark)) }
    if let rule {
      draft.repeat = try? RepeatPhrase(rule: rule).counted(from: draft.values, calendar)
      draft.values.settleOccurrence(since: nil)
    }
    var record = ItemJSON.Record(
      draft: draft,
      given: [.title, .notes, .status, .priority, .list, .tags, .start, .due, .repeat, .parent]
    )
    var messages = fields.apply(to: &record, calendar)
    if let unread {
      messages.append(
        "\"\(unread.visible)\" is not understood, or given twice; it and the words before it stay in the title"
      )
    }
    return (record, messages)
  }
}
