import FaultySystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// `sweep PATH scenario=NAME fault=NAME [step=N] [first=N]`: fails the first call, then the second, until none is left.
///
/// Says `problem …` for whatever should not be, and at the end `swept calls=… failed=… tolerated=… reopened=…`.
struct FaultSweep<Stage: FaultStage> {
  private let arguments: ProbeArguments
  private let folder: String
  private let name: String
  private let fault: CallFault
  private let scenario: FaultScenario<Stage>
  private let template: String?

  init(_ arguments: ProbeArguments) {
    guard let scenario = Stage.scenario(arguments.text("scenario") ?? ""),
      let fault = CallFault.named(arguments.text("fault") ?? ""), faulty_is_available()
    else {
      Voice.say("no such scenario or fault")
      Voice.exit(64)
    }
    self.arguments = arguments
    self.scenario = scenario
    self.fault = fault
    let file = arguments.path
    let slash = file.lastIndex(of: "/") ?? file.startIndex
    folder = String(file[..<slash])
    name = String(file[file.index(after: slash)...])
    template = FaultFolder.kind(of: file) == .file ? file : nil
  }

  func run() async throws {
    // Nobody waits for a probe that hangs.
    alarm(150)
    var tally = Tally()
    var nth = arguments.number("first") ?? 1
    // A run in which nothing failed had fewer calls than that: the sweep is at its end.
    while try await run(nth, &tally) { nth += arguments.number("step") ?? 1 }
    Voice.say(
      "swept calls=\(tally.calls) failed=\(tally.failed) tolerated=\(tally.tolerated) "
        + "reopened=\(tally.reopened)"
    )
  }

  private struct Tally {
    var calls = 0
    var failed = 0
    var tolerated = 0
    var reopened = 0
  }

  private func run(_ nth: Int, _ tally: inout Tally) async throws -> Bool {
    let place = "\(folder)/run-\(nth)"
    FaultFolder.make(place)
    defer { FaultFolder.remove(place) }
    FaultyDisk.watch(place)
    if let template { FaultFolder.copy(template, to: "\(place)/\(name)") }
    let stage = try Stage(folder: place, name: name, isStored: template != nil)
    try await scenario.prepare(stage)
    let failure = await act(stage, nth)
    tally.calls = max(tally.calls, Int(faulty_disarm()))
    let hits = faulty_hits()
    if hits > 0 {
      if failure == nil { tally.tolerated += 1 } else { tally.failed += 1 }
    }
    if let failure { complain(nth, about: failure, to: stage, hits: hits) }
    let (problem, isReopened) = await stage.verify()
    if isReopened { tally.reopened += 1 }
    if let problem { say(nth, problem + (failure.map { "; the error was: \($0)" } ?? "")) }
    return hits > 0
  }

  private func act(_ stage: Stage, _ nth: Int) async -> (any Error)? {
    FaultyDisk.arm(nth: nth, error: fault.error, lasting: fault.isLasting, kinds: fault.kinds)
    do {
      try await scenario.act(stage)
      return nil
    } catch {
      return error
    }
  }

  /// An error must say what failed and what to do.
  private func complain(_ nth: Int, about error: any Error, to stage: Stage, hits: Int64) {
    if hits == 0 { say(nth, "an error without a fault: \(error)") }
    if let complaint = stage.complaint(about: error) { say(nth, "\(complaint): \(error)") }
  }

  private func say(_ nth: Int, _ problem: String) { Voice.say("problem \(nth): \(problem)") }
}
