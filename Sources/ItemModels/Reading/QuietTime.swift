/// The time without a change after which a model reads again what takes long: until then a person may go on changing items.
package struct QuietTime: Sendable {
  let duration: Duration
  let sleep: @Sendable (Duration) async throws -> Void

  /// A quiet time with the clock of a test.
  package init(
    _ duration: Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.duration = duration
    self.sleep = sleep
  }

  /// A quiet time in which nobody presses the next key.
  package static let live = QuietTime(.milliseconds(400)) { try await Task.sleep(for: $0) }
}

extension AsyncSequence where Self: Sendable, Failure == Never {
  /// Calls a body at the first element, and then each time that none has come for a while.
  ///
  /// While elements follow each other faster, the body waits. Without a quiet time it is called at each one.
  func forEach(after quiet: QuietTime?, _ body: @escaping @Sendable () -> Void) async {
    var waiting: Task<Void, Never>?
    var isFirst = true
    for await _ in self {
      waiting?.cancel()
      guard let quiet, !isFirst else {
        isFirst = false
        body()
        continue
      }
      waiting = Task.detached {
        if (try? await quiet.sleep(quiet.duration)) != nil { body() }
      }
    }
    waiting?.cancel()
  }
}
