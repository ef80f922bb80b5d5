import Dispatch
import SyncSimulator

/// A table of rules and of the seeds that miss them.
struct MutantRun {
  private var budget = 10_000_000
  private var mutants = Mutant.all

  init(_ words: ArraySlice<String>) throws(Failure) {
    var words = words
    if let first = words.first, first.first?.isNumber == true {
      budget = try Arguments.number(first)
      words.removeFirst()
    }
    if words.isEmpty { return }
    mutants = []
    for word in words { mutants.append(try Arguments.mutant(word)) }
  }

  func run() async throws(Failure) {
    var missed: [String] = []
    for mutant in mutants {
      let begin = DispatchTime.now()
      let found = await firstFailure(of: mutant)
      let seconds = Double(DispatchTime.now().uptimeNanoseconds - begin.uptimeNanoseconds) / 1e9
      let name = pad("\(mutant)", 30)
      let time = "\(Double(Int(seconds * 10)) / 10) s"
      if let failure = found.failure {
        print("\(name) seed \(pad("\(found.seed)", 6)) \(pad(time, 8)) \(failure.prefix(110))")
      } else if let reason = mutant.equivalence {
        print("\(name) equivalent  \(pad(time, 8)) \(reason)")
      } else {
        print("\(name) NOT NOTICED \(pad(time, 8)) in \(budget) steps")
        missed.append("\(mutant)")
      }
    }
    print("\(mutants.count) rules, \(missed.count) not noticed")
    if !missed.isEmpty { throw Failure("Not noticed: \(missed.joined(separator: ", "))") }
  }

  private func firstFailure(of mutant: Mutant) async -> Simulation.Outcome {
    let simulation = mutant.simulation
    var done = 0
    var seed: UInt64 = 0
    while true {
      let outcome = await simulation.run(seed: seed)
      done += outcome.steps
      if outcome.failure != nil || done >= budget { return outcome }
      seed += 1
    }
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
