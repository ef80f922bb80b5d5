// Measures the store beside the raw C API, in one run; see README.md, "Speed".

import FoundationEssentials

/// Usage: `ItemStoreBenchmarks [COUNT]`, 100,000 items unless told.
@main
struct Main {
  static func main() async throws {
    let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "item-store-benchmarks-\(ProcessInfo.processInfo.processIdentifier)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    print(Measurement.header)
    try await StorageBenchmarks(count: count, folder: folder).run { print($0.row) }
  }
}
