/// A gate for a limited number of checks at once; the others wait their turn.
///
/// Swift Testing runs all cases of a test at once, and each store has a dozen open files: hundreds
/// of cases would exceed what a process may open, and what some libraries expect.
actor OpenStores {
  static let shared = OpenStores(limit: 16)
  /// Set within the gate: a check that opens a second store does not wait for itself.
  @TaskLocal private static var isInside = false

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(limit: Int) { free = limit }

  /// Runs the body within the gate.
  nonisolated func run(_ body: () async throws -> Void) async throws {
    if Self.isInside { return try await body() }
    await enter()
    do {
      try await Self.$isInside.withValue(true, operation: body)
    } catch {
      await leave()
      throw error
    }
    await leave()
  }

  private func enter() async {
    if free > 0 {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Hands the place on, or frees it.
  private func leave() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
