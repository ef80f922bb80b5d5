/// A notice each time any task or process may have changed a store; see ``ItemRepository/changes()``.
public struct ChangeNotices: AsyncSequence, Sendable {
  /// What may have changed since the element before.
  public typealias Element = ChangeNotice

  let broadcaster: ChangeBroadcaster
  let watch: (@Sendable () -> any ChangeWatch)?

  /// Starts an observation of its own.
  public func makeAsyncIterator() -> Iterator { Iterator(ChangeSubscription(self)) }

  /// Waits for changes; for one task at a time.
  ///
  /// Observes until it is released, the task is cancelled or the store closed.
  public struct Iterator: AsyncIteratorProtocol {
    private var subscription: ChangeSubscription?

    fileprivate init(_ subscription: ChangeSubscription) { self.subscription = subscription }

    /// The next notice, or nil once the store is closed or the task cancelled.
    public mutating func next() async -> ChangeNotice? {
      while let subscription {
        if let notice = await subscription.next() { return notice }
        self.subscription = Task.isCancelled ? nil : subscription.successor
      }
      return nil
    }
  }
}

/// One observer; leaves when it is released.
private final class ChangeSubscription: Sendable {
  private let broadcaster: ChangeBroadcaster
  private let place: ChangeBroadcaster.Place
  private let isPrepared = Locked(false)

  init(_ changes: ChangeNotices) {
    broadcaster = changes.broadcaster
    place = broadcaster.join(changes.watch)
  }

  deinit { broadcaster.leave(place) }

  /// The subscription that continues after the end of this one.
  var successor: ChangeSubscription? { broadcaster.successor.map { ChangeSubscription($0) } }

  func next() async -> ChangeNotice? {
    await prepare()
    return await withTaskCancellationHandler {
      await place.mailbox.next()
    } onCancel: {
      broadcaster.leave(place)
    }
  }

  /// Runs before the first notice, so that no change between it and the observer's first look is lost.
  private func prepare() async {
    guard let watch = place.watch else { return }
    let isFirst = isPrepared.withLock { isPrepared in
      defer { isPrepared = true }
      return !isPrepared
    }
    if isFirst { await Self.prepare(watch) }
  }

  /// Off the caller's actor, since it may wait for a disk.
  @concurrent
  private static func prepare(_ watch: any ChangeWatch) async { watch.prepare() }
}
