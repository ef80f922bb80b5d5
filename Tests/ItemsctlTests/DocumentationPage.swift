import Foundation

/// A page that people read beside a terminal.
struct DocumentationPage {
  /// Its name within the sources.
  let path: String
  private let text: String

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  init(_ path: String) throws {
    self.path = path
    text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  /// The pages whose sessions are run, line by line as they stand there.
  static let withSessions = ["README.md", "Sources/itemsctl/README.md"]

  /// The pages at the top of the sources, the command's, and every article.
  static func all() throws -> [DocumentationPage] {
    let sources = try FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: "Sources").path
    )
    let pages = withSessions + ["BENCHMARKS.md", "CONTRIBUTING.md", "SECURITY.md"]
    return try pages.map(DocumentationPage.init)
      + sources.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.sorted()
      .map { try DocumentationPage("Sources/\($0)") }
  }

  /// The code blocks of a language, in order.
  func blocks(_ language: String) -> [String] {
    var blocks: [String] = []
    var current: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if current == nil, line == "```\(language)" {
        current = []
      } else if let lines = current, line == "```" {
        blocks.append(lines.joined(separator: "\n") + "\n")
        current = nil
      } else {
        current?.append(line)
      }
    }
    return blocks
  }

  /// The command lines that a reader would paste, each whole: one that ends with `\` goes on with the next.
  func commandLines() -> [String] {
    var lines: [String] = []
    for line in blocks("sh").flatMap({ $0.split(separator: "\n") }) {
      if lines.last?.hasSuffix("\\") == true {
        lines[lines.count - 1] += "\n\(line)"
      } else {
        lines.append(String(line))
      }
    }
    return lines + blocks("console").flatMap(ConsoleEntry.entries).map(\.command)
  }
}
