import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct StatsPictureTests {
  private static let picture = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Pictures/stats.svg").standardizedFileURL

  /// With `UPDATE_GOLDEN=1` in the environment it is drawn anew.
  @Test func `the picture of the command's page is what the command draws`() async throws {
    let svg = try await Shell(.full)("stats", "--svg", "-").output
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try svg.write(to: Self.picture, atomically: true, encoding: .utf8)
    }
    #expect(try svg == String(contentsOf: Self.picture, encoding: .utf8))
  }

  @Test func `a picture is well-formed, whatever names the lists have`() async throws {
    let shell = try Shell()
    for name in ["<b>&\"'", "\u{1}\u{1B}[31m", "\u{FFFE}\u{202E}", "]]>", "日本語の長い名前の一覧です"] {
      try await shell.repository.add(ItemDraft(title: name, list: name, tags: ["<&>"]))
    }
    for shell in [shell, try Shell(.full), try Shell(.large(count: 500)), try Shell()] {
      let svg = await shell("stats", "--svg", "-").output
      let outline = SVGOutline()
      let parser = XMLParser(data: Data(svg.utf8))
      parser.delegate = outline
      #expect(parser.parse(), "\(String(describing: parser.parserError))\n\(svg)")
      // Nothing is fetched from elsewhere, and those who do not see it are told what it shows.
      #expect(outline.elements.isDisjoint(with: ["image", "script", "use", "a", "foreignObject"]))
      #expect(outline.elements.isSuperset(of: ["title", "desc"]))
      #expect(outline.links == [])
    }
  }

  @Test func `each colour stands as it is, for programs that know no variables`() async throws {
    let svg = try await Shell(.full)("stats", "--svg", "-").output
    #expect(!svg.contains("var(") && !svg.contains("--page"))
    // All classes have a rule, on light pages and on dark ones.
    let used = Set(svg.matches(of: /class="([a-z-]+)"/).map { String($0.output.1) })
    let sheets = svg.components(separatedBy: "@media (prefers-color-scheme: dark)")
    #expect(sheets.count == 2 && used.count > 8)
    for name in used { #expect(sheets[0].contains(".\(name) "), "\(name)") }
    for name in used.filter({ $0.hasPrefix("fill-") || $0 == "page" || $0 == "card" }) {
      #expect(sheets[1].contains(".\(name) {"), "\(name)")
    }
  }

  @Test func `the description tells the figures`() async throws {
    let svg = try await Shell(.full)("stats", "--svg", "-").output
    #expect(svg.contains("<title id=\"title\">36 items on Sat 21 Nov 2026</title>"))
    #expect(svg.contains("28 open, 5 done, 3 cancelled. Of the open ones, 2 overdue, 0 due today"))
  }

  @Test func `a picture in a file is whole or not there`() async throws {
    let workplace = try Workplace()
    let shell = try Shell(.full)
    let outcome = await shell("stats", "--svg", workplace.file("a.svg"))
    #expect(outcome.output == "Drew '\(workplace.file("a.svg"))'\n")
    let drawn = String(decoding: try workplace.read("a.svg"), as: UTF8.self)
    #expect(await shell("stats", "--svg", "-").output == drawn)
    let missing = await shell("stats", "--svg", workplace.file("no/a.svg"))
    #expect(missing.code == .cannotCreate && missing.output == "")
    #expect(!workplace.exists("no"))
  }

  @Test(arguments: [
    (0, [0, 1]), (1, [0, 1]), (4, [0, 1, 2, 3, 4]), (5, [0, 2, 4, 6]), (8, [0, 2, 4, 6, 8]),
    (28, [0, 10, 20, 30]), (41, [0, 20, 40, 60]), (45_678, [0, 20_000, 40_000, 60_000]),
  ]) func `a scale has few round numbers`(most: Int, marks: [Int]) {
    #expect(ChartScale(most: most).marks == marks)
  }

  @Test(arguments: 0...2_000) func `a scale reaches the greatest value and not far beyond`(
    most: Int
  ) {
    let scale = ChartScale(most: most)
    #expect(scale.marks.first == 0 && (2...6).contains(scale.marks.count))
    #expect(scale.top >= most && scale.top <= max(1, most * 2))
  }
}

/// Notes the elements of a picture and what they refer to.
private final class SVGOutline: NSObject, XMLParserDelegate {
  var elements: Set<String> = []
  var links: [String] = []

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.insert(name)
    links += ["href", "xlink:href", "src"].compactMap { attributes[$0] }
  }
}
