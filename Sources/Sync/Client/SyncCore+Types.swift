// The core's events, effects and states.

package import Storage

extension SyncCore {
  /// Something that happened.
  package enum Event: Sendable {
    /// Begin a run.
    case start
    /// The store work that was asked for is done.
    case stored(StoreOutcome)
    /// The store work that was asked for failed, and nothing of it was kept.
    case storeFailed(StorageError)
    /// The hub answered request number `id`.
    case replied(id: Int, SyncReply)
    /// Request number `id` has no reply.
    case failed(id: Int, ExchangeError)
    /// The pause that was asked for is over.
    case woke
  }

  /// Something to do, one after the other; each except ``report(_:)`` and ``finish(_:)`` leads to one event.
  ///
  /// The answer to a request is an event of its own time: what comes behind a request is done while
  /// the hub works on it.
  package enum Effect: Sendable {
    /// Run this work in a write transaction.
    case store(StoreWork)
    /// Send this request under this number; nobody waits any more for one that was sent before.
    case send(id: Int, SyncRequest)
    /// Wait.
    case sleep(Pause)
    /// Report the progress of the run.
    case report(SyncProgress)
    /// The run is over.
    case finish(Result<SyncSummary, SyncError>)
  }

  /// How long to wait: at least `least`, and a random part of `spread` more.
  package struct Pause: Sendable, Equatable {
    package var least: Duration
    package var spread: Duration

    package init(least: Duration, spread: Duration) {
      self.least = least
      self.spread = spread
    }
  }

  /// How often a run tries before it gives up.
  package struct Patience: Sendable {
    /// The most tries of one request.
    package var attempts: Int
    /// The pause before the second try, which doubles each time.
    package var firstPause: Duration
    /// The longest pause.
    package var maxPause: Duration
    /// The most replies in a row that the store may have moved past, or resets.
    package var resets: Int

    package init(
      attempts: Int = 5,
      firstPause: Duration = .milliseconds(500),
      maxPause: Duration = .seconds(300),
      resets: Int = 2
    ) {
      self.attempts = attempts
      self.firstPause = firstPause
      self.maxPause = maxPause
      self.resets = resets
    }

    /// The pause after this many failures in a row; it doubles with each.
    func pause(after failures: Int) -> Pause {
      let spread = min(firstPause * (1 << min(failures - 1, 20)), maxPause)
      return Pause(least: .zero, spread: spread)
    }
  }

  /// The state of a run.
  ///
  /// | state     | left by                                                        | for |
  /// | --------- | -------------------------------------------------------------- | --- |
  /// | idle      | start                                                          | preparing |
  /// | preparing | stored(request), stored(idle), storeFailed                     | waiting, finished |
  /// | waiting   | replied and failed with its id                                 | applying, sleeping, preparing, finished |
  /// | applying  | stored(proceeded)                                              | waiting |
  /// | applying  | stored(applied, noted or superseded), storeFailed              | preparing, finished |
  /// | sleeping  | woke                                                           | preparing |
  /// | finished  | nothing                                                        | |
  ///
  /// If the task is cancelled, the run is dropped: all that must outlive it is in the store.
  ///
  /// Any other event is late or a duplicate, and changes nothing.
  enum State: Sendable {
    case idle
    case preparing
    case waiting(id: Int, SyncRequest)
    case applying
    case sleeping
    case finished
  }
}
