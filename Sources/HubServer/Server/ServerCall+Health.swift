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
    if isDraining { return finish(NetworkResponse(text: "ending\n", status: 503)) }
    if let fault = server.clock.fault() {
      return finish(NetworkResponse(text: fault.message + "\n", status: 503))
    }
    if let known { return finish(known) }
    inQueue {
      let response: NetworkResponse
      do throws(HubError) {
        _ = try self.server.store.lastCommit()
        response = NetworkResponse(text: "ready\n")
      } catch {
        response = NetworkResponse(text: "the store cannot be read\n", status: 503)
      }
      self.server.state.withLock { $0.readiness = (now, response) }
      self.finish(response)
    }
  }
}
