/// Carries a request to a hub and its response back.
///
/// The engine sends one request at a time, and sends it again if there is no response, so a service
/// neither queues nor retries.
public protocol NetworkService: Sendable {
  /// Sends a request and waits for the response, whatever its status.
  ///
  /// - Throws: ``NetworkError`` if no complete response came; the hub may have processed the request.
  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse
}
