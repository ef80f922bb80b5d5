#if Hub
import Foundation
import Testing

/// A root of one's own and a certificate of the hub for this machine, made as the guide says.
struct PrivateRoot {
  let workplace: HubWorkplace

  /// Makes `root.pem`, `certificate.pem`, `key.pem`, and `both.pem` with the latter two.
  init(in workplace: HubWorkplace) async throws {
    self.workplace = workplace
    let lines = try GuidePage().block("certificates")
      .putting("DNS:localhost,IP:127.0.0.1", for: "DNS:hub.example")
    let made = try await workplace.run("set -e\n\(lines)cat certificate.pem key.pem >both.pem")
    try #require(made.code == 0, "\(made)")
  }

  /// A line that runs another one with the root trusted by all of it, as after an update of the system's roots.
  ///
  /// The file of roots is replaced within a name space of its own.
  static func trusting(_ line: String) throws -> String {
    let bundle = try #require(bundle)
    let quoted = line.replacing("'", with: #"'\''"#)
    return "exec unshare --map-root-user --mount sh -c "
      + "'mount --bind root.pem \(bundle) && eval \"$0\"' '\(quoted)'"
  }

  /// Whether programs can be made to trust another root.
  static func canBeTrusted() async throws -> Bool {
    guard bundle != nil else { return false }
    let workplace = try HubWorkplace()
    try workplace.write("root.pem", "nobody\n")
    return try await workplace.run(trusting("true")).code == 0
  }

  /// Where Foundation looks for roots on Linux, in its order.
  private static let bundle: String? = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
  ].first { FileManager.default.fileExists(atPath: $0) }
}
#endif
