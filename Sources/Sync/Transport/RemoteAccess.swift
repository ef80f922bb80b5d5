/// Makes the service that reaches a remote; a library for more kinds of remotes provides its own.
public struct RemoteAccess: Sendable {
  /// The service that reaches a remote, or an error that says what the remote lacks.
  public var makeNetworkService: @Sendable (Remote) throws(SyncError) -> any NetworkService

  /// Makes services with a closure.
  public init(
    _ makeNetworkService: @escaping @Sendable (Remote) throws(SyncError) -> any NetworkService
  ) {
    self.makeNetworkService = makeNetworkService
  }
}
