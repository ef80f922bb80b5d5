import Storage
import Sync
import Testing

/// The service that a check uses, which has a hub at its far end, with shorthands for frequent steps.
struct HubProbe: Sendable {
  let service: any NetworkService
  let space: String

  /// Sends a request; throws the service's error, or ``Unfinished`` if it takes for ever.
  func send(_ request: NetworkRequest) async throws -> NetworkResponse {
    try await service.finish(service.start(request))
  }

  /// Begins a request of sync.
  func start(_ request: SyncRequest) -> Task<NetworkResponse, any Error> {
    service.start(request.networkRequest(space: space))
  }

  /// Sends a request of sync and waits for the reply.
  func reply(to request: SyncRequest) async throws -> SyncReply {
    let response = try await service.finish(start(request))
    return try request.reply(from: response).get()
  }

  /// The page of a device that has nothing, or has every row up to a number.
  func page(after cursor: Int64 = 0, limit: Int? = nil) async throws -> ChangesPage {
    let request = ChangesRequest(after: cursor, limit: limit, token: nil, isBootstrap: true)
    guard case .changes(let page) = try await reply(to: .changes(request)) else {
      throw Unexpected()
    }
    return page
  }

  /// A device of its own that syncs through the service.
  func device() throws -> Device {
    let store = try SQLiteRepository.inMemory()
    let remote = try Remote("https://hub.example/\(space)")
    return Device(
      store: store,
      engine: SyncEngine(store: store, remote: remote, networkService: service)
    )
  }

  /// A store and its engine.
  struct Device {
    let store: SQLiteRepository
    let engine: SyncEngine
  }

  /// A reply of another kind than that of the request.
  struct Unexpected: Error {}
}
