import Storage

/// A token that a server knows, with what is counted for it.
final class TokenEntry: Sendable {
  /// What the store keeps of it.
  let record: TokenRecord

  private struct Counts {
    var requests = TokenBucket()
    var changes = TokenBucket()
    var waits = 0
    /// Bytes of bodies that are read or wait for the store.
    var bytes = 0
    /// The hour of its last use that was noted.
    var usedHour: Int64 = 0
  }

  /// Shared by the entries that follow one another as the token's expiry changes.
  private final class SharedCounts: Sendable {
    private let value: Locked<Counts>

    init(_ counts: Counts) { value = Locked(counts) }

    func withLock<Result: Sendable>(_ body: (inout Counts) -> Result) -> Result {
      value.withLock { body(&$0) }
    }
  }

  private let counts: SharedCounts

  init(_ record: TokenRecord) {
    self.record = record
    var counts = Counts()
    counts.usedHour = record.lastUsed ?? 0
    self.counts = SharedCounts(counts)
  }

  private init(_ record: TokenRecord, _ counts: SharedCounts) {
    self.record = record
    self.counts = counts
  }

  /// The entry for what the store has now of the same token.
  func following(_ record: TokenRecord) -> TokenEntry { TokenEntry(record, counts) }

  /// Takes one request from its rate, or returns after how many seconds to come again.
  func takeRequest(_ limits: ServerLimits, at now: Int64) -> Int? {
    counts.withLock {
      $0.requests.take(1, rate: limits.requestsPerSecond, burst: limits.requestBurst, at: now)
    }
  }

  /// Takes changes from its rate, or returns after how many seconds to come again.
  func takeChanges(_ count: Int, _ limits: ServerLimits, at now: Int64) -> Int? {
    counts.withLock {
      $0.changes.take(count, rate: limits.changesPerSecond, burst: limits.changeBurst, at: now)
    }
  }

  /// Whether another request may wait for news; it is counted until ``endWait()``.
  func beginWait(_ limits: ServerLimits) -> Bool {
    counts.withLock { counts in
      guard counts.waits < limits.waitsPerToken else { return false }
      counts.waits += 1
      return true
    }
  }

  func endWait() { counts.withLock { $0.waits -= 1 } }

  /// Whether so many more bytes of bodies may be held for it; they are counted until ``release(bytes:)``.
  func reserve(bytes: Int, limit: Int) -> Bool {
    counts.withLock { counts in
      guard counts.bytes == 0 || counts.bytes + bytes <= limit else { return false }
      counts.bytes += bytes
      return true
    }
  }

  func release(bytes: Int) { counts.withLock { $0.bytes -= bytes } }

  /// Notes a use; returns its hour if that is another than before, in milliseconds since 1970.
  func use(at now: Int64) -> Int64? {
    let hour = now - now % 3_600_000
    return counts.withLock { counts in
      guard counts.usedHour < hour else { return nil }
      counts.usedHour = hour
      return hour
    }
  }
}
