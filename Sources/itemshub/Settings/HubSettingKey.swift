import ArgumentParsing

/// A setting of the daemon: a flag, a variable and a line in the file of settings bear its name.
enum HubSettingKey: String, CaseIterable, ArgumentValue {
  case store
  case storeConnections = "store-connections"
  case listen
  case certificate = "tls-certificate"
  case key = "tls-key"
  case publicURL = "public-url"
  case metrics
  case peers
  case peerNetwork = "peer-network"
  case trustedProxy = "trusted-proxy"
  case limit, insecure

  /// What it is for, in help.
  var help: String {
    switch self {
    case .store: "the file that holds the hub's spaces, or a connection string of PostgreSQL"
    case .storeConnections: "the most connections to PostgreSQL, from 2 to 1000"
    case .listen: "an address to listen on, as in 127.0.0.1:8731; may be given several times"
    case .certificate: "a file with the certificate and its chain, in PEM"
    case .key: "the file with the certificate's key, in PEM"
    case .publicURL:
      "the address by which devices reach the hub, as in https://hub.example; 'token create' prints it"
    case .metrics: "an address for /metrics, or 'none'"
    case .peers:
      "an address at which other daemons of the same database report new changes, as in 10.0.0.11:8733"
    case .peerNetwork:
      "a network of those daemons, as in 10.0.0.0/8; private networks by default"
    case .trustedProxy:
      "a proxy whose X-Forwarded-For is trusted, as in 10.0.0.0/8; may be repeated"
    case .limit: "a limit and its value, as in waits-per-token=32; may be repeated"
    case .insecure: "allows HTTP without TLS on addresses that other machines can reach"
    }
  }

  /// The variable of the environment that overrides the file.
  ///
  /// Several values stand in it with a space between them.
  var variable: String {
    "ITEMSHUB_" + rawValue.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }

  /// Whether it may have several values.
  var isRepeated: Bool { [.listen, .peerNetwork, .trustedProxy, .limit].contains(self) }
}
