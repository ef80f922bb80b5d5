import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import ItemFormats
@testable import itemsctl

@Suite struct RoundTripTests {
  private static let seeds: [UInt64] = [1, 2, 3] + OddDrafts.furtherSeeds
  private static let byNumber = ItemQuery(sort: [.ascending(.number)])

  private func source(_ seed: UInt64) async throws -> Shell {
    let shell = try Shell()
    var generator = OddDrafts(seed: seed)
    let drafts = generator.drafts(120)
    try await shell.repository.write { transaction throws(StorageError) in
      for draft in drafts { try transaction.add(draft) }
    }
    return shell
  }

  @Test(arguments: ["json", "ndjson", "csv", "tsv", "taskwarrior", "icalendar"], seeds)
  func `every part of every item comes back`(format: String, seed: UInt64) async throws {
    let source = try await source(seed)
    let exported = await source("export", "--format", format)
    #expect(exported.code == .success && exported.errors == "", "seed \(seed): \(exported.errors)")
    let target = try Shell()
    let imported = await target("import", "-", "--format", format, input: exported.output)
    #expect(
      imported.output == "Imported: 120 added, 0 updated, 0 unchanged\n",
      "seed \(seed): \(imported.errors)"
    )
    let given = try await source.repository.items(Self.byNumber)
    let kept = try await target.repository.items(Self.byNumber)
    let lost = zip(given, kept).filter { $0.withLineFeeds != $1 }.map(\.0.number)
    #expect(lost == [] && kept.count == given.count, "seed \(seed), \(format)")
    #expect(given.contains { $0.withLineFeeds != $0 })
    let again = await source("import", "-", "--format", format, input: exported.output)
    #expect(again.output == "Imported: 0 added, 0 updated, 120 unchanged\n", "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `what todo.txt cannot say is told, and nothing else is lost`(seed: UInt64) async throws {
    let source = try await source(seed)
    let exported = await source("export", "--format", "todo.txt")
    #expect(exported.output.split(separator: "\n", omittingEmptySubsequences: false).count == 121)
    let target = try Shell()
    let imported = await target("import", "-", "--format", "todo.txt", input: exported.output)
    #expect(
      imported.output == "Imported: 120 added, 0 updated, 0 unchanged\n",
      "seed \(seed): \(imported.errors)"
    )
    var losses: [String: Int] = [:]
    let given = try await source.repository.items(Self.byNumber)
    for (before, after) in zip(given, try await target.repository.items(Self.byNumber)) {
      for field in ItemField.all where field != .part(.number) {
        if field.value(of: before) != field.value(of: after) { losses[field.name, default: 0] += 1 }
      }
    }
    #expect(exported.errors.hasPrefix("todo.txt cannot represent: "))
    #expect(losses["id"] == nil && losses["status"] == nil && losses["priority"] == nil)
    for (field, words) in [("notes", "notes"), ("tags", "some tags"), ("title", "the exact title")]
    {
      let told = losses[field].map { "\(words) of \($0) item" } ?? ""
      #expect(exported.errors.contains(told), "seed \(seed): \(losses) \(exported.errors)")
    }
  }

  @Test func `lines of todo.txt come back to the byte`() async throws {
    let lines = [
      "2026-01-01 Thank Mom for the meatballs @phone id:01900000-0000-7000-8000-000000000001",
      "(A) 2026-01-01 Post signs around +festival @town due:2026-02-01 rec:1w id:01900000-0000-7000-8000-000000000002",
      "x (D) 2026-01-03 2026-01-01 x marks @the spot +a +b id:01900000-0000-7000-8000-000000000003",
      "x 2026-01-03 2026-01-01 given up status:cancelled id:01900000-0000-7000-8000-000000000004",
      "2026-01-01 (A) is no priority  with  spaces url:https://a.b id:01900000-0000-7000-8000-000000000005",
    ]
    let text = lines.map { $0 + "\n" }.joined()
    let shell = try Shell()
    let imported = await shell("import", "-", "--format", "todo.txt", input: text)
    #expect(imported.output == "Imported: 5 added, 0 updated, 0 unchanged\n", "\(imported.errors)")
    #expect(await shell("export", "--format", "todo.txt", "-q").output == text)
  }
}
