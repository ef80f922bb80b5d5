import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

/// The folder of real input beside the package, which need not be there.
private let dataFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("shared/data").path

@Suite(.enabled(if: FileManager.default.fileExists(atPath: dataFolder))) struct RealDataTests {
  @Test(arguments: [("commits", 11_761), ("selfhosted", 1_348), ("evolution", 546)])
  func `real records are kept with every field`(name: String, count: Int) async throws {
    let shell = try Shell()
    let path = "\(dataFolder)/\(name).ndjson"
    let outcome = await shell("import", path, "--strict")
    #expect(
      outcome.output == "Imported: \(count) added, 0 updated, 0 unchanged\n",
      "\(outcome.errors)"
    )
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let items = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    #expect(items.count == count && lines.count == count)
    // One expectation at the end: a hundred thousand of them would take most of the time.
    var lost: [String] = []
    for (line, item) in zip(lines, items) {
      let given = try #require(try JSONParser.parse(String(line)).object)
      let kept = try JSONParser.parse(Self.line(of: item))
      for (key, value) in given where try !Self.isKept(key, value, kept[key]) {
        lost.append("\(item.number) \(key)")
      }
    }
    #expect(lost == [])
    let exported = await shell("export").output
    let other = try Shell()
    _ = await other("import", "-", "--format", "json", input: exported)
    #expect(await other("export").output == exported)
  }

  private static func line(of item: Item) throws -> [UInt8] {
    var writer = JSONWriter()
    try ItemJSON.write(item, to: &writer, style: .explicitNulls)
    return writer.bytes
  }

  /// Tags come back in another order, times in UTC, and notes with line feeds; all else as it was.
  private static func isKept(
    _ key: String,
    _ given: JSONValue,
    _ kept: JSONValue?
  ) throws -> Bool {
    switch key {
    case "tags":
      return Set(given.array ?? []) == Set(kept?.array ?? [])
    case "createdAt", "updatedAt":
      let instant = try ISO8601.parse(given.string ?? "")
      return kept?.string == ISO8601.string(milliseconds: instant.milliseconds)
    case "notes":
      return kept?.string == given.string?.withLineFeeds
    default:
      return kept == given
    }
  }
}
