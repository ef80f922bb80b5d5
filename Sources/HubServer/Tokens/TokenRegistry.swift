import Storage
import Sync

/// The tokens that are good, in memory, so that neither a request nor a flood of wrong tokens costs the store anything.
///
/// It follows the store within a second or two. A token that is not in it is looked for in the store once more, together
/// with all others that are asked for meanwhile: a token that was just made is good at once.
final class TokenRegistry: Sendable {
  /// What a look-up found.
  enum Finding: Sendable {
    case found(TokenEntry)
    /// No good token has this hash.
    case wrong
    /// The store cannot be asked.
    case failed(HubError)
  }

  fileprivate typealias Pending = (hash: [UInt8], done: @Sendable (Finding) -> Void)

  fileprivate struct State {
    /// Entries by the first bytes of their hashes, which an attacker cannot choose.
    var entries: [UInt64: [TokenEntry]] = [:]
    var count = 0
    var version: Int64?
    /// When the entries were last those of the store, in nanoseconds.
    var checkedAt: Int64 = .min
    var pending: [Pending] = []
    var isChecking = false
  }

  /// How long the entries are believed without a look at the store, in nanoseconds.
  private static let trust: Int64 = 4_000_000_000
  /// How many look-ups wait for the store at most.
  private static let maxPending = 4_096

  private let store: any ServerStore
  private let environment: ServerEnvironment
  private let jobs: JobQueue
  private let state = Locked(State())

  init(store: any ServerStore, environment: ServerEnvironment, jobs: JobQueue) {
    self.store = store
    self.environment = environment
    self.jobs = jobs
  }

  /// How many tokens are good.
  var count: Int { state.withLock { $0.count } }

  /// Looks a token up by the hash of its text; answers now or, where the store must be asked, on another thread.
  ///
  /// - Returns: False if too many look-ups wait; then `done` is not called.
  func find(_ hash: [UInt8], done: @escaping @Sendable (Finding) -> Void) -> Bool {
    let now = environment.monotonic()
    let known = state.withLock { state -> TokenEntry? in
      guard state.checkedAt > now - TokenRegistry.trust || state.checkedAt == .max else {
        return nil
      }
      return TokenRegistry.entry(hash, in: state.entries)
    }
    if let known {
      done(known.record.isLive(at: environment.now()) ? .found(known) : .wrong)
      return true
    }
    let (isAdded, needsCheck) = state.withLock { state -> (Bool, Bool) in
      guard state.pending.count < TokenRegistry.maxPending else { return (false, false) }
      state.pending.append((hash, done))
      defer { state.isChecking = true }
      return (true, !state.isChecking)
    }
    if needsCheck { jobs.add { self.check() } }
    return isAdded
  }

  /// Follows the store if it was not looked at for a second; `changed` runs when tokens have changed.
  func followStore(_ changed: @escaping @Sendable () -> Void) {
    let now = environment.monotonic()
    let needsCheck = state.withLock { state in
      guard !state.isChecking, state.checkedAt < now - 1_000_000_000 else { return false }
      state.isChecking = true
      return true
    }
    guard needsCheck else { return }
    jobs.add { if self.check() { changed() } }
  }

  /// Whether an entry is good still.
  func holds(_ entry: TokenEntry) -> Bool {
    state.withLock { TokenRegistry.entry(entry.record.hash, in: $0.entries) != nil }
      && entry.record.isLive(at: environment.now())
  }

  /// Looks at the store, then answers all that waited when it began; returns whether tokens have changed.
  @discardableResult
  private func check() -> Bool {
    var hasChanged = false
    while true {
      let (pending, version) = state.withLock { state -> ([Pending], Int64?) in
        defer { state.pending = [] }
        return (state.pending, state.version)
      }
      let begin = environment.monotonic()
      let failure = load(unless: version, at: begin, &hasChanged)
      let now = environment.now()
      for (hash, done) in pending {
        if let failure {
          done(.failed(failure))
          continue
        }
        let entry = state.withLock { TokenRegistry.entry(hash, in: $0.entries) }
        done(entry.flatMap { $0.record.isLive(at: now) ? .found($0) : nil } ?? .wrong)
      }
      // Who came meanwhile may have a token that was made meanwhile.
      let isOver = state.withLock { state in
        if state.pending.isEmpty { state.isChecking = false }
        return state.pending.isEmpty
      }
      if isOver { return hasChanged }
    }
  }

  private func load(unless version: Int64?, at now: Int64, _ hasChanged: inout Bool) -> HubError? {
    do throws(HubError) {
      guard try store.tokenVersion() != version else {
        state.withLock { $0.checkedAt = now }
        return nil
      }
      let (version, tokens) = try store.liveTokens()
      hasChanged = true
      state.withLock { $0.take(tokens, version: version, at: now) }
      return nil
    } catch {
      return error
    }
  }

  fileprivate static func entry(
    _ hash: [UInt8],
    in entries: [UInt64: [TokenEntry]]
  ) -> TokenEntry? {
    entries[key(hash)]?.first { isEqual($0.record.hash, hash) }
  }

  fileprivate static func key(_ hash: [UInt8]) -> UInt64 {
    hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Compares hashes in a time that does not depend on their bytes.
  static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
  }
}

extension TokenRegistry.State {
  /// Replaces the entries; what was counted for a token that has not changed stays.
  fileprivate mutating func take(_ tokens: [TokenRecord], version: Int64, at now: Int64) {
    var next: [UInt64: [TokenEntry]] = [:]
    for token in tokens {
      let known = TokenRegistry.entry(token.hash, in: entries)
      // A new expiry does not begin its counts again.
      let entry = known.map { $0.following(token) } ?? TokenEntry(token)
      next[TokenRegistry.key(token.hash), default: []].append(entry)
    }
    entries = next
    count = tokens.count
    self.version = version
    checkedAt = now
  }
}
