/// Rows beneath a heading, each column as wide as its widest cell.
struct TextTable {
  private let heading: [String]
  private var rows: [[String]] = []

  init(_ heading: [String]) { self.heading = heading }

  mutating func add(_ row: [String]) { rows.append(row.map(\.printable)) }

  /// The lines without blanks at their ends.
  var lines: [String] {
    let all = [heading] + rows
    let widths = heading.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }.joined(separator: "  ").trimmedAtEnd
    }
  }
}

extension String {
  /// The text with `?` for control characters, which could move a terminal's cursor.
  var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          let isControl =
            scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
            || (0x200B...0x200F).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
            || (0x2066...0x2069).contains(scalar.value)
          return isControl ? "?" : scalar
        }
      )
    )
  }

  fileprivate var trimmedAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
