/// What ends the program with a status of 1.
struct SimulationError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// What is typed after the program's name.
enum Arguments {
  static let usage = """
    Scripts/simulate COUNT [SEED] [--sqlite] [--focus FAULT] [--all] [--watch VALUE]
      COUNT steps from seed to seed, from SEED or 0 on; a COUNT of 0 is one run with its last events,
      or with all of them, and with the places where a value came and went.
    """

  static func number(_ word: String) throws(SimulationError) -> Int {
    guard let number = Int(word), number >= 0 else {
      throw SimulationError("'\(word)' is not a number.\n\(usage)")
    }
    return number
  }
}
