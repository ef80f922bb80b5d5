#if Hub
import Testing

/// Handshakes of OpenSSL's client with a daemon, as a scanner makes them.
struct Handshake {
  let daemon: Daemon

  /// Tries one, with flags of `openssl s_client`; nil where no session came about.
  ///
  /// The root of the certificate is `root.pem`. The client takes whatever it still can, however weak.
  func callAsFunction(_ flags: String, sending text: String = "") async throws -> String? {
    let result = try await daemon.workplace.run(
      "printf '\(text)' | openssl s_client -connect 127.0.0.1:\(daemon.port) -CAfile root.pem "
        + "-verify_return_error \(text.isEmpty ? "" : "-ign_eof") \(flags)"
    )
    return result.code == 0 ? result.output + result.errors : nil
  }

  /// A request that ends its connection, for what the server tells only after the handshake.
  static let request = #"GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"#

  /// What the server takes of a list, in its own order: what it has chosen is left out until it takes nothing more.
  ///
  /// `flags` makes the flags that offer a list; `chosen` finds in the output what the server took of it.
  func scan(
    _ list: [String],
    _ flags: ([String]) -> String,
    chosen: (String) -> String?
  ) async throws -> [String] {
    var (offered, taken) = (list, [String]())
    while !offered.isEmpty, let output = try await self(flags(offered)) {
      let name = try #require(chosen(output), "\(output)")
      try #require(offered.contains(name), "\(name) was not offered")
      taken.append(name)
      offered.removeAll { $0 == name }
    }
    return taken
  }
}

extension String {
  /// What stands behind a label, to the line's end or the first of `ends`.
  func value(of label: String, endingAt ends: Set<Character> = []) -> String? {
    guard let start = firstRange(of: label)?.upperBound else { return nil }
    return String(self[start...].prefix { !$0.isNewline && !ends.contains($0) })
  }
}
#endif
