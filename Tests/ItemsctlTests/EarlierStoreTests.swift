import Foundation
import Testing

/// Stores that earlier versions of the command made.
@Suite(.enabled(if: BuiltCommand.path != nil)) struct `A store of an earlier version` {
  private let workplace: Workplace

  init() throws {
    workplace = try Workplace()
    for name in ["schema-1.sqlite", "schema-2.sqlite", "schema-3.sqlite", "schema-1.json"] {
      let source = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../StoredStores/\(name)").standardizedFileURL
      try FileManager.default.copyItem(
        at: source,
        to: URL(filePath: "\(workplace.path)/\(name)")
      )
    }
  }

  @Test(arguments: ["schema-1.sqlite", "schema-2.sqlite", "schema-3.sqlite", "schema-1.json"])
  func `is read by the first command that comes`(_ name: String) async throws {
    let result = try await BuiltCommand.run(
      "$0 --store \(name) list status:any --fields title && $0 --store \(name) doctor -q",
      in: workplace
    )
    #expect(result.code == 0 && result.output.contains("Buy milk"), "\(result)")
  }

  @Test(arguments: ["schema-1.sqlite"])
  func `stays as it is where nothing is to be done`(_ name: String) async throws {
    let result = try await BuiltCommand.run(
      """
      cp \(name) before; $0 --store \(name) edit 1 --list x --dry-run; $0 --store \(name) add x --dry-run
      cmp \(name) before
      """,
      in: workplace
    )
    #expect(result.code == 0, "\(result)")
  }

  @Test func `is left as it was where it cannot be written to`() async throws {
    let result = try await BuiltCommand.run(
      "chmod 400 schema-1.sqlite; \(PlaceTroubleTests.limited) $0 --store schema-1.sqlite list",
      in: workplace
    )
    #expect(result.code == 77 && result.errors.contains("older schema"), "\(result)")
  }
}
