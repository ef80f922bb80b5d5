import Sync

/// Writes down every push that the hub acknowledges, before the engine hears of it.
struct NotedNetworkService: NetworkService {
  let base: any NetworkService
  let log: DeviceLog

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    guard request.path.hasSuffix("/push") else { return try await base.send(request) }
    do throws(NetworkError) {
      let response = try await base.send(request)
      if response.status == 200 { log.note(push: request.body, reply: response.body) }
      return response
    } catch {
      log.note("unanswered")
      throw error
    }
  }
}
