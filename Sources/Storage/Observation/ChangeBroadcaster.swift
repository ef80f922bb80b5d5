internal import Synchronization

/// Tells observers that a store has changed; what a backend builds its ``ItemRepository/changes()`` on.
///
/// ```swift
/// final class MyRepository: ItemRepository {
///   private let broadcaster = ChangeBroadcaster()
///   func changes() -> ChangeNotices { broadcaster.changes() }
///   // After each commit: broadcaster.send(.items(changed)); when closing: broadcaster.finish()
/// }
/// ```
///
/// Sending costs a load of one number while nobody observes.
public final class ChangeBroadcaster: Sendable {
  private struct State {
    var mailboxes: [Int: ChangeMailbox] = [:]
    var lastID = 0
    /// What looks for other processes' commits; there is one while anybody observes.
    var watch: (any ChangeWatch)?
    var isFinished = false
    var successor: ChangeNotices?
  }

  private let state = Locked(State())
  private let observers = Atomic(0)

  /// Makes one that nobody observes yet.
  public init() {}

  /// Whether anybody observes.
  ///
  /// A writer asks this after its commit, an observer reads after it came: in that order on both
  /// sides, one of the two sees the other.
  public var isObserved: Bool { observers.load(ordering: .sequentiallyConsistent) > 0 }

  /// What observers iterate over.
  public func changes() -> ChangeNotices { ChangeNotices(broadcaster: self, watch: nil) }

  /// What observers iterate over, with a look at the world outside for as long as anybody does.
  func changes(watching watch: @escaping @Sendable () -> any ChangeWatch) -> ChangeNotices {
    ChangeNotices(broadcaster: self, watch: watch)
  }

  /// Tells all observers; to be called after the commit, so that they see what they were told of.
  public func send(_ notice: ChangeNotice) {
    guard isObserved else { return }
    for mailbox in state.withLock({ Array($0.mailboxes.values) }) { mailbox.deliver(notice) }
  }

  /// Ends every observation, as closing a store does; those that begin later end at once.
  public func finish() { finish(continuingWith: nil) }

  /// Ends every observation of this store and lets the observers go on with another one.
  func finish(continuingWith successor: ChangeNotices?) {
    let (mailboxes, watch) = state.withLock { state in
      defer {
        state.mailboxes = [:]
        state.watch = nil
      }
      state.isFinished = true
      state.successor = successor
      observers.store(0, ordering: .sequentiallyConsistent)
      return (Array(state.mailboxes.values), state.watch)
    }
    withExtendedLifetime(watch) { mailboxes.forEach { $0.end() } }
  }

  /// Where observers go on once this one is finished.
  var successor: ChangeNotices? { state.withLock { $0.successor } }
}

// MARK: - Observers

extension ChangeBroadcaster {
  /// A new observer's place, and the watch that now runs for it.
  struct Place: Sendable {
    let id: Int
    let mailbox: ChangeMailbox
    let watch: (any ChangeWatch)?
  }

  func join(_ makeWatch: (@Sendable () -> any ChangeWatch)?) -> Place {
    state.withLock { state in
      let mailbox = ChangeMailbox()
      state.lastID += 1
      if state.isFinished {
        mailbox.end()
      } else {
        state.mailboxes[state.lastID] = mailbox
        observers.store(state.mailboxes.count, ordering: .sequentiallyConsistent)
        if state.watch == nil { state.watch = makeWatch?() }
      }
      return Place(id: state.lastID, mailbox: mailbox, watch: state.watch)
    }
  }

  func leave(_ place: Place) {
    place.mailbox.end()
    // The last to leave puts out the light; it goes after the lock.
    let watch = state.withLock { state -> (any ChangeWatch)? in
      guard state.mailboxes.removeValue(forKey: place.id) != nil else { return nil }
      observers.store(state.mailboxes.count, ordering: .sequentiallyConsistent)
      guard state.mailboxes.isEmpty else { return nil }
      defer { state.watch = nil }
      return state.watch
    }
    withExtendedLifetime(watch) {}
  }
}

/// Looks for commits that do not pass through the broadcaster's own store; ends when it is released.
protocol ChangeWatch: AnyObject, Sendable {
  /// Takes note of where the store stands, so that later commits are told from earlier ones.
  func prepare()
}
