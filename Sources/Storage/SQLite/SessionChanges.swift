internal import Synchronization

/// The notes of one session; told to all observers once the transaction is committed.
struct SessionChanges {
  /// Whom to tell; nil for sessions that only read.
  var broadcaster: ChangeBroadcaster?
  var presence: WriterPresence?
  fileprivate var isNoting = false
  fileprivate var isOverflowing = false
  fileprivate var items: Set<ItemID> = []
  /// `PRAGMA data_version` when last looked at.
  fileprivate var version: Int64?
  /// Whether observers have been told that the file went away, so that they meet the error.
  fileprivate var isLoss = false

  /// Notes that the open transaction changed an item.
  @inline(__always)
  mutating func note(_ id: ItemID) {
    if isNoting { noteForObservers(id) }
  }

  private mutating func noteForObservers(_ id: ItemID) {
    guard !isOverflowing else { return }
    items.insert(id)
    isOverflowing = items.count > ChangeNotice.maxItems
  }

  fileprivate mutating func begin(isNoting: Bool) {
    self.isNoting = isNoting
    isOverflowing = false
    items = []
  }

  /// What the transaction changed; everything where nobody observed when it began.
  fileprivate var notice: ChangeNotice? {
    guard isNoting, !isOverflowing else { return .everything }
    return items.isEmpty ? nil : .items(items)
  }
}

/// What the writing session is at, for the watch.
final class WriterPresence: Sendable {
  enum Phase: UInt8, AtomicRepresentable {
    case idle
    /// It waits for the write lock, which another process may have, and may commit.
    case waiting
    /// No other process can commit, and what was committed before is known.
    case writing
  }

  private let current = Atomic(Phase.idle)

  var phase: Phase {
    get { current.load(ordering: .acquiring) }
    set { current.store(newValue, ordering: .releasing) }
  }
}

extension SQLiteSession {
  /// To be called before a write transaction begins.
  func awaitTransaction() { changes.presence?.phase = .waiting }

  /// To be called when a write transaction has begun.
  func beginNoting() throws(StorageError) {
    let isObserved = changes.broadcaster?.isObserved ?? false
    changes.begin(isNoting: isObserved)
    guard isObserved else { return }
    try lookForOthersCommits()
    changes.presence?.phase = .writing
  }

  /// To be called when the transaction is committed.
  func tellChanges() {
    changes.presence?.phase = .idle
    guard let broadcaster = changes.broadcaster, broadcaster.isObserved,
      let notice = changes.notice
    else { return }
    broadcaster.send(notice)
  }

  /// To be called when the transaction is rolled back.
  func forgetChanges() {
    changes.presence?.phase = .idle
    changes.begin(isNoting: false)
  }

  /// A number that changes with each commit of another connection and with none of this one's own.
  ///
  /// <https://www.sqlite.org/pragma.html#pragma_data_version>
  func dataVersion() throws(StorageError) -> Int64? {
    try connection.cached("PRAGMA data_version").only { $0.integer(0) }
  }

  /// Tells observers of commits that other connections made since the last look, and of a file that
  /// is no longer in its place.
  func lookForOthersCommits() throws(StorageError) {
    guard case .file = connection.location else { return }
    do throws(StorageError) {
      try connection.checkPlace()
    } catch {
      guard !changes.isLoss else { return }
      changes.isLoss = true
      changes.broadcaster?.send(.everything)
      return
    }
    let version = try dataVersion()
    guard version != changes.version else { return }
    changes.version = version
    changes.broadcaster?.send(.everything)
  }
}
