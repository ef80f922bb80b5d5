/// A notice each time that a store or the time may have changed the answer to a query.
package struct TimedNotices: AsyncSequence, Sendable {
  /// What may have changed since the element before.
  package typealias Element = ChangeNotice

  let changes: ChangeNotices
  let dependence: TimeDependence?
  let timer: DayTimer

  /// Starts an observation of its own.
  package func makeAsyncIterator() -> Iterator {
    let changes = changes
    let running = dependence.map {
      RunningDayTimer(timer, in: $0.zone, followsMoments: $0.followsMoments) {
        changes.broadcaster.latest.send(.everything)
      }
    }
    return Iterator(changes: changes.makeAsyncIterator(), timer: running)
  }

  /// Waits for notices; for one task at a time.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate var changes: ChangeNotices.Iterator
    fileprivate let timer: RunningDayTimer?

    /// The next notice, or nil once the store is closed or the task cancelled.
    package mutating func next() async -> ChangeNotice? { await changes.next() }
  }
}
