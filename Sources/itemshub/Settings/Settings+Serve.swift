import HubServer

extension Settings {
  /// How devices reach the hub, as far as its settings tell: at the first address it listens on.
  var publicAddress: String {
    let scheme = self[.certificate].texts.isEmpty ? "http" : "https"
    return "\(scheme)://\(self[.listen].texts.first ?? "127.0.0.1:8731")"
  }

  /// Whether HTTP without TLS is allowed on other addresses than this machine's own.
  var allowsInsecure: Bool { ["yes", "true", "1"].contains(text(.insecure) ?? "") }

  /// The limits, with those that were changed.
  func limits() throws -> ServerLimits {
    var limits = ServerLimits()
    for text in self[.limit].texts { try limits.set(text) }
    return limits
  }

  /// What else was chosen.
  func options(acceptsClock: Bool = false) throws(CommandFailure) -> ServerOptions {
    var blocks: [AddressBlock] = []
    for text in self[.trustedProxy].texts {
      guard let block = AddressBlock(text) else {
        throw CommandFailure(
          .configuration,
          "'\(text)' is no network: write it as 10.0.0.0/8, or as an address alone."
        )
      }
      blocks.append(block)
    }
    return ServerOptions(trustedProxies: blocks, acceptsClock: acceptsClock)
  }
}
