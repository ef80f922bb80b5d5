import Storage
package import Sync

/// Answers `/metrics`, on a listener of its own.
package final class MetricsHandler: RequestHandler {
  private let server: HubServer

  package init(_ server: HubServer) { self.server = server }

  package func connectionBegan(from peer: PeerAddress) -> Bool { true }
  package func connectionEnded(from peer: PeerAddress) {}
  package func refused(_ refusal: TransportRefusal, from peer: PeerAddress) {}

  package func handle(_ request: NetworkRequest, _ exchange: any Exchange) {
    guard request.path == "/metrics" else { return exchange.respond(.notFound) }
    guard request.method == "GET" else { return exchange.respond(.notAllowed("GET")) }
    let type = NetworkRequest.Pair("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
    exchange.respond(
      NetworkResponse(status: 200, headers: [type], body: Array(server.metricsText().utf8))
    )
  }
}

extension HubServer {
  /// All counters in Prometheus' text format.
  package func metricsText() -> String {
    var gauges: [(name: String, help: String, value: Int64)] = [
      ("ready", "Whether requests of devices are answered.", isReady ? 1 : 0),
      ("connections", "Open connections.", Int64(admission.connections)),
      ("requests", "Requests not answered yet.", Int64(admission.requests)),
      ("queued", "Requests that wait for the store.", Int64(admission.queued)),
      ("body_bytes", "Bytes held for bodies.", Int64(admission.bytes)),
      ("waits", "Requests that wait for news.", Int64(waits.count)),
      ("tokens", "Tokens that are not revoked.", Int64(registry.count)),
    ]
    if let counts = links.withLock({ $0 })?.counts {
      gauges += [
        ("peers", "Other daemons that are told of news.", Int64(counts.peers)),
        ("hints_sent", "Hints that other daemons took.", Int64(counts.sent)),
        ("hints_failed", "Hints that did not come.", Int64(counts.failed)),
        ("hints_received", "Hints of other daemons.", Int64(counts.received)),
        ("hints_refused", "Hints that were not believed.", Int64(counts.refused)),
      ]
    }
    return metrics.text(gauges: gauges)
  }
}
