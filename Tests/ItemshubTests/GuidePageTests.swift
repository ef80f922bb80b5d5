#if Hub
import Foundation
import Testing

/// What the guide shows is what is in the sources, and what the tests run.
@Suite struct GuidePageTests {
  @Test func `each configuration on the page is the file that it says`() throws {
    let page = try GuidePage()
    let origins = page.blocks.compactMap(\.origin)
    #expect(origins == [.nginx, .caddy, .haproxy].map { (kind: ProxyKind) in kind.example })
    for origin in origins {
      let file = try String(contentsOf: GuidePage.root.appending(path: origin), encoding: .utf8)
      #expect(try page.block(from: origin) == file)
    }
  }

  @Test func `each other block on the page is run by a test`() throws {
    let page = try GuidePage()
    #expect(page.blocks.allSatisfy { ($0.origin == nil) != ($0.name == nil) })
    #expect(
      page.blocks.compactMap(\.name) == ["settings", "TLS settings", "certificates", "checks"]
    )
  }

  @Test func `files that the page names are there`() throws {
    let text = try GuidePage().text
    let paths = text.matches(of: /`((?:Scripts|Sources|Support|Tests)\/[^`…]+)`/)
    #expect(paths.count >= 3)
    for path in paths.map({ String($0.output.1) }) {
      let file = GuidePage.root.appending(path: path)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(path)")
    }
  }
}
#endif
