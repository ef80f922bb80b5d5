import Foundation
import Testing

/// The README's code blocks are files of this target; the command's own tests run its sessions.
@Suite struct `The README` {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test(arguments: [
    (0, "ShoppingList.swift"), (1, "ShoppingListTests.swift"), (2, "Outbox.swift"),
  ])
  func `shows code that this target compiles and runs`(index: Int, file: String) throws {
    let blocks = CodeBlock.blocks(in: try Self.text("README.md")).map { $0.text + "\n" }
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
