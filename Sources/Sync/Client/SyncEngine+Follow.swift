public import Storage

extension SyncEngine {
  /// Syncs now, and again whenever the store or the hub has something new.
  ///
  /// One request, which the hub keeps open, waits for changes there. After a temporary error, it
  /// tries again after a random pause of up to half a second, one second, two, and so on to five
  /// minutes, and not before the time that the hub asks to wait. Returns once the store is closed.
  ///
  /// - Parameters:
  ///   - changes: The notices of the store that this engine syncs, those of other processes included.
  ///   - tell: Called for each step, one call at a time.
  ///   - unknown: See ``sync(verifies:progress:unknown:)``.
  /// - Throws: ``SyncError`` if the error is not temporary, and code `cancelled` if the task is cancelled.
  public func follow(
    _ changes: ChangeNotices,
    tell: @Sendable (SyncActivity) -> Void = { _ in },
    unknown: @Sendable () async throws(SyncError) -> Void = {}
  ) async throws(SyncError) {
    isAtEnd = false
    let listener = Task {
      for await _ in changes { await noteLocalChange() }
      noteEnd()
    }
    defer { listener.cancel() }
    var failures = 0
    var idleRuns = 0
    while !isAtEnd {
      var waitStart: Int64?
      do throws(SyncError) {
        (hasLocalChange, hasAnswered) = (false, false)
        let summary = try await sync(
          patience: onceOnly,
          progress: { tell(.progress($0)) },
          unknown: unknown
        )
        tell(.synced(summary))
        let hasMoved = summary.pushed + summary.pulled > 0
        (failures, idleRuns) = hasMoved ? (0, 0) : (failures, idleRuns + 1)
        waitStart = environment.uptime()
        try await awaitSomethingNew(after: idleRuns)
        failures = 0
      } catch {
        let isStoreBusy = (error.cause as? StorageError)?.code == .busy && error.code == .store
        guard error.code.isPassing || isStoreBusy, !isAtEnd else {
          await note(error)
          throw error
        }
        // What went well before it failed begins the pauses again: pages that came, or a wait that lasted.
        let wentWell = waitStart.map { environment.uptime() - $0 >= SyncEngine.longWait }
        failures = wentWell ?? hasAnswered ? 1 : failures + 1
        let pause = pause(after: failures, leastly: error.retryAfter)
        tell(.failed(error, pause: pause))
        try await environment.wait(pause)
      }
    }
  }

  /// One try of each request: following has pauses of its own.
  private var onceOnly: SyncCore.Patience {
    var patience = environment.patience
    patience.attempts = 1
    return patience
  }

  /// A random pause that grows with each failure, and is no shorter than the hub asks for.
  private func pause(after failures: Int, leastly least: Duration?) -> Duration {
    let usual = environment.length(of: environment.patience.pause(after: failures))
    guard let least else { return usual }
    // A longer time than a day is rather a mistake, and could not be added to.
    let asked = min(least, .seconds(86_400))
    return max(usual, environment.length(of: SyncCore.Pause(least: asked, spread: asked / 10)))
  }

  /// Returns when there is something to push or to pull, or the store was closed.
  ///
  /// A hub that says at once that nothing is new, as one does that is about to stop, or that something is where nothing
  /// comes, is asked more and more rarely.
  private func awaitSomethingNew(after idleRuns: Int) async throws(SyncError) {
    var quickAnswers = max(0, idleRuns - SyncEngine.maxIdleRuns)
    while !isAtEnd {
      if hasLocalChange {
        hasLocalChange = false
        if try await store.hasUnsent() { return }
      }
      if quickAnswers > 0 {
        await rest(after: quickAnswers)
        guard !hasLocalChange else { continue }
      }
      let start = environment.uptime()
      let isNew = try await waitForChanges()
      guard !Task.isCancelled else { throw SyncCore.cancellation }
      if isNew { return }
      let isQuick = environment.uptime() - start < SyncEngine.leastWait && !hasLocalChange
      quickAnswers = isQuick ? quickAnswers + 1 : 0
    }
  }

  /// Runs in a row without anything to send or to merge, after which the hub's word is not enough.
  private static let maxIdleRuns = 3
  /// What a hub waits at least, in milliseconds, unless something is new.
  private static let leastWait: Int64 = 1_000
  /// A wait of so many milliseconds shows that the way to the hub is open, even if it is cut off then.
  private static let longWait: Int64 = 5_000

  /// Pauses, unless something is there to send.
  private func rest(after count: Int) async {
    let pause = environment.length(of: environment.patience.pause(after: count))
    let task = Task { [environment] () -> Result<Bool, SyncError> in
      try? await environment.sleep(pause)
      return .success(false)
    }
    waiting = task
    await withTaskCancellationHandler {
      _ = await task.value
    } onCancel: {
      task.cancel()
    }
    waiting = nil
  }

  /// Ends the wait if there is anything to send; what a sync itself wrote does not count.
  private func noteLocalChange() async {
    guard (try? await store.hasUnsent()) ?? true else { return }
    hasLocalChange = true
    waiting?.cancel()
  }

  private func noteEnd() {
    isAtEnd = true
    waiting?.cancel()
  }
}
