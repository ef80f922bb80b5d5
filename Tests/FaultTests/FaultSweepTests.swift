// Every call to the system fails once, and the store says so, keeps what it had, and works again.

import Foundation
import TemporaryFolders
import Testing

/// Linux only: elsewhere a program cannot put its own calls in the place of the system's for its libraries too.
@Suite(.serialized, .enabled(if: Probe.path != nil && Probe.canFail)) struct FaultSweepTests {
  /// A scenario of the probe, a kind of file, and a kind of fault.
  struct Sweep: Sendable, CustomTestStringConvertible {
    let scenario: String
    let file: String
    let fault: String
    var step = 1

    var testDescription: String { "\(scenario) \(file), \(fault)" }
  }

  private static let sweeps = ["items.sqlite", "items.json"].flatMap { file in
    ["open", "add", "batch", "delete", "undo", "read", "backup", "restore", "close"].flatMap {
      scenario in
      // Each place where a call can fail once, and a part of those where all later ones fail too.
      [("error", 1), ("errors", 4), ("full", 2), ("fulls", 4), ("short", 2), ("lock", 2)].map {
        // A database that is restored makes three hundred calls.
        let step = scenario == "restore" ? $1 * 3 : $1
        return Sweep(scenario: scenario, file: file, fault: $0, step: step)
      }
    } + [
      Sweep(scenario: "import", file: file, fault: "error", step: file.hasSuffix("json") ? 5 : 149),
      Sweep(scenario: "import", file: file, fault: "fulls", step: file.hasSuffix("json") ? 7 : 211),
    ]
  }

  /// With `FAULT_SWEEP=whole` every place where a call can fail; else one in three, others each time.
  private static let isWhole = ProcessInfo.processInfo.environment["FAULT_SWEEP"] == "whole"

  @Test(arguments: sweeps)
  func `whichever call fails, nothing acknowledged is lost`(_ sweep: Sweep) async throws {
    let folder = try TemporaryFolder()
    let result = try await self.run(sweep, folder.file(sweep.file), isWhole: Self.isWhole)
    #expect(result.failed + result.tolerated > 0 || sweep.mayMeetNothing || !Self.isWhole)
  }

  @Test(arguments: ["schema-1.sqlite", "schema-1.json"], ["error", "errors", "full", "fulls"])
  func `whichever call fails while a store is migrated, it is as before or as after`(
    _ model: String,
    _ fault: String
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file(model)
    try FileManager.default.copyItem(atPath: StoredStore.path(model), toPath: path)
    let sweep = Sweep(scenario: "open", file: model, fault: fault, step: fault == "error" ? 1 : 3)
    let result = try await self.run(sweep, path, isWhole: true)
    #expect(result.failed > 0)
  }

  private func run(
    _ sweep: Sweep,
    _ path: String,
    isWhole: Bool
  ) async throws -> Probe.SweepFigures {
    let step = isWhole ? sweep.step : sweep.step * 3
    return try await Probe.sweep(
      "sweep",
      path,
      "scenario=\(sweep.scenario)",
      "fault=\(sweep.fault)",
      "step=\(step)",
      // A problem is told with its own place.
      "first=\(isWhole ? 1 : Int.random(in: 1...step))"
    )
  }
}

extension FaultSweepTests.Sweep {
  /// Some do not do what would fail: a file that is read needs no space.
  fileprivate var mayMeetNothing: Bool {
    fault != "error" && ["read", "close", "backup"].contains(scenario)
  }
}
