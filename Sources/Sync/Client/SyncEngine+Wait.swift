import Storage

extension SyncEngine {
  /// Waits until the hub has something that the store lacks, or until the time is up.
  ///
  /// It replaces polling: it sends one request, which the hub keeps open. A store that was never
  /// synced with this hub does not wait. A sync that begins meanwhile ends the wait, as if the time
  /// were up.
  ///
  /// - Returns: Whether there is something to sync.
  /// - Throws: ``SyncError`` if the hub cannot be reached or refuses; a program should pause before it
  ///   asks again. Code `busy` if another request of this engine is under way.
  public func waitForChanges(
    for duration: Duration = .seconds(55)
  ) async throws(SyncError) -> Bool {
    try checkIsIdle()
    let task = Task { await self.answer(waiting: duration) }
    waiting = task
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    waiting = nil
    if case .failure(let error) = result, error.code == .cancelled {
      guard !Task.isCancelled else { throw error }
      return false
    }
    return try result.get()
  }

  private func answer(waiting duration: Duration) async -> Result<Bool, SyncError> {
    do throws(SyncError) {
      guard let state = try await store.loadedSyncState(), let token = state.token,
        !state.isBootstrapping
      else { return .success(true) }
      let seconds = Int(clamping: max(0, duration.components.seconds))
      let request = WaitRequest(after: state.cursor, token: token, seconds: seconds)
      return .success(try await reply(to: .wait(request)) != .wait(.unchanged))
    } catch {
      return .failure(error)
    }
  }

  /// The reply to one request that is sent once.
  func reply(to request: SyncRequest) async throws(SyncError) -> SyncReply {
    try await networkService.exchange(request, space: remote.space)
      .outcome.mapError { SyncError($0) }.get()
  }
}
