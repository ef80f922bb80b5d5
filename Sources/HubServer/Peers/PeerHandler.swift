import Storage
package import Sync

/// Answers other daemons that share the store, on a listener of its own.
package final class PeerHandler: RequestHandler {
  private let server: HubServer
  private let networks: [AddressBlock]

  /// Takes hints from these networks alone, once the server has joined the others.
  package init(_ server: HubServer, from networks: [AddressBlock]) {
    self.server = server
    self.networks = networks
  }

  package func connectionBegan(from peer: PeerAddress) -> Bool {
    guard networks.contains(where: { $0.contains(peer) }) else {
      refuse("network", peer)
      return false
    }
    return true
  }

  package func connectionEnded(from peer: PeerAddress) {}
  package func refused(_ refusal: TransportRefusal, from peer: PeerAddress) {}

  package func handle(_ request: NetworkRequest, _ exchange: any Exchange) {
    guard request.path == PeerHint.path else { return exchange.respond(.notFound) }
    guard request.method == "POST" else { return exchange.respond(.notAllowed("POST")) }
    guard let links = server.links.withLock({ $0 }) else {
      return exchange.respond(NetworkResponse(status: 503))
    }
    let signature = request.header(PeerHint.signatureHeader)
    exchange.readBody(atMost: PeerHint.maxBytes) { body in
      let now = self.server.environment.now()
      guard let hint = PeerHint(body, signature: signature, key: links.key, at: now) else {
        self.refuse("signature", exchange.peer)
        return exchange.respond(NetworkResponse(text: "Not a hint of a daemon.\n", status: 403))
      }
      links.count(received: true)
      exchange.respond(NetworkResponse(status: 204))
      self.server.look(at: hint.spaces)
    }
  }

  private func refuse(_ reason: String, _ peer: PeerAddress) {
    server.links.withLock { $0 }?.count(received: false)
    server.log.write(
      .warning,
      "hint-refused",
      [("reason", .string(reason)), ("address", .string(peer.description))],
      server.limits
    )
  }
}
