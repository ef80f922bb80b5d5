// Those who wait for something, in the order in which they came.

/// A first-come-first-served line that knows who has waited for too long.
///
/// Time is counted in beats that the owner gives while anybody waits. A program that was stopped, or starved of
/// processor time, counts one beat for all of it: nobody is sent away for what the machine did.
struct WaitingLine<Waiter> {
  /// How many beats without any movement are too long.
  static var patience: Int { 8 }

  private struct Place {
    let waiter: Waiter
    let joined: Int
  }

  private var places: [Place] = []
  /// Where the line begins: taking from the front of an array would move all the others.
  private var front = 0
  private var beat = 0
  private var lastMove = 0

  var isEmpty: Bool { front == places.count }

  /// Goes to the end of the line.
  mutating func join(_ waiter: Waiter) {
    places.append(Place(waiter: waiter, joined: beat))
  }

  /// Who is served next.
  mutating func next() -> Waiter? {
    guard !isEmpty else { return nil }
    defer { advance() }
    lastMove = beat
    return places[front].waiter
  }

  /// Who stands in the line, which is then empty.
  mutating func removeAll() -> [Waiter] {
    defer {
      places = []
      front = 0
    }
    return places[front...].map(\.waiter)
  }

  /// Counts a beat, and sends away who has waited too long while nobody was served.
  mutating func countBeat() -> [Waiter] {
    beat += 1
    guard beat - lastMove >= Self.patience else { return [] }
    var gone: [Waiter] = []
    while !isEmpty, beat - places[front].joined >= Self.patience {
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
