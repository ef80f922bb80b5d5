import Storage
import Sync
import Testing

extension HubStoreContract {
  /// Compares a store with a naive oracle: random writes to two spaces, alone and together, through two connections.
  ///
  /// Equal seeds make the same writes. A difference becomes an issue with the seed and the number of the write.
  ///
  /// - Parameters:
  ///   - seed: The seed of the random numbers.
  ///   - operations: The number of writes.
  ///   - backend: The store to compare with the oracle.
  /// - Throws: What making the store throws.
  public static func differential(
    seed: UInt64,
    operations: Int = 40,
    on backend: Backend
  ) async throws {
    let probe = HubStoreProbe(backend: backend, stores: try await backend.makeStores(2))
    var run = DifferentialRun(seed: seed)
    for number in 0..<operations {
      let purpose = "\(backend.name), seed \(seed), write \(number)"
      let store = probe.stores[run.below(2)]
      let plans = run.plans()
      if let difference = run.difference(plans, store, probe.stores, purpose) {
        Issue.record("\(difference)")
        return
      }
    }
  }
}

/// The random writes of one seed, and the oracle that they are made on as well.
private struct DifferentialRun {
  /// What one write does.
  struct Plan: Sendable {
    let space: String
    let steps: [HubStep]
    let isFailing: Bool
    let reads: HubReads
  }

  private var generator: SeededGenerator
  private var spaces: [String: HubOracle] = ["a": HubOracle(), "b": HubOracle()]
  private var sequences: [String: Int64] = [:]

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  /// Draws up to four writes.
  mutating func plans() -> [Plan] {
    (0...below(4)).map { _ in
      let space = below(3) == 0 ? "b" : "a"
      let steps = (0..<below(5)).map { _ in step(in: space) }
      let items = (0..<below(4)).map { _ in HubRow.sample(UInt64(below(12) + 1), 1).id }
      let reads = HubReads(
        session: below(2) == 0 ? Int64(below(4)) : nil,
        commit: below(2) == 0 ? Int64(below(40)) : nil,
        items: items
      )
      return Plan(space: space, steps: steps, isFailing: below(4) == 0, reads: reads)
    }
  }

  private mutating func step(in space: String) -> HubStep {
    let age = Int64(below(60))
    switch below(8) {
    case 0...3:
      var numbers = Array(UInt64(1)...12).shuffled(using: &generator).prefix(below(6) + 1)
      if below(9) == 0 { numbers = numbers.prefix(0) }
      let rows = numbers.map { number in
        sequences[space, default: 0] += Int64(below(3) + 1)
        let text = String(repeating: "é", count: below(8) == 0 ? 1_500 : below(40))
        return HubRow.sample(
          number,
          sequences[space] ?? 0,
          isDeleted: below(3) == 0,
          text: text
        )
      }
      return .put(rows, age: age)
    case 4: return .purge(before: age)
    case 5: return .forget(before: age, floor: Int64(below(40)))
    case 6:
      let known = HubSession(device: Int64(below(9)), counter: age, clock: age, age: age)
      return .session(Int64(below(4)), known)
    default: return .commit(nonce: Int64(below(1_000)), age: age)
    }
  }

  /// Makes the writes, and reads everything by each way to the store; returns the first difference.
  mutating func difference(
    _ plans: [Plan],
    _ store: any HubStore,
    _ stores: [any HubStore],
    _ purpose: String
  ) -> String? {
    var before: [HubOracle] = []
    for plan in plans {
      before.append(spaces[plan.space] ?? HubOracle())
      take(plan)
    }
    let writes = zip(plans, before).map { plan, oracle in
      HubWrite(space: plan.space, seed: 7, reading: plan.reads) { transaction throws(HubError) in
        try plan.perform(on: transaction, after: oracle, purpose)
      }
    }
    // One alone goes either way.
    let isAlone = writes.count == 1 && below(2) == 0
    let errors = isAlone ? writes.map(store.writeAlone) : store.writeTogether(writes)
    guard errors.count == plans.count else { return "\(purpose): \(errors.count) results" }
    for (plan, error) in zip(plans, errors) where error?.message != plan.message {
      return error?.message ?? "\(purpose): a write that failed was acknowledged"
    }
    do throws(HubError) {
      for store in stores { try compare(store, purpose) }
      return nil
    } catch {
      return error.message
    }
  }

  /// Does on the oracle what a write does.
  private mutating func take(_ plan: Plan) {
    guard !plan.isFailing, var oracle = spaces[plan.space] else { return }
    oracle.make(seed: 7)
    for step in plan.steps { oracle.perform(step) }
    spaces[plan.space] = oracle
  }

  /// Compares what is read of both spaces.
  private mutating func compare(_ store: any HubStore, _ purpose: String) throws(HubError) {
    for (space, oracle) in spaces.sorted(by: { $0.key < $1.key }) {
      let bounds = (after: Int64(below(60)), head: Int64(below(90)), floor: Int64(below(60)))
      try store.read(space) { transaction throws(HubError) in
        try oracle.compare(with: transaction, "\(purpose), space \(space)")
        try oracle.compareRows(
          with: transaction,
          after: bounds.after,
          upTo: bounds.head,
          tombstonesAbove: bounds.floor,
          "\(purpose), space \(space)"
        )
      }
    }
  }
}

extension DifferentialRun.Plan {
  /// The words of the error with which it is to fail.
  var message: String? { isFailing ? "as planned" : nil }

  /// Runs the steps, and compares what the transaction reads after each with the oracle.
  func perform(
    on transaction: any HubTransaction,
    after oracle: HubOracle,
    _ purpose: String
  ) throws(HubError) {
    // A body may run again: it begins with the oracle as it was.
    var oracle = oracle
    oracle.make(seed: 7)
    try oracle.compare(with: transaction, "\(purpose), inside")
    for step in steps {
      try oracle.perform(step, on: transaction, purpose)
      try oracle.compare(with: transaction, "\(purpose), inside, after \(step.name)")
    }
    if let message { throw HubError(.malformed, message) }
  }
}
