import CommandKit
import HubServer

extension HubSettings {
  /// How devices reach the hub: as `public-url` says, else at the address it listens on, else at the first one of the settings.
  func publicAddress(listeningOn address: String?) -> String {
    if let text = text(.publicURL) { return text.hasSuffix("/") ? String(text.dropLast()) : text }
    let scheme = self[.certificate].texts.isEmpty ? "http" : "https"
    return "\(scheme)://\(address ?? self[.listen].texts.first ?? "127.0.0.1:8731")"
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
  func options(acceptsClock: Bool = false) throws(CommandError) -> ServerOptions {
    ServerOptions(trustedProxies: try networks(.trustedProxy), acceptsClock: acceptsClock)
  }

  /// How many connections to PostgreSQL there may be.
  func connections() throws(CommandError) -> Int {
    let text = text(.storeConnections) ?? ""
    guard let number = Int(text), (2...1_000).contains(number) else {
      throw CommandError(
        .configuration,
        "'\(text)' is not a number of connections: write one from 2 to 1000."
      )
    }
    return number
  }

  /// The networks of a setting.
  func networks(_ key: HubSettingKey) throws(CommandError) -> [AddressBlock] {
    var blocks: [AddressBlock] = []
    for text in self[key].texts {
      guard let block = AddressBlock(text) else {
        throw CommandError(
          .configuration,
          "'\(text)' is not a network: write it as 10.0.0.0/8, or as a single address."
        )
      }
      blocks.append(block)
    }
    return blocks
  }
}
