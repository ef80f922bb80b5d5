import Foundation
import Storage

/// How time and memory of a sync grow: with items that have long notes, and with many small ones.
///
/// The hub is in a file, and each way is a ``SyncProcess``.
struct SyncGrowthBenchmark {
  /// How many small items.
  let count: Int
  let folder: String

  private let largeCount = 400

  func run(report: @Sendable (String) -> Void) async throws {
    report(
      """

      | sync with a hub in a file | time | memory above the start | first and last 100,000, by processor time |
      | --- | --- | --- | --- |
      """
    )
    try await fillLarge("\(folder)/large-first.sqlite")
    try sync("large", "\(largeCount) items of 488 KiB", report)
    try await fillSmall("\(folder)/small-first.sqlite")
    try sync("small", "\(count) small items", report)
  }

  private func sync(_ name: String, _ what: String, _ report: (String) -> Void) throws {
    let hub = "\(folder)/\(name)-hub.sqlite"
    for (way, store) in [("push of", "first"), ("first sync of another device,", "second")] {
      let cells = try SyncProcess.run(store: "\(folder)/\(name)-\(store).sqlite", hub: hub)
      report("| \(way) \(what) | \(cells) |")
    }
  }

  private func fillLarge(_ path: String) async throws {
    let store = try SQLiteRepository(at: path, options: StoreOptions(history: .off))
    for number in 0..<largeCount {
      var draft = ItemDraft(title: "Long text \(number)", notes: text(number, kibibytes: 248))
      for part in 1...4 {
        draft.attributes["part \(part)"] = .string(text(number + part, kibibytes: 60))
      }
      try await store.add(draft)
    }
    await store.close()
  }

  private func text(_ number: Int, kibibytes: Int) -> String {
    var text = ""
    while text.utf8.count < kibibytes * 1_024 {
      text += "A line of a long text, and no two of them are alike: \(number) \(text.utf8.count)\n"
    }
    return String(text.prefix(kibibytes * 1_024))
  }

  private func fillSmall(_ path: String) async throws {
    let store = try SQLiteRepository(
      at: path,
      options: StoreOptions(history: .off, sqlite: SQLiteOptions(durability: .normal))
    )
    // One fixture, whose items were made one after the other, as a person's are: their ids and times grow.
    var rest = Fixture.large(count: count, seed: 1).drafts.makeIterator()
    while true {
      var drafts: [ItemDraft] = []
      while drafts.count < 10_000, let draft = rest.next() { drafts.append(draft) }
      if drafts.isEmpty { break }
      try await store.write { [drafts] transaction throws(StorageError) in
        for draft in drafts { try transaction.add(draft) }
      }
    }
    await store.close()
  }
}
