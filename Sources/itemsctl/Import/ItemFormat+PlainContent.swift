// Formats that a file's content tells plainly, whatever the file is called.
//
// Mail programs and phones rename what they pass on: a calendar arrives as `tasks.txt`. Read by its name, it would become tasks such
// as "BEGIN:VTODO". Only what no person writes as a list of tasks counts as plain, so a todo.txt stays one.

import CommandKit
import ItemFormats
import Storage

extension ItemFormat {
  /// How many bytes behind the first line are looked at.
  static let soughtBytes = 4_096

  /// The format that the first lines tell plainly; nil where the name of the file counts.
  ///
  /// - Parameters:
  ///   - head: The whole first line, and up to ``soughtBytes`` behind it.
  ///   - columns: The fields that columns are.
  ///   - named: The format that the file's name tells; nil without one.
  init?(plainContent head: [UInt8], columns: ColumnNames, named: ItemFormat?) {
    let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.allSatisfy(\.isWhitespace) }.map(String.init)
    guard let first = lines.first else { return nil }
    if first.trimmed.uppercased() == "BEGIN:VCALENDAR" {
      self = .iCalendar
    } else if ItemFormat.beginsObject(head) {
      self = ItemFormat.jsonForm(lines, named)
    } else if let form = ItemFormat.columnForm(lines, columns) {
      // A CSV may have tabs between its values.
      self = named == .csv ? .csv : form
    } else if ItemFormat.isMarkdown(lines, named) {
      self = .markdown
    } else {
      return nil
    }
  }

  /// True if the text begins with an object of JSON, or with an array of objects: `[{"`.
  private static func beginsObject(_ head: [UInt8]) -> Bool {
    var rest = head.drop(while: isSpace)
    if rest.first == UInt8(ascii: "[") { rest = rest.dropFirst().drop(while: isSpace) }
    guard rest.popFirst() == UInt8(ascii: "{") else { return false }
    return rest.drop(while: isSpace).first == UInt8(ascii: "\"")
  }

  /// One document, or an object on each line.
  private static func jsonForm(_ lines: [String], _ named: ItemFormat?) -> ItemFormat {
    let usual = named == .json || named == .ndjson ? named : nil
    guard let object = (try? JSONParser.parse(lines[0]))?.object else {
      // A line of a file of lines may be broken; a document begins with a bracket.
      return usual == .ndjson && lines[0].trimmed.count > 1 && lines[0].trimmed.hasPrefix("{")
        ? .ndjson : .json
    }
    // Behind a whole document there is nothing.
    if lines.count > 1, lines[1].trimmed.hasPrefix("{") { return .ndjson }
    return object["items"]?.array != nil ? .json : usual ?? .ndjson
  }

  /// Columns whose names are those of a title and of another field, with as many values in the line below.
  private static func columnForm(_ lines: [String], _ columns: ColumnNames) -> ItemFormat? {
    let line = lines[0]
    if CSV.declaredSeparator(line) != nil { return lines.count > 1 ? .csv : nil }
    if hasColumns(lines, columns, values: { try? TSV.values(of: $0) }) { return .tsv }
    let separator = CSV.separator(of: Array(line.utf8), rank: columns.rank(of:))
    let isCSV = hasColumns(lines, columns) { try? CSV.values(of: $0, separator: separator) }
    return isCSV ? .csv : nil
  }

  private static func hasColumns(
    _ lines: [String],
    _ columns: ColumnNames,
    values: (String) -> [String]?
  ) -> Bool {
    guard let names = values(lines[0]), names.count > 1, columns.haveTitle(names),
      let fields = try? columns.fields(of: names), fields.count(where: { $0 != nil }) > 1
    else { return false }
    // A value may go on in the next line.
    guard lines.count > 1 else { return false }
    return values(lines[1]).map { $0.count == names.count } ?? lines[1].contains("\"")
  }

  /// Tasks of Markdown below headings or each other, and nothing that would be a task of todo.txt alone.
  ///
  /// A list without a box, and an indented text, is a task of todo.txt as well.
  private static func isMarkdown(_ lines: [String], _ named: ItemFormat?) -> Bool {
    var (tasks, headings, others) = (0, 0, 0)
    for line in lines {
      guard let parsed = MarkdownLine(line) else { continue }
      switch parsed.kind {
      case .task: tasks += 1
      case .heading(let title) where !title.isEmpty: headings += 1
      case .text where parsed.indent == 0 && !line.hasPrefix(">"): others += 1
      case .element, .text: if named == .todoTxt, tasks == 0 || parsed.indent == 0 { others += 1 }
      case .heading, .fence: break
      }
    }
    guard others > 0 else { return tasks > 0 && tasks + headings > 1 }
    return headings > 0 && tasks > 1 && tasks > others && !lines.contains(where: isTodoTxt)
  }

  /// True if a line begins as only one of todo.txt does: with `x `, a priority or a date.
  private static func isTodoTxt(_ line: String) -> Bool {
    let word = line.prefix { $0 != " " }
    let isPriority =
      word.count == 3 && word.hasPrefix("(") && word.hasSuffix(")")
      && word.dropFirst().first?.isUppercase == true
    return word == "x" || isPriority || CalendarDay(String(word)) != nil
  }
}
