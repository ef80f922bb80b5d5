// Keeping a store and its hub together for as long as a program runs.

public import Storage

extension SyncEngine {
  /// Syncs now, and again whenever the store or the hub has something new.
  ///
  /// The hub is asked by one request that it keeps open. What fails and may pass is tried again after
  /// a random pause of up to half a second, one second, two, and so on to five minutes. Returns once
  /// the store is closed.
  ///
  /// - Parameters:
  ///   - changes: The notices of the store that this engine syncs; other processes' are among them.
  ///   - tell: Called for each step; not twice at once.
  /// - Throws: ``SyncError`` that no other try would change, and code `cancelled` where the task is.
  public func follow(
    _ changes: ChangeNotices,
    tell: @Sendable (SyncActivity) -> Void = { _ in }
  ) async throws(SyncError) {
    isAtEnd = false
    let listener = Task {
      for await _ in changes { await noteLocalChange() }
      noteEnd()
    }
    defer { listener.cancel() }
    var failures = 0
    while !isAtEnd {
      do throws(SyncError) {
        hasLocalChange = false
        let summary = try await sync { tell(.progress($0)) }
        failures = 0
        tell(.synced(summary))
        try await awaitSomethingNew()
      } catch {
        guard error.code.isPassing || error.isBusyStore, !isAtEnd else { throw error }
        failures += 1
        let pause = environment.length(of: environment.patience.pause(after: failures))
        tell(.failed(error, pause: pause))
        try await environment.wait(pause)
      }
    }
  }

  /// Returns when there is something to push or to pull, or the store was closed.
  private func awaitSomethingNew() async throws(SyncError) {
    while !isAtEnd {
      if hasLocalChange {
        hasLocalChange = false
        if try await store.hasUnsent() { return }
      }
      if try await waitForChanges() { return }
      guard !Task.isCancelled else { throw SyncCore.cancellation }
    }
  }

  /// What a sync itself wrote is nothing to sync again.
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

extension SyncError {
  /// Whether another process held the store for too long.
  fileprivate var isBusyStore: Bool {
    code == .store && (cause as? StorageError)?.code == .busy
  }
}
