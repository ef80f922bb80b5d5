import Dispatch
import SyncSimulator

/// A number of steps from seed to seed.
struct SimulationRun {
  private var simulation = Simulation()
  private var steps = 0
  private var seed: UInt64 = 0
  private var options = ""
  private var shownEvents = 60

  init(_ words: ArraySlice<String>) throws(SimulationError) {
    var words = words
    var numbers: [Int] = []
    while let word = words.popFirst() {
      switch word {
      case "--sqlite":
        simulation.stores = .sqlite
        options += " --sqlite"
      case "--all": shownEvents = .max
      case "--watch": simulation.watched = words.popFirst()
      case "--focus":
        let name = words.popFirst() ?? ""
        guard let focus = FaultFocus(rawValue: name) else {
          let names = FaultFocus.allCases.map(\.rawValue).joined(separator: ", ")
          throw SimulationError("There is no focus '\(name)', but: \(names).")
        }
        simulation.focus = focus
        options += " --focus \(name)"
      default: numbers.append(try Arguments.number(word))
      }
    }
    guard (1...2).contains(numbers.count) else { throw SimulationError(Arguments.usage) }
    steps = numbers[0]
    if numbers.count == 2 { seed = UInt64(numbers[1]) }
  }

  func run() async throws(SimulationError) {
    if steps == 0 { return try await replay(seed) }
    var statistics = Statistics()
    var done = 0
    var seed = seed
    let begin = DispatchTime.now()
    while done < steps {
      let outcome = await simulation.run(seed: seed)
      done += outcome.steps
      if outcome.failure != nil { try await replay(seed) }
      statistics += outcome.statistics
      seed += 1
    }
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - begin.uptimeNanoseconds) / 1e9
    print(
      "\(done) steps of \(seed - self.seed) seeds without a broken promise, "
        + "\(Int(Double(done) / seconds)) steps/s"
    )
    print(statistics)
  }

  /// Lives through a seed again, with its last events.
  private func replay(_ seed: UInt64) async throws(SimulationError) {
    let outcome = await simulation.run(seed: seed, traces: true)
    print(outcome.trace.suffix(shownEvents).joined(separator: "\n"))
    guard let failure = outcome.failure else {
      print("seed \(seed): no promise is broken in \(outcome.steps) steps")
      return
    }
    throw SimulationError(
      "seed \(seed), step \(outcome.steps): \(failure)\n"
        + "Again: Scripts/simulate 0 \(seed)\(options)"
    )
  }
}
