import Storage

/// Gathers what happens while its reader is busy.
///
/// Events keep their order. That the store is another one is told once, however many writes there
/// were: the reader then reads the newest state, and never falls behind the writers.
final class WatchAgenda<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    var isStale = false
    var hasEnded = false
  }

  private let state = Locked(State())
  private let bell = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// Adds an event behind those that wait.
  func add(_ event: Event) { change { $0.events.append(event) } }

  /// Notes that what was read of the store is old.
  func markStale() { change { $0.isStale = true } }

  /// Lets the reader come to an end behind what waits.
  func end() { change { $0.hasEnded = true } }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { body(&$0) }
    bell.continuation.yield()
  }

  /// All that happened since the last time, once there is something; nil at the end.
  func next() async -> (events: [Event], isStale: Bool)? {
    while true {
      let (events, isStale, hasEnded) = state.withLock { state in
        defer { (state.events, state.isStale) = ([], false) }
        return (state.events, state.isStale, state.hasEnded)
      }
      if !events.isEmpty || isStale { return (events, isStale) }
      if hasEnded { return nil }
      var bells = bell.stream.makeAsyncIterator()
      guard await bells.next() != nil else { return nil }
    }
  }
}
