extension NetworkService {
  /// Checks that the hub answers and lets this device into a space, by asking for at most one row.
  ///
  /// - Throws: ``SyncError``: code `unreachable` if no answer came, `unauthorized` if the hub wants another
  ///   token, `protocolViolation` if there is no such hub or space, `upgrade` if the hub speaks another protocol.
  public func checkAccess(to space: String) async throws(SyncError) {
    let request = ChangesRequest(after: 0, limit: 1, token: nil, isLiveOnly: true)
    let exchange = try await exchange(.changes(request), space: space)
    if case .failure(let error) = exchange.outcome { throw SyncError(error) }
  }
}
