import ArgumentParsing
import Storage

/// The forms in which items are printed, come in and go out: the value of `--format`.
package enum ItemFormat: String, CaseIterable, ArgumentValue {
  /// Columns for people; nothing reads it back.
  case table
  /// An array of objects, or a document that has one under `items`, or a single object.
  case json
  /// One object on each line.
  case ndjson
  /// Values between commas, with the names of the columns in the first line; RFC 4180.
  case csv
  /// Values between tabs; in a file, with the names of the columns in the first line.
  case tsv
  /// One task on each line; <https://github.com/todotxt/todo.txt>.
  case todoTxt = "todo.txt"
  /// What `task export` prints; <https://taskwarrior.org/docs/design/task/>.
  case taskwarrior
  /// Tasks of a calendar; RFC 5545.
  case iCalendar = "icalendar"
  /// Lists of tasks in a document; <https://github.github.com/gfm/>.
  case markdown

  /// The forms that an export writes.
  package static let exports = allCases.filter { $0 != .table }
  /// The forms that an import reads.
  package static let imports = exports.filter(\.isRead)

  /// Whether an import reads it, too.
  package var isRead: Bool {
    switch self {
    case .table: false
    case .json, .ndjson, .csv, .tsv, .todoTxt, .taskwarrior, .iCalendar, .markdown: true
    }
  }

  /// Whether the form itself says which parts of an item it holds.
  package var hasFixedFields: Bool {
    switch self {
    case .table, .json, .ndjson, .csv, .tsv: false
    case .todoTxt, .taskwarrior, .iCalendar, .markdown: true
    }
  }

  /// The endings of files that hold it.
  private var endings: [String] {
    switch self {
    case .json: [".json"]
    case .ndjson: [".ndjson", ".jsonl"]
    case .csv: [".csv"]
    case .tsv: [".tsv", ".tab"]
    case .todoTxt: [".txt"]
    case .iCalendar: [".ics", ".ical"]
    case .markdown: [".md", ".markdown"]
    case .table, .taskwarrior: []
    }
  }

  /// The endings for a sentence.
  package static var endingList: String { list(exports.flatMap(\.endings)) }

  /// The names of the forms that an export writes, for a sentence.
  package static var exportList: String { list(exports.map(\.rawValue)) }

  private static func list(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " or \(words[words.count - 1])"
  }

  /// The form that a file's name tells, in capitals or not.
  package init?(path: String, among formats: [ItemFormat] = exports) {
    let path = path.lowercased()
    let match = formats.first { $0.endings.contains { path.hasSuffix($0) } }
    guard let match else { return nil }
    self = match
  }

  /// What help says of it, in lines that fit beside its name.
  package var help: [String] {
    switch self {
    case .table: ["for people; below 50 columns, each item is a card"]
    case .json: ["{\"schema\":\(ItemJSON.schema),\"items\":[…]}, one item per line"]
    case .ndjson: ["one item per line"]
    case .csv: ["values with commas between them, and a header (RFC 4180)"]
    case .tsv:
      [
        "the default in a pipe: number, status, priority, due, list,",
        "tags, title, with tabs between them and no header",
      ]
    case .todoTxt: ["one task per line; https://github.com/todotxt"]
    case .taskwarrior: ["the JSON of 'task import' and 'task export'"]
    case .iCalendar: ["tasks of a calendar, VTODO (RFC 5545)"]
    case .markdown: ["'- [ ] Milk' below headings, which are lists"]
    }
  }
}
