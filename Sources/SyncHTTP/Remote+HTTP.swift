public import Sync

extension Remote {
  /// The service that reaches this remote, which may be a file or behind HTTP.
  ///
  /// - Throws: ``/Sync/SyncError``, as ``HTTPNetworkService/init(remote:token:options:)`` and, for a file,
  ///   as `makeNetworkService()` does.
  public func makeNetworkService(
    token: HubToken?,
    options: HTTPOptions = HTTPOptions()
  ) throws(SyncError) -> any NetworkService {
    try makeNetworkService { remote throws(SyncError) in
      try HTTPNetworkService(remote: remote, token: token, options: options)
    }
  }
}
