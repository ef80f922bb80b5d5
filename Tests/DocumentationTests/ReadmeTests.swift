import Foundation
import Testing

/// The README's code blocks are files of this target; the command's own tests run its sessions.
@Suite struct `The README` {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The code blocks of a language, in order.
  private static func blocks(_ language: String) throws -> [String] {
    var blocks: [String] = []
    var current: [Substring]?
    for line in try text("README.md").split(separator: "\n", omittingEmptySubsequences: false) {
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

  @Test(arguments: [
    (0, "ShoppingList.swift"), (1, "ShoppingListTests.swift"), (2, "Outbox.swift"),
  ])
  func `shows code that this target compiles and runs`(index: Int, file: String) throws {
    let blocks = try Self.blocks("swift")
    #expect(blocks.count == 3)
    #expect(try blocks[index] == Self.text("Tests/DocumentationTests/\(file)"))
  }

  @Test func `links to files that are there`() throws {
    let links = try Self.text("README.md").matches(of: /\]\(([^)#]+)\)/).map { String($0.output.1) }
    #expect(links.contains("CHANGELOG.md"))
    for link in links where !link.contains("://") {
      let path = Self.root.appending(path: link).path
      #expect(FileManager.default.fileExists(atPath: path), "\(link)")
    }
  }

  @Test func `names scripts that are there`() throws {
    for script in ["Scripts/install", "Scripts/run", "Scripts/test", "Scripts/bench"] {
      #expect(try Self.text("README.md").contains(script))
      let path = Self.root.appending(path: script).path
      #expect(FileManager.default.isExecutableFile(atPath: path))
    }
  }
}
