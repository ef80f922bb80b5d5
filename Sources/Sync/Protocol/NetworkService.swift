/// Carries a request to a hub and its response back.
///
/// The engine decides when a request is sent again, so a service neither queues nor retries: it sends each request once.
/// Only one that changes nothing on the hub, a `GET`, may be sent again by a transport whose connection has ended.
/// Several calls at once are independent: one that waits holds up no other.
///
/// The library SyncTesting has all that is promised here as checks.
public protocol NetworkService: Sendable {
  /// Sends a request and waits for the response, whatever its status.
  ///
  /// Path, query, headers and body arrive as they are, and the response comes back so; headers whatever the case of their
  /// names. A redirect is a response like any other.
  ///
  /// - Throws: ``NetworkError`` if no complete response came; the hub may have processed the request. The code is
  ///   `unreachable` where another try may help, `cancelled` soon after the task was cancelled, and `invalidAnswer` for a
  ///   response that is larger than the service takes. A task that was cancelled before sends nothing. The error holds
  ///   nothing of the bodies, and no credentials.
  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse
}
