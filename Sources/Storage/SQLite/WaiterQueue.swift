/// A first-come-first-served line that knows who has waited for too long.
///
/// Time is counted in ticks that the owner gives while anybody waits. A program that was stopped, or starved of
/// processor time, counts one tick for all of it: nobody is sent away for what the machine did.
struct WaiterQueue<Waiter> {
  /// How many ticks without any movement are too long.
  static var patience: Int { 8 }

  private struct Place {
    let waiter: Waiter
    let joined: Int
  }

  private var places: [Place] = []
  /// Where the line begins: taking from the front of an array would move all the others.
  private var front = 0
  private var tick = 0
  private var lastMove = 0

  var isEmpty: Bool { front == places.count }

  /// Goes to the end of the line.
  mutating func join(_ waiter: Waiter) {
    places.append(Place(waiter: waiter, joined: tick))
  }

  /// Who is served next.
  mutating func next() -> Waiter? {
    guard !isEmpty else { return nil }
    defer { advance() }
    lastMove = tick
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

  /// Counts a tick, and sends away who has waited too long while nobody was served.
  mutating func countBeat() -> [Waiter] {
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
