import Dispatch
import Storage

/// Passes requests to a hub in this process, which is in memory or in a file.
///
/// Requests use the same messages, byte for byte, as over HTTP. The hub runs on its own queue, so
/// the disk never blocks the threads of tasks.
public struct InProcessNetworkService: NetworkService {
  private let hub: Hub
  private let queue = DispatchQueue(label: "sync.hub")
  private let sleep: @Sendable (Duration) async throws -> Void

  /// A service that passes requests to a hub.
  public init(_ hub: Hub) { self.init(hub, sleep: { try await Task.sleep(for: $0) }) }

  package init(_ hub: Hub, sleep: @escaping @Sendable (Duration) async throws -> Void) {
    self.hub = hub
    self.sleep = sleep
  }

  /// Passes the request to the hub and waits for the response.
  ///
  /// While a request waits for changes, it asks the hub ten times a second: other processes may
  /// write to the same hub file, and asking costs a few microseconds.
  public func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    guard !Task.isCancelled else { throw InProcessNetworkService.cancellation() }
    var response = try await respond(to: request)
    var patience = request.patience
    while response.status == 204, patience > .zero {
      do {
        try await sleep(InProcessNetworkService.interval)
      } catch {
        throw InProcessNetworkService.cancellation(error)
      }
      patience -= InProcessNetworkService.interval
      response = try await respond(to: request)
    }
    return response
  }

  private func respond(to request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    let result: Result<NetworkResponse, HubError> = await withCheckedContinuation { continuation in
      let lent = LentHub(hub)
      queue.async { continuation.resume(returning: lent.response(to: request)) }
    }
    do throws(HubError) {
      return try result.get()
    } catch {
      // A file that may not be written to, or was replaced, is not worth another try.
      guard error.code == .cannotOpen else { return NetworkResponse(error) }
      throw NetworkError(.unreachable, error.message, cause: SyncError(error))
    }
  }

  private static func cancellation(_ cause: (any Error)? = nil) -> NetworkError {
    NetworkError(.cancelled, "The request was cancelled.", cause: cause)
  }

  private static let interval = Duration.milliseconds(100)
}

/// Keeps a hub for one request, and releases it before the caller gets the response.
///
/// The last owner of a hub closes its file. A program may end right behind its last response, so the queue must not be that
/// owner: the file would keep its log, and a copy of the file alone would lack what the log holds.
private final class LentHub: Sendable {
  private let hub: Locked<Hub?>

  init(_ hub: Hub) {
    self.hub = Locked(hub)
  }

  func response(to request: NetworkRequest) -> Result<NetworkResponse, HubError> {
    let hub = hub.withLock { hub in
      defer { hub = nil }
      return hub
    }
    guard let hub else { preconditionFailure("a hub is lent for one request") }
    return Result { () throws(HubError) in try hub.response(to: request) }
  }
}
