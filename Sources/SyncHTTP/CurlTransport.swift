#if !canImport(Darwin)
import Sync

/// Sends requests by libcurl; all transports of a process share its thread and its connections.
struct CurlTransport: Sendable {
  /// Sends a request; the exchange receives the response, and also ends if the task is cancelled.
  func perform(
    _ request: NetworkRequest,
    to origin: HTTPOrigin,
    token: HubToken?,
    userAgent: String,
    _ exchange: HTTPExchange
  ) async throws(NetworkError) -> NetworkResponse {
    let request = try CurlRequest(request, to: origin, token: token, userAgent: userAgent)
    let loop = try CurlLoop.shared.get()
    let id = loop.newTransferID()
    return try await exchange.response {
      loop.beginTransfer(id, request, exchange)
    } stop: {
      loop.endTransfer(id)
    }
  }
}
#endif
