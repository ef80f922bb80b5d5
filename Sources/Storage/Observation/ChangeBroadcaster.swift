internal import Synchronization

/// Tells observers that a store has changed; a backend builds its ``ItemRepository/changes()`` on it.
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
    /// Looks for other processes' commits; exists while anybody observes.
    var watch: (any ChangeWatch)?
    var isFinished = false
    var successor: ChangeNotices?
  }

  private let state = Locked(State())
  private let observers = Atomic(0)

  /// Creates a broadcaster without observers.
  public init() {}

  /// Whether anybody observes.
  ///
  /// A writer reads this after its commit, and an observer reads the store after it has joined.
  /// With this order on both sides, at least one of them sees the other.
  public var isObserved: Bool { observers.load(ordering: .sequentiallyConsistent) > 0 }

  /// The notices over which observers iterate.
  public func changes() -> ChangeNotices { ChangeNotices(broadcaster: self, watch: nil) }

  /// The notices over which observers iterate; `watch` looks for outside changes meanwhile.
  func changes(watching watch: @escaping @Sendable () -> any ChangeWatch) -> ChangeNotices {
    ChangeNotices(broadcaster: self, watch: watch)
  }

  /// Tells all observers; call it after the commit, so that they can see the change.
  public func send(_ notice: ChangeNotice) {
    guard isObserved else { return }
    for mailbox in state.withLock({ Array($0.mailboxes.values) }) { mailbox.deliver(notice) }
  }

  /// Ends every observation, as closing a store does; those that begin later end at once.
  public func finish() { finish(continuingWith: nil) }

  /// Ends every observation of this store; the observers continue with another one.
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

  /// The broadcaster of the store with which observers continue by now.
  var latest: ChangeBroadcaster { successor?.broadcaster.latest ?? self }

  /// The notices with which observers continue once this broadcaster is finished.
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
    // The last observer ends the watch, which is released outside the lock.
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
  /// Notes the state of the store, so that later commits differ from earlier ones.
  func prepare()
}
