import Foundation
import Testing

/// The pages beside the articles: those at the top of the sources, and those of folders.
///
/// `ArticleTests` looks at the articles, whose links `Scripts/check-docs` follows; `Scripts/check-blocks` at all blocks of
/// Swift.
@Suite struct `The pages` {
  static let ofFolders = [
    "Examples/README.md", "Sources/itemsctl/Interface/README.md", "Sources/itemsctl/README.md",
    "Tests/README.md",
  ]

  static let all: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Article.root.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted() + ofFolders
  }()

  @Test func `are there`() {
    #expect(
      Self.all == [
        "BENCHMARKS.md", "CHANGELOG.md", "CONTRIBUTING.md", "DECISIONS.md", "README.md",
        "SECURITY.md",
      ] + Self.ofFolders
    )
  }

  @Test(arguments: all) func `link to what is there`(_ page: String) throws {
    for link in Self.links(in: try Article.text(page)) where !link.contains("://") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let folder = page.split(separator: "/").dropLast().map { "\($0)/" }.joined()
      let target = parts[0].isEmpty ? page : folder + parts[0]
      let exists = FileManager.default.fileExists(atPath: Article.root.appending(path: target).path)
      #expect(exists, "\(link)")
      if exists, parts.count == 2 {
        #expect(Self.anchors(in: try Article.text(target)).contains(String(parts[1])), "\(link)")
      }
    }
  }

  @Test(arguments: all) func `name files that are there`(_ page: String) throws {
    let paths = try Article.text(page)
      .matches(of: /`((?:migrations|Pictures|Scripts|Sources|Support|Tests)\/[^`\s]+)/)
    // `NAME` and `…` stand for what is to come.
    for path in paths.map({ String($0.output.1) }) where !path.contains(/NAME|…/) {
      let place = Article.root.appending(path: path).path
      #expect(FileManager.default.fileExists(atPath: place), "\(path)")
    }
  }

  private static func links(in text: String) -> [String] {
    text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
  }

  /// The anchors of headings, as GitHub makes them.
  private static func anchors(in text: String) -> Set<String> {
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }
    return Set(
      headings.map { heading in
        heading.drop { $0 == "#" }.trimmingPrefix(" ").lowercased()
          .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
          .replacing(" ", with: "-")
      }
    )
  }
}
