/// Makes the service for a remote; a library for other kinds of remotes provides its own.
public struct RemoteAccess: Sendable {
  /// Makes the service that reaches a remote, or throws an error that says why there is none.
  public var makeNetworkService: @Sendable (Remote) throws(SyncError) -> any NetworkService

  /// Makes services with a closure.
  public init(
    _ makeNetworkService: @escaping @Sendable (Remote) throws(SyncError) -> any NetworkService
  ) {
    self.makeNetworkService = makeNetworkService
  }
}
