import Sync

/// Writes down every push that the hub acknowledges, before the engine hears of it.
struct NotedNetworkService: NetworkService {
  let base: any NetworkService
  let log: DeviceLog

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    let response = try await base.send(request)
    if request.path.hasSuffix("/push"), response.status == 200 {
      log.note(push: request.body, reply: response.body)
    }
    return response
  }
}
