import Foundation
import Storage
import Testing

/// Kills at random instants and at random system calls; `KILL_COUNT` and `KILL_SEED` lengthen and replay it.
@Suite(.serialized, .enabled(if: Probe.path != nil)) struct KillTests {
  @Test(arguments: KillScenario.all)
  func `a killed process loses nothing that was acknowledged`(_ scenario: KillScenario) async throws
  {
    var generator = SeededGenerator(seed: KillMoment.seed)
    for index in 1...KillMoment.count {
      let moment = KillMoment(&generator, calls: scenario.calls)
      let place = try KillPlace(scenario)
      let result = try await place.run(moment)
      let problems = await place.problems(after: result)
      #expect(
        problems.isEmpty,
        "KILL_SEED=\(KillMoment.seed), kill \(index) of '\(scenario)', \(moment); said \(result.lines.suffix(3))"
      )
      if !problems.isEmpty { return }
    }
  }
}

/// When a process is killed.
enum KillMoment: CustomStringConvertible {
  private static let variables = ProcessInfo.processInfo.environment
  /// How many kills each scenario has.
  static let count = variables["KILL_COUNT"].flatMap { Int($0) } ?? 30
  /// What the kills are drawn from.
  static let seed = variables["KILL_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...999_999)

  /// So long after it began its work.
  case microseconds(Int)
  /// Before that system call on the store's files, which makes it the same each time.
  case call(Int)

  init(_ generator: inout SeededGenerator, calls: Int) {
    if generator.chance(50) {
      self = .call(1 + generator.below(calls))
    } else {
      // As many short ones as long ones.
      self = .microseconds(generator.below(1 << (4 + generator.below(12))))
    }
  }

  var description: String {
    switch self {
    case .microseconds(let count): "after \(count) µs"
    case .call(let number): "before call \(number)"
    }
  }
}
