public import Storage

extension SyncEngine {
  /// Syncs now, and again whenever the store or the hub has something new.
  ///
  /// One request, which the hub keeps open, waits for changes there. After an error that may pass,
  /// it tries again after a random pause of up to half a second, one second, two, and so on to five
  /// minutes. Returns once the store is closed.
  ///
  /// - Parameters:
  ///   - changes: The notices of the store that this engine syncs, those of other processes included.
  ///   - tell: Called for each step, one call at a time.
  ///   - unknown: See ``sync(verifies:progress:unknown:)``.
  /// - Throws: ``SyncError`` that does not pass, and code `cancelled` if the task is cancelled.
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
    while !isAtEnd {
      do throws(SyncError) {
        hasLocalChange = false
        let summary = try await sync(progress: { tell(.progress($0)) }, unknown: unknown)
        failures = 0
        tell(.synced(summary))
        try await awaitSomethingNew()
      } catch {
        let isStoreBusy = (error.cause as? StorageError)?.code == .busy && error.code == .store
        guard error.code.isPassing || isStoreBusy, !isAtEnd else { throw error }
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
