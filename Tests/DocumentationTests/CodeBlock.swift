import Foundation
import Testing

/// A block of Swift code in an article.
struct CodeBlock {
  /// Where it begins, counted from 1.
  let line: Int
  /// Whether it is found among the examples for SwiftUI.
  let needsSwiftUI: Bool
  /// The file that the article says it is from.
  let origin: String?
  /// Whether it is another library's, which is not at hand: its grammar is checked, and nothing else.
  let isParsedOnly: Bool
  private(set) var lines: [Substring] = []

  var text: String { lines.joined(separator: "\n") }

  static func blocks(in article: String) -> [CodeBlock] {
    var blocks: [CodeBlock] = []
    var isInside = false
    var needsSwiftUI = false
    var origin: String?
    var isParsedOnly = false
    let lines = article.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if isInside, line == "```" {
        isInside = false
        needsSwiftUI = false
        origin = nil
        isParsedOnly = false
      } else if isInside {
        blocks[blocks.count - 1].lines.append(line)
      } else if line == "```swift" {
        isInside = true
        blocks.append(
          CodeBlock(
            line: index + 1,
            needsSwiftUI: needsSwiftUI,
            origin: origin,
            isParsedOnly: isParsedOnly
          )
        )
      } else if line.contains("Checked by Scripts/check-swiftui") {
        needsSwiftUI = true
      } else if line.hasPrefix("<!-- Parsed by a test") {
        isParsedOnly = true
      } else if let match = line.wholeMatch(of: /<!-- From (.+)\. -->/) {
        origin = String(match.output.1)
      }
    }
    return blocks
  }

  private init(line: Int, needsSwiftUI: Bool, origin: String?, isParsedOnly: Bool) {
    self.line = line
    self.needsSwiftUI = needsSwiftUI
    self.origin = origin
    self.isParsedOnly = isParsedOnly
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

@Suite struct `A block of code` {
  @Test func `is found where nothing but its indentation differs`() throws {
    let block = try #require(CodeBlock.blocks(in: "```swift\nif a {\n  b()\n}\n```\n").first)
    #expect(block.isPart(of: "x\n  if a {\n    b()\n  }\ny"))
    #expect(!block.isPart(of: "if a {\n    b()\n}"))
    #expect(!block.isPart(of: "if a {\n\n  b()\n}"))
    #expect(!block.isPart(of: "if a {\n  b()"))
    #expect(!block.isPart(of: "if a {\n  c()\n}"))
  }

  @Test func `is parsed only where the article says so`() throws {
    let blocks = CodeBlock.blocks(
      in: "<!-- Parsed by a test: this needs X. -->\n```swift\na\n```\n```swift\nb\n```\n"
    )
    #expect(blocks.map(\.isParsedOnly) == [true, false])
  }

  @Test func `has an origin where the article says so`() throws {
    let blocks = CodeBlock.blocks(
      in: "<!-- From A/b.swift. -->\n```swift\na\n```\n```swift\nb\n```\n"
    )
    #expect(blocks.map(\.origin) == ["A/b.swift", nil])
  }
}
