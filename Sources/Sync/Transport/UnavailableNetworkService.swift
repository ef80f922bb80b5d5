/// Answers every request with the error that says why there is no hub.
public struct UnavailableNetworkService: NetworkService {
  let error: NetworkError

  /// A service that throws this error.
  public init(_ error: NetworkError) { self.error = error }

  /// Throws.
  public func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    throw error
  }

  /// The service for a program without a remote.
  public static let noRemote = UnavailableNetworkService(
    NetworkError(
      .noRemote,
      "No hub was chosen to sync with. Name one once, as in 'file:/folder/hub.sqlite'."
    )
  )
}
