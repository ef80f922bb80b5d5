// A hub file whose disk fails, is full, loses its power, or whose process is killed.

import Foundation
import TemporaryFolders
import Testing

/// Each time the file is looked at as it was left, two devices sync with it, and they agree in the end.
@Suite(.serialized, .enabled(if: Probe.path != nil && Probe.canFail)) struct HubFaultTests {
  /// Something that is done to a hub file, and about how many calls it makes.
  struct Scenario: Sendable, CustomTestStringConvertible {
    let name: String
    let calls: Int
    /// A stored hub file to begin with.
    var model: String?

    var testDescription: String { name + (model.map { " \($0)" } ?? "") }
  }

  private static let scenarios = [
    Scenario(name: "open", calls: 130),
    Scenario(name: "open", calls: 120, model: "hub-1.sqlite"),
    Scenario(name: "push", calls: 30),
    Scenario(name: "pull", calls: 50),
    Scenario(name: "conflict", calls: 13),
    Scenario(name: "union", calls: 16),
    Scenario(name: "prune", calls: 26),
    Scenario(name: "repair", calls: 180),
    Scenario(name: "together", calls: 200),
  ]

  /// Kinds of faults, each with the number of places at which a call fails, and the share of calls that can.
  private static let faults = [
    ("error", 7, 1), ("errors", 4, 1), ("full", 2, 2), ("fulls", 3, 2), ("short", 2, 2),
    ("lock", 1, 8),
  ]

  @Test(arguments: scenarios, faults)
  func `whichever call fails, nothing acknowledged is lost, and the devices agree in the end`(
    _ scenario: Scenario,
    _ fault: (name: String, places: Int, share: Int)
  ) async throws {
    let folder = try TemporaryFolder()
    let step = max(1, scenario.calls / fault.share / fault.places)
    let figures = try await Probe.sweep(
      "hub-sweep",
      scenario.prepare(in: folder),
      "scenario=\(scenario.name)",
      "fault=\(fault.name)",
      "step=\(step)",
      // The places are others each time; a problem is told with its own.
      "first=\(Int.random(in: 1...step))"
    )
    #expect(figures.failed + figures.tolerated > 0)
  }

  @Test(arguments: scenarios, [("killed", 5), ("powerless", 3)])
  func `what a kill or a power cut leaves has everything that was acknowledged`(
    _ scenario: Scenario,
    _ fate: (name: String, moments: Int)
  ) async throws {
    let result = try await look(scenario, fate.name, fate.moments)
    #expect(result.said("problem") == [])
    #expect(try result.figures("looked")["moments"] ?? 0 >= fate.moments)
  }

  /// What these tests stand upon: a hub file that does not wait for its disk is found out.
  @Test func `a hub that did not wait for the disk would be noticed`() async throws {
    let scenario = Scenario(name: "open", calls: 130)
    let result = try await look(scenario, "powerless", 20, "ignore=hub")
    #expect(try result.figures("looked")["problems"] ?? 0 > 0)
  }

  private func look(
    _ scenario: Scenario,
    _ fate: String,
    _ moments: Int,
    _ options: String...
  ) async throws -> Probe.Result {
    let folder = try TemporaryFolder()
    let seed = Int.random(in: 1...999_999)
    let words = ["scenario=\(scenario.name)", "fate=\(fate)", "count=\(moments)", "seed=\(seed)"]
    let path = try scenario.prepare(in: folder)
    let result = try await Probe(["hub-moments", path] + words + options).result()
    #expect(result.code == 0, "seed=\(seed): \(result.lines.suffix(3))")
    return result
  }
}

extension HubFaultTests.Scenario {
  /// The path of the hub file, which is a copy of the stored one if there is one.
  fileprivate func prepare(in folder: TemporaryFolder) throws -> String {
    let path = folder.file("hub.sqlite")
    if let model {
      try FileManager.default.copyItem(atPath: StoredStore.path(model), toPath: path)
    }
    return path
  }
}
