internal import Synchronization

/// The changes that one session notes, and reports to all observers after the commit.
struct SessionChanges {
  /// Where to report; nil for sessions that only read.
  var broadcaster: ChangeBroadcaster?
  var presence: WriterPresence?
  fileprivate var isNoting = false
  fileprivate var isOverflowing = false
  fileprivate var items: Set<ItemID> = []
  /// `PRAGMA data_version` at the last look.
  fileprivate var version: Int64?
  /// Whether the loss of the file was reported; observers then read, and get the error.
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

  /// What the transaction changed; `.everything` if nobody observed when it began.
  fileprivate var notice: ChangeNotice? {
    guard isNoting, !isOverflowing else { return .everything }
    return items.isEmpty ? nil : .items(items)
  }
}

/// The phase of the writing session, for the watch.
final class WriterPresence: Sendable {
  enum Phase: UInt8, AtomicRepresentable {
    case idle
    /// Waits for the write lock; another process may hold it, and commit.
    case waiting
    /// Holds the write lock: no other process can commit, and earlier commits are reported.
    case writing
  }

  private let current = Atomic(Phase.idle)

  var phase: Phase {
    get { current.load(ordering: .acquiring) }
    set { current.store(newValue, ordering: .releasing) }
  }
}

extension SQLiteSession {
  /// Call this before a write transaction begins.
  func awaitTransaction() { changes.presence?.phase = .waiting }

  /// Call this when a write transaction has begun.
  func beginNoting() throws(StorageError) {
    let isObserved = changes.broadcaster?.isObserved ?? false
    changes.begin(isNoting: isObserved)
    guard isObserved else { return }
    try lookForOthersCommits()
    changes.presence?.phase = .writing
  }

  /// Call this when the transaction is committed.
  func tellChanges() {
    changes.presence?.phase = .idle
    guard let broadcaster = changes.broadcaster, broadcaster.isObserved, let notice = changes.notice
    else { return }
    broadcaster.send(notice)
  }

  /// Call this when the transaction is rolled back.
  func forgetChanges() {
    changes.presence?.phase = .idle
    changes.begin(isNoting: false)
  }

  /// Changes with each commit of another connection, and with none of this one.
  ///
  /// <https://www.sqlite.org/pragma.html#pragma_data_version>
  func dataVersion() throws(StorageError) -> Int64? {
    try connection.cached("PRAGMA data_version").only { $0.integer(0) }
  }

  /// Reports commits of other connections since the last look, and a file that is no longer in place.
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
