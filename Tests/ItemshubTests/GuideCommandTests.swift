#if Hub
import Foundation
import Testing

/// The commands on the guide's pages, one block after the other.
@Suite struct GuideCommandTests {
  private static let firstDevice = "Sources/itemshub/itemshub.docc/FirstDevice.md"
  private static let runningForYears = "Sources/itemshub/itemshub.docc/RunningForYears.md"

  private let workplace: HubWorkplace

  init() throws { workplace = try HubWorkplace() }

  private func succeed(_ lines: String) async throws -> HubWorkplace.Result {
    let result = try await workplace.run("set -e\n\(lines)")
    #expect(result.code == 0, "\(lines)\n\(result)")
    return result
  }

  @Test func `the first device joins by the line that the hub prints`() async throws {
    let daemon = try await Daemon(in: workplace)
    let lines = try GuidePage(Self.firstDevice).block("first device")
      .putting("", for: "itemshub serve &\n")
      // A terminal alone is shown the line.
      .putting(
        "script -qec 'itemshub token create main --label laptop' said >shown </dev/null",
        for: "itemshub token create main --label laptop"
      )
      .putting(
        "tr -d '\\r' <said | sed -n '/^  http/p' | itemsctl join",
        for: "itemsctl join"
      )
    let result = try await succeed("itemsctl add -q one\n\(lines)")
    #expect(result.output.hasSuffix("1 pushed, 0 pulled\n"), "\(result)")
    #expect(await daemon.end() == 0)
  }

  @Test func `each block on running a hub does what it says`() async throws {
    let page = try GuidePage(Self.runningForYears)
    #expect(page.blocks.compactMap(\.name) == ["backup", "restore", "tokens", "spaces", "move"])
    #expect(page.blocks.allSatisfy { $0.name != nil })
    let daemon = try await Daemon(in: workplace)
    try await daemon.join("a.sqlite")
    _ = try await succeed("itemsctl --store a.sqlite add -q one; itemsctl --store a.sqlite sync")
    let spaces = try await succeed(
      try page.block("spaces").putting(
        "cp main.ndjson kept\nitemshub space delete",
        for: "itemshub space delete"
      )
    )
    #expect(spaces.output.contains("Deleted the space club\n"), "\(spaces)")
    _ = try await succeed(try page.block("backup"))
    let restored = try await succeed(try page.block("restore"))
    #expect(restored.errors.contains("before-restore"), "\(restored)")
    for line in try page.block("tokens").split(separator: "\n") {
      let made = try await succeed("itemshub token create main --json")
      let id = try #require(made.output.split(separator: "\"id\":\"").last?.prefix(8))
      _ = try await succeed(String(line).replacing("ID", with: String(id)))
    }
    let moved = try await succeed(
      "export ITEMSHUB_STORE=new.sqlite\n" + page.block("move") + "itemshub space list"
    )
    #expect(moved.output.contains("main   1 "), "\(moved)")
    #expect(await daemon.end() == 0)
  }
}
#endif
