import Registry
import RegistryTesting
import Storage
import Sync
import Testing

// The blocks of the article "Writing a network service".

struct CourierNetworkService: NetworkService {
  /// Takes a parcel to the hub and brings another back.
  let deliver: @Sendable (Parcel) async throws -> Parcel

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    do {
      try Task.checkCancellation()
      let answer = try await deliver(Parcel(request))
      return NetworkResponse(status: answer.status, headers: answer.headers, body: answer.body)
    } catch is CancellationError {
      throw NetworkError(.cancelled, "The request was cancelled.")
    } catch {
      throw NetworkError(.unreachable, "The courier did not come back.", cause: error)
    }
  }
}

/// What a courier carries.
struct Parcel: Sendable {
  var request: NetworkRequest
  var status = 0
  var headers: [NetworkRequest.Pair] = []
  var body: [UInt8] = []

  init(_ request: NetworkRequest) { self.request = request }

  init(_ response: NetworkResponse) {
    request = NetworkRequest(method: "", path: "")
    status = response.status
    headers = response.headers
    body = response.body
  }
}

@Suite struct WritingANetworkServiceArticleTests {
  @Test func `a courier carries a sync`() async throws {
    let folder = try ArticleFolder()
    let path = folder.file("hub.sqlite")
    let remote = try Remote("file:\(path)")
    let store = try SQLiteRepository.inMemory(.full)
    let hub = try Hub(file: path)
    let courier = CourierNetworkService { parcel in Parcel(hub.respond(to: parcel.request)) }
    let engine = SyncEngine(store: store, remote: remote, networkService: courier)
    let summary = try await engine.sync()
    #expect(try await store.syncStatus().unsynced == 0 && summary.pushed > 0)
  }

  @Test(.container) func `the container hands it out`() async throws {
    let courier = CourierNetworkService { _ in throw CancellationError() }
    Container.shared.networkService.register { courier }
    #expect(Container.shared.networkService() is CourierNetworkService)
    let store = try SQLiteRepository.inMemory()
    let engine = SyncEngine(
      store: store,
      remote: try Remote("file:/shared/hub.sqlite"),
      networkService: Container.shared.networkService()
    )
    let error = await #expect(throws: SyncError.self) { try await engine.sync() }
    #expect(error?.code == .cancelled)
  }
}
