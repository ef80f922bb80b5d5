import Storage

/// The true time of a world and the randomness of its hubs.
///
/// One thread uses a world, but what a hub takes from outside has to be sendable.
package final class SimulatedClock: Sendable {
  private struct Content {
    var now: Int64
    var random: SeededRandom
    var hubSkews: [Int64] = [0, 0]
    var callerSkew: Int64?
  }

  private let content: Locked<Content>

  init(seed: UInt64) {
    content = Locked(Content(now: 1_700_000_000_000, random: SeededRandom(seed: seed)))
  }

  /// The true time, in milliseconds.
  var now: Int64 { content.withLock { $0.now } }

  func advance(_ milliseconds: Int64) { content.withLock { $0.now += milliseconds } }
  func random() -> UInt64 { content.withLock { $0.random.next() } }

  /// What the clock of one of the two hub processes shows: a hub file has that of whoever asks.
  func hubNow(_ number: Int) -> Int64 {
    content.withLock { max(0, $0.now + ($0.callerSkew ?? $0.hubSkews[number])) }
  }

  /// From now on the hub has the clock of a device.
  func setCallerSkew(_ skew: Int64) { content.withLock { $0.callerSkew = skew } }

  func setHubSkew(_ skew: Int64, of number: Int) {
    content.withLock { $0.hubSkews[number] = skew }
  }
}
