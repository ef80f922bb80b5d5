// Measures the store beside the raw C API, in one run; see README.md, "Speed".

import FoundationEssentials

/// Usage: `ItemStoreBenchmarks [COUNT [ITEMSCTL]]`: 100,000 items unless told, and the command's start
/// as well when told where the command is.
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
    if CommandLine.arguments.count > 2,
      let start = try await StartBenchmark(command: CommandLine.arguments[2]).run()
    {
      print(start.row)
    }
    print(ObservationBenchmark.header)
    try await ObservationBenchmark(folder: folder).run { print($0) }
  }
}
