import Foundation
import Testing

/// The code blocks of the container's articles are parts of the files beside them, which are compiled and run.
///
/// The article `Scopes.md` has its blocks in `Registry/ScopesTests.swift`. A block under a line that says
/// "Checked by Scripts/check-swiftui" needs SwiftUI and is found in that check's examples, in `ScopesViews.swift`.
@Suite struct `The articles of Registry` {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL
  private static let catalog = root.appending(path: "Sources/Registry/Registry.docc")
  private static let articles =
    (try? FileManager.default.contentsOfDirectory(atPath: catalog.path))?
    .filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted() ?? []

  @Test func `are there`() {
    let expected = [
      "ComingFromFactory", "ComingFromSwiftDependencies", "ContextValues", "Contexts",
      "GettingStarted", "Lifetime", "ModelsAndPreviews", "Registry", "Scopes", "Testing",
      "ThrowingAndAsync",
    ]
    #expect(Self.articles == expected)
  }

  @Test(arguments: articles)
  func `show code that is compiled and run`(_ article: String) throws {
    let text = try String(
      contentsOf: Self.catalog.appending(path: "\(article).md"),
      encoding: .utf8
    )
    let blocks = CodeBlock.blocks(in: text)
    #expect(!blocks.isEmpty)
    try find(
      blocks.filter { !$0.needsSwiftUI },
      in: "Tests/DocumentationTests/Registry/\(article)Tests.swift"
    )
    let views = blocks.filter(\.needsSwiftUI)
    if views.isEmpty { return }
    try find(views, in: "Tests/SwiftUIStandIn/Examples/\(article)Views.swift")
  }

  private func find(_ blocks: [CodeBlock], in path: String) throws {
    let source = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    for block in blocks where !block.isPart(of: source) {
      Issue.record("line \(block.line): this is no part of \(path):\n\(block.text)")
    }
  }

  @Test func `find no block that differs in anything but its indentation`() throws {
    let block = try #require(CodeBlock.blocks(in: "```swift\nif a {\n  b()\n}\n```\n").first)
    #expect(block.isPart(of: "x\n  if a {\n    b()\n  }\ny"))
    #expect(!block.isPart(of: "if a {\n    b()\n}"))
    #expect(!block.isPart(of: "if a {\n\n  b()\n}"))
    #expect(!block.isPart(of: "if a {\n  b()"))
    #expect(!block.isPart(of: "if a {\n  c()\n}"))
  }
}

/// A block of Swift code in an article.
private struct CodeBlock {
  /// Where it begins, counted from 1.
  let line: Int
  let needsSwiftUI: Bool
  var lines: [Substring] = []

  var text: String { lines.joined(separator: "\n") }

  static func blocks(in article: String) -> [CodeBlock] {
    var blocks: [CodeBlock] = []
    var isInside = false
    var needsSwiftUI = false
    let lines = article.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if isInside, line == "```" {
        isInside = false
        needsSwiftUI = false
      } else if isInside {
        blocks[blocks.count - 1].lines.append(line)
      } else if line == "```swift" {
        isInside = true
        blocks.append(CodeBlock(line: index + 1, needsSwiftUI: needsSwiftUI))
      } else if line.contains("Checked by Scripts/check-swiftui") {
        needsSwiftUI = true
      }
    }
    return blocks
  }

  /// Whether the lines of a file have this block somewhere, all of its lines indented alike.
  func isPart(of file: String) -> Bool {
    let file = file.split(separator: "\n", omittingEmptySubsequences: false)
    return file.indices.contains { start in
      let window = file[start...].prefix(lines.count)
      let indentation = file[start].prefix { $0 == " " }
      return window.count == lines.count
        && zip(lines, window).allSatisfy { line, found in
          line.isEmpty ? found.isEmpty : found == indentation + line
        }
    }
  }
}
