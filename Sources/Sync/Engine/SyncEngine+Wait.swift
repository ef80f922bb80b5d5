// Waiting for changes, so that a program need not ask again and again.

import Storage

extension SyncEngine {
  /// Waits until the hub has something that the store lacks, or that time is over.
  ///
  /// One request, which the hub keeps open. A store that was never synced with this hub does not
  /// wait.
  ///
  /// - Returns: whether there is something to sync.
  /// - Throws: ``SyncError`` where the hub cannot be reached or refuses; a program waits a little
  ///   before it asks again.
  public func waitForChanges(
    for duration: Duration = .seconds(55)
  ) async throws(SyncError) -> Bool {
    guard let state = try await store.loadedSyncState(), let token = state.token,
      utf8Equal(state.remote, remote.description), !state.isBootstrapping
    else { return true }
    let seconds = Int(clamping: max(0, duration.components.seconds))
    let request = SyncRequest.wait(
      WaitRequest(after: state.cursor, token: token, seconds: seconds)
    )
    let message = request.networkRequest(space: remote.space)
    switch request.reply(from: try await networkService.response(to: message)) {
    case .success(let reply): return reply != .wait(.unchanged)
    case .failure(let failure): throw SyncError(failure)
    }
  }
}

extension NetworkService {
  /// Asks a hub what it says of itself.
  package func hello() async throws(SyncError) -> Hello {
    let response = try await response(to: .hello)
    guard response.status == 200 else { throw SyncError(ExchangeFailure(response)) }
    do throws(WireError) {
      return try Hello(bytes: response.body)
    } catch {
      throw SyncError(
        .protocolViolation,
        "The hub's answer makes no sense: \(error.message)",
        cause: error
      )
    }
  }

  /// The response, or the error that ends a sync for want of one.
  fileprivate func response(to request: NetworkRequest) async throws(SyncError) -> NetworkResponse {
    do throws(NetworkError) {
      return try await send(request)
    } catch {
      throw SyncError(error)
    }
  }
}
