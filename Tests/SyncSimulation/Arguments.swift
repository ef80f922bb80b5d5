import SyncSimulator

/// What ends the program with a status of 1.
struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// What the program is to do.
enum Arguments {
  case simulate(SimulationRun)
  case mutants(MutantRun)

  static let usage = """
    Scripts/simulate COUNT [SEED] [--sqlite] [--without RULE] [--all]
      COUNT steps from seed to seed, from SEED or 0 on; a COUNT of 0 is one run with its last events,
      or with all of them.
    Scripts/mutants [BUDGET] [RULE …]
      Every rule, or those named, switched off alone, each for at most BUDGET steps (10,000,000).
    """

  init(_ words: ArraySlice<String>) throws(Failure) {
    var words = words
    switch words.popFirst() {
    case "simulate": self = .simulate(try SimulationRun(words))
    case "mutants": self = .mutants(try MutantRun(words))
    default: throw Failure(Arguments.usage)
    }
  }

  /// The mutant of that name.
  static func mutant(_ name: String) throws(Failure) -> Mutant {
    guard let mutant = Mutant.all.first(where: { $0.description == name }) else {
      throw Failure("There is no rule '\(name)'.\n\(usage)")
    }
    return mutant
  }

  static func number(_ word: String) throws(Failure) -> Int {
    guard let number = Int(word), number >= 0 else {
      throw Failure("'\(word)' is not a number.\n\(usage)")
    }
    return number
  }
}
