/// A first-come-first-served queue that finds those who have waited too long.
///
/// Its owner counts ticks while anybody waits. A program that was stopped or got no processor time
/// counts one tick for the whole pause, so that no waiter is removed because of it.
struct WaiterQueue<Waiter> {
  /// The number of ticks without progress after which waiters are removed.
  static var patience: Int { 8 }

  private struct Place {
    let waiter: Waiter
    let joined: Int
  }

  private var places: [Place] = []
  /// The index of the first waiter: removing it from the array would move all the others.
  private var front = 0
  private var tick = 0
  private var lastMove = 0

  var isEmpty: Bool { front == places.count }

  /// Adds a waiter at the end.
  mutating func join(_ waiter: Waiter) {
    places.append(Place(waiter: waiter, joined: tick))
  }

  /// Removes and returns the first waiter.
  mutating func next() -> Waiter? {
    guard !isEmpty else { return nil }
    defer { advance() }
    lastMove = tick
    return places[front].waiter
  }

  /// Removes and returns all waiters.
  mutating func removeAll() -> [Waiter] {
    defer {
      places = []
      front = 0
    }
    return places[front...].map(\.waiter)
  }

  /// Counts a tick; removes and returns those who have waited too long while nobody was served.
  mutating func countTick() -> [Waiter] {
    tick += 1
    guard tick - lastMove >= Self.patience else { return [] }
    var gone: [Waiter] = []
    while !isEmpty, tick - places[front].joined >= Self.patience {
      gone.append(places[front].waiter)
      advance()
    }
    return gone
  }

  private mutating func advance() {
    front += 1
    if front == places.count || front > 1_024 {
      places.removeFirst(front)
      front = 0
    }
  }
}
