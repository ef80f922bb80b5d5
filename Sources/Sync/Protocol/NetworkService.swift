/// Carries a request to a hub and its response back.
///
/// The engine decides when to send a request again, so a service neither queues nor retries: it
/// sends each request once. Only a `GET`, which changes nothing on the hub, may be sent again by a
/// transport whose connection has ended. Concurrent calls are independent: one that waits does not
/// delay another.
///
/// The library SyncTesting checks every promise that is made here.
public protocol NetworkService: Sendable {
  /// Sends a request and waits for the response, whatever its status.
  ///
  /// Path, query, headers and body arrive unchanged, and so does the response; only the case of
  /// header names may change. A redirect is a response like any other.
  ///
  /// - Throws: ``NetworkError`` if no complete response came; the hub may have processed the request. The code is
  ///   `unreachable` if another try may help, `cancelled` soon after the task was cancelled, and `invalidAnswer` for a
  ///   response that is larger than the service accepts. A task that is cancelled already sends nothing. The error
  ///   contains nothing of the bodies, and no credentials.
  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse
}
