import Storage

/// Gathers events while their reader is busy.
///
/// Events keep their order. That the reader's data are old is told once, however many changes there
/// were: the reader then reads the newest state, and never falls behind the writers.
package final class ScreenAgenda<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    var isStale = false
    var hasEnded = false
  }

  private let state = Locked(State())
  private let bell = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  package init() {}

  /// Adds an event behind those that wait.
  package func add(_ event: Event) { change { $0.events.append(event) } }

  /// Notes that the data that were read are old.
  package func markStale() { change { $0.isStale = true } }

  /// Lets the reader come to an end behind what waits.
  package func end() { change { $0.hasEnded = true } }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { body(&$0) }
    bell.continuation.yield()
  }

  /// All that happened since the last time, once there is something; nil at the end.
  package func next() async -> (events: [Event], isStale: Bool)? {
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
