import Foundation

/// Usage: `ItemStoreBenchmarks [COUNT] [--only NAME,…] [--command ITEMSCTL] [--trial]`.
///
/// 100,000 items unless told; the command's start is measured when told where the command is. With `--trial`, each side
/// of a comparison runs once.
@main
struct Main {
  static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    // What the paging benchmark starts: a process whose memory nothing else has touched.
    if arguments.first == PagingBenchmark.reader {
      return try await PagingBenchmark.read(arguments[1])
    }
    if arguments.first == SyncProcess.name {
      return try await SyncProcess.sync(store: arguments[1], hub: arguments[2])
    }
    let only = option("--only", of: &arguments).map {
      Set($0.split(separator: ",").map(String.init))
    }
    let command = option("--command", of: &arguments)
    let count = arguments.first.flatMap { Int($0) } ?? 100_000
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "item-store-benchmarks-\(ProcessInfo.processInfo.processIdentifier)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let isWanted = { @Sendable (name: String) in only?.contains(name) ?? true }

    print(Measurement.header)
    try await StorageBenchmarks(count: count, folder: folder).run(where: isWanted) { print($0.row) }
    if isWanted("change") {
      print(try await JSONFileBenchmark(count: min(count, 10_000), folder: folder).run().row)
    }
    if let command, isWanted("start"), let start = try await StartBenchmark(command: command).run()
    {
      print(start.row)
    }
    if isWanted("attributes") {
      try await AttributeBenchmark(count: count * 10, folder: folder).run { print($0.row) }
    }
    if isWanted("trees") {
      print(TreeBenchmark.header)
      try await TreeBenchmark(count: count, folder: folder).run { print($0.row) }
    }
    if isWanted("mixed") {
      try await MixedBenchmark(count: count, folder: folder).run { print($0) }
    }
    if isWanted("paging") {
      print(try await PagingBenchmark(count: count * 10, folder: folder).run())
    }
    if isWanted("sync") {
      try await SyncBenchmark(count: count, folder: folder).run { print($0) }
    }
    if isWanted("sync-growth") {
      let benchmark = SyncGrowthBenchmark(count: count * 10, folder: folder)
      try await benchmark.run { print($0) }
    }
    if isWanted("models") {
      try await ModelBenchmark(count: count, folder: folder).run { print($0) }
    }
    if isWanted("observation") {
      print(ObservationBenchmark.header)
      try await ObservationBenchmark(folder: folder).run { print($0) }
    }
  }

  /// Takes an option and its value out of the arguments.
  private static func option(_ name: String, of arguments: inout [String]) -> String? {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else {
      return nil
    }
    defer { arguments.removeSubrange(index...index + 1) }
    return arguments[index + 1]
  }
}
