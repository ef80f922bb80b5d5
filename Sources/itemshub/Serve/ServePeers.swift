#if Hub
import CommandKit
import HubHTTP
import HubServer
import Sync

/// The listener at which other daemons of the same database tell of news, and the way to theirs.
struct ServePeers {
  private let server: HTTPServer
  private let links: PeerLinks

  /// Networks that no router of the world leads to: RFC 1918, RFC 4193, and this machine.
  private static let privateNetworks = [
    "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1", "fc00::/7",
  ]

  /// Nil unless the settings name an address.
  ///
  /// - Throws: ``CommandFailure`` for a hub in a file, which has one daemon, and for an address that is none to others.
  init?(
    _ settings: HubSettings,
    _ store: any ServerStore,
    _ rules: HubServer,
    _ environment: ServerEnvironment
  ) throws {
    guard let text = settings.text(.peers) else { return nil }
    guard let directory = store as? any PeerDirectory else {
      throw CommandError(
        .configuration,
        "'peers' is for several daemons of one database; a hub in a file has only one daemon."
      )
    }
    guard case .internet(let host, _) = try ListenAddress(text), host != "0.0.0.0", host != "::"
    else {
      throw CommandError(
        .configuration,
        "Other daemons cannot reach this one by '\(text)': give an address of this machine."
      )
    }
    let given = try settings.networks(.peerNetwork)
    let networks =
      given.isEmpty ? ServePeers.privateNetworks.compactMap { AddressBlock($0) } : given
    var single = HTTPSettings()
    single.threads = 1
    server = HTTPServer(handler: PeerHandler(rules, from: networks), settings: single)
    let port = try server.listen(on: ListenAddress(text))
    links = try PeerLinks(
      address: "\(ListenAddress.internet(host: host, port: port))",
      directory: directory,
      transport: SocketPeers(networks: networks),
      environment: environment
    )
    rules.join(links)
    try server.start()
    links.announce()
  }

  /// Tells the others that it is gone.
  func stop() {
    links.withdraw()
    server.stop()
  }
}
#endif
