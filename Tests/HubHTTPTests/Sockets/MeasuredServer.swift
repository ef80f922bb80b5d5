#if Hub
import CEvents
import Foundation
import Glibc
import HubHTTP
import HubServer
import Storage
import Sync
import Testing

/// A server with a trivial handler, for load generators: runs only with `HTTP_SERVE`, the port, for `HTTP_SECONDS`.
///
/// `/wait` is held, everything else answered at once. Prints the requests, the processor time and the memory.
struct MeasuredServer {
  @Test(.enabled(if: environmentNumber("HTTP_SERVE") != nil))
  func `serves for a while`() throws {
    let handler = CountingHandler()
    let server = HTTPServer(handler: handler)
    let port = UInt16(environmentNumber("HTTP_SERVE") ?? 0)
    try server.listen(on: .internet(host: "127.0.0.1", port: port))
    try server.start()
    print("serving on \(port)")
    for _ in 0..<(environmentNumber("HTTP_SECONDS") ?? 20) {
      let (before, time) = (handler.requests.value, processorTime())
      sleep(1)
      let count = handler.requests.value - before
      let used = processorTime() - time
      print(
        "\(count) requests/s, \(used / 1_000) ms CPU, \(count > 0 ? used / count : 0) us each,",
        "\(server.connectionCount) connections, \(memory()) KiB"
      )
    }
    server.stop()
  }

  private func processorTime() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
  }

  private func memory() -> String {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return line.filter(\.isNumber)
  }
}

private final class CountingHandler: RequestHandler {
  let requests = Count()
  private let held = HeldExchanges()

  func connectionBegan(from peer: PeerAddress) -> Bool { true }
  func connectionEnded(from peer: PeerAddress) {}
  func refused(_ refusal: TransportRefusal, from peer: PeerAddress) {}

  func handle(_ request: NetworkRequest, _ exchange: any Exchange) {
    requests.add(1)
    guard request.path == "/wait" else {
      exchange.respond(
        NetworkResponse(
          status: 200,
          headers: [.init("Content-Type", "application/json")],
          body: Array(#"{"protocol":[1,1]}"#.utf8)
        )
      )
      return
    }
    exchange.onDisconnect {}
    held.add(exchange)
  }
}
#endif
