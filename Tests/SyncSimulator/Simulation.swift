import Storage
import Sync

/// A way to run the simulator: on which stores, and under which faults.
package struct Simulation: Sendable {
  /// What the devices' and the hub's stores are.
  package enum Stores: String, CaseIterable, Sendable {
    /// Both in plain arrays and dictionaries.
    case model
    /// Both on SQLite in memory.
    case sqlite
  }

  package var stores = Stores.model
  /// Steps before each healing.
  package var steps = 4_000
  /// The kind of fault that prevails; nil for the mix as it is drawn.
  package var focus: FaultFocus?
  /// A value that a trace follows: of a text, one of its lines.
  package var watched: String?

  package init(stores: Stores = .model) { self.stores = stores }

  /// How a run ended.
  package struct Outcome: Sendable {
    package var seed: UInt64
    package var steps: Int
    package var statistics: Statistics
    /// The promise that was broken, or nil.
    package var failure: String?
    /// The events, where they were asked for.
    package var trace: [String]
  }

  /// One run; the same seed gives the same run.
  package func run(seed: UInt64, traces: Bool = false) async -> Outcome {
    do {
      switch stores {
      case .model:
        let world = try SimulatedWorld<ModelStore>(
          seed: seed,
          hubStore: MemoryHubStore(),
          focus: { faults in
            focus?.apply(to: &faults)
            // A model has no file.
            faults[.conversion] = 0
            faults[.handEdit] = 0
          },
          makeStore: { ModelStore(node: $0.random()) }
        )
        return await outcome(of: world, seed: seed, traces: traces)
      case .sqlite:
        let world = try SimulatedWorld<SQLiteSimulatedStore>(
          seed: seed,
          hubStore: try SQLiteHubStore.inMemory(),
          focus: { faults in
            focus?.apply(to: &faults)
            // People cannot write such a value in a real store, and one that is opened draws a node
            // of its own.
            faults.poison = 0
            faults[.twin] = 0
            faults.bytes = 0.2
            // Nor can they write past the year 9999.
            faults.wildestClock = HybridClock.maxMilliseconds / 2 * 3
          },
          makeStore: { try SQLiteSimulatedStore(clock: $0) }
        )
        return await outcome(of: world, seed: seed, traces: traces)
      }
    } catch {
      return Outcome(
        seed: seed,
        steps: 0,
        statistics: Statistics(),
        failure: "\(error)",
        trace: []
      )
    }
  }

  private func outcome<Store>(
    of world: SimulatedWorld<Store>,
    seed: UInt64,
    traces: Bool
  ) async -> Outcome {
    if traces { world.trace = [] }
    world.watched = watched
    var failure: String?
    do {
      try await world.run(steps: steps)
    } catch {
      failure = "\(error)"
    }
    return Outcome(
      seed: seed,
      steps: world.steps,
      statistics: world.statistics,
      failure: failure,
      trace: world.trace ?? []
    )
  }
}
