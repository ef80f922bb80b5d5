// The time that a hub has seen pass.
//
// The clock of a hub file is that of whoever syncs, and any of them may be wrong. So a space has an age:
// time passes for it only as one session sees it pass between two of its pushes, and at most a tenth of
// the retention each time. A session's first push adds nothing. A clock that is wrong all the time is of
// no consequence, one that jumps ahead costs a step. What a session writes may be younger than it seems, by a
// step at most: another session saw time pass of which the hub hears with its next push. So nothing goes
// earlier than the retention less a step, and a step for each jump. A device that pushes seldom lets things
// stay for longer. A pull is no contact, since it neither says who asks nor writes anything.

extension HubEnvironment {
  /// The most time that passes between two pushes of a session, in milliseconds.
  var maxStep: Int64 { retention / 10 }

  /// How old a commit and a session get at least, in milliseconds of the space's age.
  ///
  /// A store that was away for longer meets the hub as if for the first time: nothing of it is lost, but
  /// what was purged meanwhile may come back. Until then its token is known, and it follows the hub.
  var memory: Int64 { 4 * retention }
}

/// What a hub knows of a session: one store, until it is copied or restored from a backup.
public struct HubSession: Sendable, Equatable {
  /// The store's name.
  public var device: Int64
  /// The counter of its last push.
  public var counter: Int64
  /// The hub's clock at that push, in milliseconds since 1970.
  public var clock: Int64
  /// The space's age at that push, in milliseconds.
  public var age: Int64

  /// Describes a session.
  public init(device: Int64, counter: Int64, clock: Int64, age: Int64) {
    self.device = device
    self.counter = counter
    self.clock = clock
    self.age = age
  }
}

extension HubSpace {
  /// Lets the time pass that a session saw pass.
  ///
  /// The greatest of what the sessions say, and not the sum: an hour that ten devices saw is an hour.
  mutating func grow(after session: HubSession, now: Int64, maxStep: Int64) {
    let seen = max(0, now - session.clock)
    let passed = min(seen, maxStep)
    age = max(age, session.age + passed)
  }
}
