import ArgumentParsing

/// The settings as options of the command line.
enum SettingFlags {
  static let config = Option<String?>(
    "config",
    valueName: "file",
    help: "A settings file to use instead of /etc/itemshub/config or your own.",
    environmentVariable: "ITEMSHUB_CONFIG",
    completion: .files
  )
  static let store = Option<String?>(
    "store",
    valueName: "file",
    help: "The file that holds the hub's spaces, or a connection string of PostgreSQL.",
    environmentVariable: HubSettingKey.store.variable,
    completion: .files
  )
  static let storeConnections = Option<String?>(
    "store-connections",
    valueName: "number",
    help: "The most connections to PostgreSQL; 16 by default."
  )
  static let listen = Option<[String]>(
    "listen",
    valueName: "address:port",
    help: "Where to listen, as in 127.0.0.1:8731 or [::]:8731; may be given several times."
  )
  static let certificate = Option<String?>(
    "tls-certificate",
    valueName: "file",
    help: "Serve HTTPS with this certificate and its chain, in PEM.",
    completion: .files
  )
  static let key = Option<String?>(
    "tls-key",
    valueName: "file",
    help: "The certificate's key, in PEM.",
    completion: .files
  )
  static let publicURL = Option<String?>(
    "public-url",
    valueName: "url",
    help:
      "The address by which devices reach the hub, as in https://hub.example; the line for 'itemsctl join' begins with it."
  )
  static let metrics = Option<String?>(
    "metrics",
    valueName: "address:port",
    help: "Where to answer /metrics, or 'none'; 127.0.0.1:8732 by default."
  )
  static let peers = Option<String?>(
    "peers",
    valueName: "address:port",
    help:
      "Where other daemons of the same database report new changes to this one, as in 10.0.0.11:8733."
  )
  static let peerNetwork = Option<[String]>(
    "peer-network",
    valueName: "network",
    help: "The network of those daemons, as in 10.0.0.0/8; private networks by default."
  )
  static let trustedProxy = Option<[String]>(
    "trusted-proxy",
    valueName: "network",
    help: "Trust X-Forwarded-For from proxies in this network, as in 10.0.0.0/8."
  )
  static let limit = Option<[String]>(
    "limit",
    valueName: "name=value",
    help: "Change a limit; 'itemshub help limits' lists them."
  )
  static let insecure = Flag(
    "insecure",
    help: "Allow HTTP without TLS on addresses that other machines can reach."
  )

  /// Those of every command.
  static let group = OptionGroup("SETTINGS", scope: .subcommands, [store, config])

  /// Those of `serve` alone.
  static let serving: [any NamedKey] = [
    storeConnections, listen, certificate, key, publicURL, metrics, peers, peerNetwork,
    trustedProxy, limit, insecure,
  ]

  /// What the command line says of a setting; nil if it says nothing.
  static func texts(of key: HubSettingKey, in arguments: ParsedArguments) -> [String]? {
    switch key {
    case .store: arguments[store].map { [$0] }
    case .storeConnections: one(storeConnections, arguments)
    case .listen: several(listen, arguments)
    case .certificate: one(certificate, arguments)
    case .key: one(Self.key, arguments)
    case .publicURL: one(publicURL, arguments)
    case .metrics: one(metrics, arguments)
    case .peers: one(peers, arguments)
    case .peerNetwork: several(peerNetwork, arguments)
    case .trustedProxy: several(trustedProxy, arguments)
    case .limit: several(limit, arguments)
    case .insecure:
      arguments.declares(insecure) && arguments[insecure] ? ["yes"] : nil
    }
  }

  private static func one(_ option: Option<String?>, _ arguments: ParsedArguments) -> [String]? {
    guard arguments.declares(option) else { return nil }
    return arguments[option].map { [$0] }
  }

  private static func several(
    _ option: Option<[String]>,
    _ arguments: ParsedArguments
  ) -> [String]? {
    guard arguments.declares(option), !arguments[option].isEmpty else { return nil }
    return arguments[option]
  }
}
