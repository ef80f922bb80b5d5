/// A command of a page, and what the page says that it prints.
struct ConsoleEntry: Equatable {
  var command: String
  var expected = ""

  /// The commands of a block of a session: `$` starts one, what follows is what it prints.
  static func entries(in block: String) -> [ConsoleEntry] {
    var entries: [ConsoleEntry] = []
    for line in block.split(separator: "\n") {
      if line.hasPrefix("$ ") {
        entries.append(ConsoleEntry(command: String(line.dropFirst(2))))
      } else if !entries.isEmpty {
        entries[entries.count - 1].expected += line + "\n"
      }
    }
    return entries
  }

  /// Compares, with "…" standing for anything within a line.
  func accepts(_ printed: String) -> Bool {
    let wanted = expected.split(separator: "\n")
    let lines = printed.split(separator: "\n")
    return wanted.count == lines.count
      && zip(wanted, lines).allSatisfy { ConsoleEntry.matches($0, String($1)) }
  }

  private static func matches(_ pattern: Substring, _ line: String) -> Bool {
    let parts = pattern.split(separator: "…", omittingEmptySubsequences: false)
    var rest = line[...]
    for (index, part) in parts.enumerated() {
      if index == 0 {
        guard rest.hasPrefix(part) else { return false }
        rest = rest.dropFirst(part.count)
      } else if index == parts.count - 1 {
        return rest.hasSuffix(part)
      } else {
        guard let range = rest.firstRange(of: part) else { return false }
        rest = rest[range.upperBound...]
      }
    }
    return rest.isEmpty
  }
}
