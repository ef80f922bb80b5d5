// The command's start beside the sqlite3 shell's.

import Foundation

/// Whole-process times of two programs that print their version.
struct StartBenchmark {
  /// The path of `itemsctl`.
  let command: String

  /// Nil where there is no `sqlite3` shell.
  func run() async throws -> Measurement? {
    guard let shell = StartBenchmark.find("sqlite3") else { return nil }
    let starts = 20
    return try await .take(
      "start for `--version`, sqlite3 beside itemsctl, \(starts) times",
      operations: starts,
      runs: 15,
      floor: { for _ in 0..<starts { try StartBenchmark.start(shell, "--version") } },
      store: { for _ in 0..<starts { try StartBenchmark.start(command, "--version") } }
    )
  }

  private static func find(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func start(_ path: String, _ argument: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = [argument]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    precondition(process.terminationStatus == 0, "\(path) \(argument) failed")
  }
}
