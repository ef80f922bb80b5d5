import Foundation
import Storage
import Sync
import Synchronization

/// A process that syncs one store once, and says how long that took and how far memory grew.
///
/// A process of its own, whose memory nothing else has touched.
enum SyncProcess {
  /// The argument that makes the benchmark this process.
  static let name = "sync-once"

  /// Starts it, and returns the cells of a table.
  static func run(store: String, hub: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = [name, store, hub]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    precondition(process.terminationStatus == 0, "the sync failed")
    return text
  }

  /// What the process does.
  static func sync(store path: String, hub: String) async throws {
    let store = try SQLiteRepository(
      at: path,
      options: StoreOptions(sqlite: SQLiteOptions(durability: .normal))
    )
    let engine = SyncEngine(
      store: store,
      remote: try Remote("file:\(hub)"),
      networkService: InProcessNetworkService(try Hub(file: hub))
    )
    let before = ProcessFigures.kibibytes("VmRSS")
    let start = ContinuousClock.now
    let laps = Laps()
    let summary = try await engine.sync { moment in
      laps.note(moment.summary.pushed + moment.summary.pulled)
    }
    let time = ContinuousClock.now - start
    laps.note(summary.pushed + summary.pulled)
    let growth = Double(ProcessFigures.kibibytes("VmHWM") - before) / 1_024
    await store.close()
    print("\(time.text) | \(growth.text) MiB | \(laps.text)", terminator: "")
  }
}

/// The processor time when each 100,000 items had travelled.
private final class Laps: Sendable {
  private let times: Mutex<[Duration]>

  init() { times = Mutex([ProcessFigures.processorTime()]) }

  func note(_ travelled: Int) {
    times.withLock {
      if travelled >= $0.count * Laps.length { $0.append(ProcessFigures.processorTime()) }
    }
  }

  /// Items for each second of processor time, in the first and in the last of them.
  var text: String {
    let times = times.withLock { $0 }
    guard times.count > 1 else { return "-" }
    let rates = zip(times.dropFirst(), times).map { end, start in
      Double(Laps.length) / 1_000 / ((end - start) / .seconds(1))
    }
    return "\(rates[0].text)k/s, \(rates[rates.count - 1].text)k/s"
  }

  private static let length = 100_000
}
