import FaultySystem
import Storage

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
struct FaultSweep {
  private let arguments: ProbeArguments
  private let folder: String
  private let name: String
  private let fault: Fault
  private let scenario: FaultScenario
  private let template: String?

  /// How a call fails.
  struct Fault {
    let error: Int32
    let kinds: UInt32
    let isLasting: Bool

    static func named(_ name: String) -> Fault? {
      // Only what needs space can fail for want of it; and a lock is refused for want of locks.
      let growing = UInt32(FAULTY_OPEN | FAULTY_WRITE | FAULTY_TRUNCATE)
      let locking = UInt32(FAULTY_LOCK)
      switch name {
      case "error": return Fault(error: EIO, kinds: ~locking, isLasting: false)
      case "errors": return Fault(error: EIO, kinds: ~locking, isLasting: true)
      case "full": return Fault(error: ENOSPC, kinds: growing, isLasting: false)
      case "fulls": return Fault(error: ENOSPC, kinds: growing, isLasting: true)
      case "lock": return Fault(error: ENOLCK, kinds: locking, isLasting: false)
      case "short":
        let moving = UInt32(FAULTY_READ | FAULTY_WRITE)
        return Fault(error: FAULTY_SHORT, kinds: moving, isLasting: false)
      default: return nil
      }
    }
  }

  init(_ arguments: ProbeArguments) {
    guard let scenario = FaultScenario.named(arguments.text("scenario") ?? ""),
      let fault = Fault.named(arguments.text("fault") ?? ""), faulty_is_available()
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

  func run() async throws(StorageError) {
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

  private func run(_ nth: Int, _ tally: inout Tally) async throws(StorageError) -> Bool {
    let place = "\(folder)/run"
    FaultFolder.make(place)
    defer { FaultFolder.remove(place) }
    FaultyDisk.watch(place)
    let stage = FaultStage(folder: place, name: name)
    if let template {
      FaultFolder.copy(template, to: stage.path)
      // What the stored stores of earlier versions hold.
      stage.certain = ["Buy milk", "Crème brûlée 🍮"]
    }
    try await scenario.prepare(stage)
    let failure = await act(stage, nth)
    tally.calls = max(tally.calls, Int(faulty_disarm()))
    let hits = faulty_hits()
    if hits > 0 {
      if failure == nil { tally.tolerated += 1 } else { tally.failed += 1 }
    }
    if let failure { complain(nth, about: failure, hits: hits) }
    let (problem, isReopened) = await stage.verify()
    if isReopened { tally.reopened += 1 }
    if let problem { say(nth, problem + (failure.map { "; the error was: \($0)" } ?? "")) }
    return hits > 0
  }

  private func act(_ stage: FaultStage, _ nth: Int) async -> StorageError? {
    FaultyDisk.arm(nth: nth, error: fault.error, lasting: fault.isLasting, kinds: fault.kinds)
    do throws(StorageError) {
      try await scenario.act(stage)
      return nil
    } catch {
      return error
    }
  }

  /// An error must say what failed and what to do.
  private func complain(_ nth: Int, about error: StorageError, hits: Int64) {
    if hits == 0 { say(nth, "an error without a fault: \(error)") }
    if error.code == .unexpected { say(nth, "an error that is not foreseen: \(error)") }
    if !error.message.contains(folder) { say(nth, "an error that does not say where: \(error)") }
  }

  private func say(_ nth: Int, _ problem: String) { Voice.say("problem \(nth): \(problem)") }
}
