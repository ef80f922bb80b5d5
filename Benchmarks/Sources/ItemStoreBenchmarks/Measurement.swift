/// Medians of interleaved runs: what disturbs one side disturbs the other as well.
struct Measurement {
  /// What was done.
  let name: String
  /// How many operations a run does.
  let operations: Int
  /// The floor's median time for one run.
  let floor: Duration
  /// The store's median time for one run.
  let store: Duration

  /// The store's time over the floor's: what our layer costs.
  var ratio: Double { store / floor }

  /// Each side runs once: a check that the benchmarks work needs no figures.
  private static let isTrial = CommandLine.arguments.contains("--trial")

  /// Runs both sides in turns, once unmeasured, and takes the medians.
  static func take(
    _ name: String,
    operations: Int,
    runs: Int = 9,
    floor: () async throws -> Void,
    store: () async throws -> Void
  ) async throws -> Measurement {
    let runs = Measurement.isTrial ? 0 : runs
    var floorTimes: [Duration] = []
    var storeTimes: [Duration] = []
    for run in 0...runs {
      let floorTime = try await time(floor)
      let storeTime = try await time(store)
      guard run > 0 || runs == 0 else { continue }
      floorTimes.append(floorTime)
      storeTimes.append(storeTime)
    }
    return Measurement(
      name: name,
      operations: operations,
      floor: median(floorTimes),
      store: median(storeTimes)
    )
  }

  private static func time(_ body: () async throws -> Void) async throws -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    try await body()
    return clock.now - start
  }

  private static func median(_ times: [Duration]) -> Duration {
    times.sorted()[times.count / 2]
  }
}

extension Measurement {
  static let header = """
    | what | raw C API | item store | ratio | each |
    | --- | --- | --- | --- | --- |
    """

  /// One line of the table.
  var row: String {
    let each = store / operations
    return "| \(name) | \(floor.text) | \(store.text) | \(ratio.text) | \(each.text) |"
  }
}

extension Duration {
  /// Three digits with a unit that fits.
  var text: String {
    let nanoseconds =
      Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
    switch nanoseconds {
    case ..<1_000: return "\(nanoseconds.text) ns"
    case ..<1_000_000: return "\((nanoseconds / 1e3).text) µs"
    default: return "\((nanoseconds / 1e6).text) ms"
    }
  }
}

extension Double {
  /// About three digits.
  var text: String {
    let decimals = self < 10 ? 100.0 : self < 100 ? 10.0 : 1.0
    let rounded = (self * decimals).rounded() / decimals
    return decimals == 1 ? "\(Int(rounded))" : "\(rounded)"
  }
}
