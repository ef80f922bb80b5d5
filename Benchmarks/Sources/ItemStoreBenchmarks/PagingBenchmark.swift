import Foundation
import Storage

/// Reads a million items page by page, in a process of its own.
struct PagingBenchmark {
  let count: Int
  let folder: String

  /// The argument that makes the benchmark the process that pages.
  static let reader = "page-through"

  /// One line: how far memory grew above what an open store takes.
  func run() async throws -> String {
    let path = "\(folder)/paged.sqlite"
    try await fill(path)
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = [Self.reader, path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    precondition(process.terminationStatus == 0, "the reader failed")
    return "\nPaging through \(text)"
  }

  private func fill(_ path: String) async throws {
    let repository = try SQLiteRepository(
      at: path,
      options: StoreOptions(history: .off, sqlite: SQLiteOptions(durability: .normal))
    )
    let batch = 10_000
    for start in stride(from: 0, to: count, by: batch) {
      let drafts = Array(Fixture.large(count: batch, seed: UInt64(start)).drafts)
      try await repository.write { transaction throws(StorageError) in
        for draft in drafts { try transaction.add(draft) }
      }
    }
    await repository.close()
  }

  /// Pages through the store and prints the greatest resident memory above the beginning's.
  static func read(_ path: String) async throws {
    let repository = try SQLiteRepository(at: path, options: StoreOptions(access: .readOnly))
    let before = ProcessFigures.kibibytes("VmRSS")
    let start = ContinuousClock.now
    var items = 0
    for try await page in repository.pages(of: ItemQuery(sort: [.descending(.updated)])) {
      items += page.count
    }
    let time = ContinuousClock.now - start
    let growth = Double(ProcessFigures.kibibytes("VmHWM") - before) / 1_024
    await repository.close()
    print(
      "\(items) items, 500 at a time: \(growth.text) MiB above the start, \(time.text)",
      terminator: ""
    )
  }
}
