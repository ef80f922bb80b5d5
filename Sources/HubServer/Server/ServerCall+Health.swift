import Storage
import Sync

extension ServerCall {
  /// Whether requests of devices are answered; asks the store once a second at most.
  func readiness() {
    guard request.method == "GET" else { return refuse(.method, .notAllowed("GET")) }
    let now = server.environment.monotonic()
    let (isDraining, known) = server.state.withLock { state in
      (
        state.isDraining,
        state.readiness.flatMap { now - $0.at < 1_000_000_000 ? $0.response : nil }
      )
    }
    if isDraining { return finish(.notReady("ending", after: 5)) }
    if let fault = server.clock.fault() {
      return finish(.notReady(fault.message, after: 60))
    }
    // Before anybody is refused: a balancer that asks sends the next ones elsewhere.
    if server.admission.isCrowded(limits) {
      return finish(.notReady("too much waits for the store", after: 1))
    }
    if let known { return finish(known) }
    inQueue {
      let response: NetworkResponse
      do throws(HubError) {
        _ = try self.server.store.lastCommit()
        response = NetworkResponse(text: "ready\n")
      } catch {
        response = .notReady("the store cannot be read", after: 5)
      }
      self.server.state.withLock { $0.readiness = (now, response) }
      self.finish(response)
    }
  }
}

extension NetworkResponse {
  /// Why requests are not answered now, and after how many seconds they may be.
  fileprivate static func notReady(_ reason: String, after seconds: Int) -> NetworkResponse {
    var response = NetworkResponse(text: reason + "\n", status: 503)
    response.headers.append(NetworkRequest.Pair("Retry-After", "\(seconds)"))
    return response
  }
}
