// A hub within this process.

import Dispatch

/// Hands requests to a hub in this process: one in memory, or one over a file.
///
/// Requests go through the same messages, byte for byte, as over HTTP. The hub works on a queue of
/// its own, so that a disk never holds up the threads that tasks run on.
public struct InProcessNetworkService: NetworkService {
  private let hub: Hub
  private let queue = DispatchQueue(label: "sync.hub")

  /// A service that hands requests to that hub.
  public init(_ hub: Hub) { self.hub = hub }

  /// Hands the request over and waits for the response.
  public func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    await withCheckedContinuation { continuation in
      queue.async { [hub] in continuation.resume(returning: hub.respond(to: request)) }
    }
  }
}
