import Foundation
import Storage

/// How long a change takes in a store whose file is written anew for it.
struct JSONFileBenchmark {
  /// How many items the store has.
  let count: Int
  let folder: String

  func run() async throws -> Measurement {
    let path = "\(folder)/changed.json"
    let repository = try JSONFileRepository(at: path)
    let items = try await repository.write { transaction throws(StorageError) in
      var items: [Item] = []
      for draft in Fixture.large(count: count, seed: 1).drafts {
        items.append(try transaction.add(draft))
      }
      return items
    }
    let bytes = try Data(contentsOf: URL(filePath: path))
    var changes = 0
    let measurement = try await Measurement.take(
      "change one of \(count) items in a JSON file (\(bytes.count / 1_000) kB)",
      operations: 1,
      runs: 41,
      floor: { replace("\(folder)/floor.json", with: bytes) },
      store: {
        var item = items[changes &* 7_919 % items.count]
        changes += 1
        item.title = "Changed \(changes)"
        try await repository.update(item)
      }
    )
    await repository.close()
    return measurement
  }

  /// Writes, syncs and renames a file, and syncs its folder: what no safe replacement can do without.
  private func replace(_ path: String, with bytes: Data) {
    let temporary = path + ".tmp"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    precondition(file >= 0, "\(temporary) cannot be made")
    let written = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    precondition(written == bytes.count && fsync(file) == 0 && close(file) == 0)
    precondition(rename(temporary, path) == 0)
    let directory = open(folder, O_RDONLY | O_CLOEXEC)
    precondition(fsync(directory) == 0 && close(directory) == 0)
  }
}
