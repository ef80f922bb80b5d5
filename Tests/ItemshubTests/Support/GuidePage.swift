#if Hub
import Foundation
import Testing

/// A page of the hub's guide, with its blocks.
struct GuidePage {
  /// A block of a page.
  struct Block {
    /// The file that the page says it is, as in `<!-- From PATH. -->`.
    var origin: String?
    /// The name under which a test runs it, as in `<!-- Run by a test: NAME. -->`.
    var name: String?
    /// The lines, each with its end.
    var text: String
  }

  let text: String
  let blocks: [Block]

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  static let proxiesAndTLS = "Sources/itemshub/itemshub.docc/ProxiesAndTLS.md"

  /// Reads a page of the sources.
  init(_ path: String = proxiesAndTLS) throws {
    text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    var blocks: [Block] = []
    var next = Block(text: "")
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if isInside { blocks.append(next) }
        if isInside { next = Block(text: "") }
        isInside.toggle()
      } else if isInside {
        next.text += line + "\n"
      } else if let match = line.wholeMatch(of: /<!-- From (.+)\. -->/) {
        next.origin = String(match.output.1)
      } else if let match = line.wholeMatch(of: /<!-- Run by a test: (.+)\. -->/) {
        next.name = String(match.output.1)
      }
    }
    self.blocks = blocks
  }

  /// The block that is a file of the sources.
  func block(from path: String) throws -> String {
    try #require(blocks.first { $0.origin == path }, "no block from \(path)").text
  }

  /// The block of that name.
  func block(_ name: String) throws -> String {
    try #require(blocks.first { $0.name == name }, "no block named \(name)").text
  }
}

extension String {
  /// Puts a text in another's place, which must be there once.
  func putting(_ text: String, for other: String) throws -> String {
    try #require(ranges(of: other).count == 1, "'\(other)' is not there once:\n\(self)")
    return replacing(other, with: text)
  }
}
#endif
