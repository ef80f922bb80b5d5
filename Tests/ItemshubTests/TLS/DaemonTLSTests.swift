#if Hub
import Foundation
import RunningPrograms
import Testing

/// The daemon's TLS, set up as the guide says and scanned as an attacker would.
@Suite(.enabled(if: Tool.path("openssl") != nil, "openssl is not installed"))
struct DaemonTLSTests {
  private let workplace: HubWorkplace

  init() throws { workplace = try HubWorkplace() }

  /// A daemon with the guide's settings and a certificate that was made as the guide says.
  private func daemon() async throws -> Daemon {
    _ = try await PrivateRoot(in: workplace)
    let settings = try GuidePage().block("TLS settings")
      .putting("certificate.pem", for: "/etc/itemshub/certificate.pem")
      .putting("key.pem", for: "/etc/itemshub/key.pem")
    try workplace.write("settings", settings)
    return try await Daemon(in: workplace, "--config settings")
  }

  @Test func `the guide's certificate, settings and checks go together`() async throws {
    let daemon = try await daemon()
    #expect(daemon.address.hasPrefix("https://"))
    let lines = try GuidePage().block("checks")
      .replacing("hub.example:443", with: "127.0.0.1:\(daemon.port)")
      .putting("-servername localhost", for: "-servername hub.example")
      .putting("\(daemon.address)/livez", for: "https://hub.example/livez")
    // As if the system trusted the root.
    let trusting = "export SSL_CERT_FILE=root.pem CURL_CA_BUNDLE=root.pem"
    let checks = try await workplace.run("set -e; \(trusting)\n\(lines)")
    #expect(checks.code == 0 && checks.output.hasPrefix("ok\n"), "\(checks)")
    #expect(checks.output.contains("Verify return code: 0 (ok)"), "\(checks)")
    #expect(checks.output.contains("ALPN protocol: http/1.1"), "\(checks)")
    let stranger = try await workplace.run("curl -s \(daemon.address)/livez")
    #expect(stranger.code == 60, "\(stranger)")
    #expect(await daemon.end() == 0)
  }

  @Test func `TLS 1.2 and 1.3 are spoken, and nothing older`() async throws {
    let daemon = try await daemon()
    let handshake = Handshake(daemon: daemon)
    var spoken: [String] = []
    for version in ["tls1", "tls1_1", "tls1_2", "tls1_3"]
    where try await handshake("-\(version) -cipher ALL:@SECLEVEL=0") != nil {
      spoken.append(version)
    }
    #expect(spoken == ["tls1_2", "tls1_3"])
    // Who falls back although both sides speak 1.3 has been led to.
    #expect(try await handshake("-tls1_2 -fallback_scsv") == nil)
    #expect(await daemon.end() == 0)
  }

  @Test(arguments: ["ECDSA", "RSA"])
  func `of all ciphers, only those with forward secrecy and authentication are taken`(
    key: String
  ) async throws {
    let daemon = try await daemon()
    if key == "RSA" {
      _ = try await workplace.run(
        """
        openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=hub -keyout key.pem -out root.pem \
          -addext subjectAltName=IP:127.0.0.1 && cp root.pem certificate.pem
        """
      )
      daemon.program.send(SIGHUP)
    }
    let handshake = Handshake(daemon: daemon)
    let all = try await workplace.run(
      "openssl ciphers -s -tls1_2 ALL:COMPLEMENTOFALL:@SECLEVEL=0 | tr ':' '\\n'"
    )
    let names = all.output.split(separator: "\n").map(String.init)
    try #require(names.count > 20, "\(all)")
    let expected = ["AES256-GCM-SHA384", "AES128-GCM-SHA256", "CHACHA20-POLY1305"]
      .map { "ECDHE-\(key)-\($0)" }
    // A new certificate is there when SIGHUP has been obeyed.
    while try await handshake("-tls1_2 -cipher \(expected[0])") == nil {}
    let taken = try await handshake.scan(names) {
      "-tls1_2 -cipher \($0.joined(separator: ":")):@SECLEVEL=0"
    } chosen: {
      $0.value(of: "Cipher is ")
    }
    #expect(Set(taken) == Set(expected), "\(taken)")
    #expect(await daemon.end() == 0)
  }

  @Test func `keys are exchanged over strong curves, and signed without SHA-1`() async throws {
    let daemon = try await daemon()
    let handshake = Handshake(daemon: daemon)
    for group in ["X25519", "P-256", "P-384"] {
      let output = try await handshake("-groups \(group)")
      #expect(output?.contains("Server Temp Key: ") == true, "\(group)")
    }
    // Whatever a client offers that is below 112 bits.
    let weak = "-tls1_2 -cipher ALL:@SECLEVEL=0 -groups P-192:secp160r1:sect163k1"
    #expect(try await handshake(weak) == nil)
    let sha1 = "-tls1_2 -cipher ALL:@SECLEVEL=0 -sigalgs ECDSA+SHA1:RSA+SHA1"
    #expect(try await handshake(sha1) == nil)
    let usual = try #require(try await handshake("-tls1_2 -comp"))
    #expect(usual.contains("Compression: NONE"))
    #expect(usual.contains("Secure Renegotiation IS supported"))
    #expect(await daemon.end() == 0)
  }

  @Test func `sessions are resumed by TLS 1.3 alone, with a key exchange, until a reload`()
    async throws
  {
    let daemon = try await daemon()
    let handshake = Handshake(daemon: daemon)
    let request = Handshake.request
    let first = try #require(
      try await handshake("-tls1_3 -sess_out new", sending: request)
    )
    #expect(first.contains("New, TLSv1.3") && first.contains("Max Early Data: 0"), "\(first)")
    // A client may ask for a session without a key exchange, and is not given one.
    let again = try #require(
      try await handshake("-tls1_3 -sess_in new -allow_no_dhe_kex", sending: request)
    )
    #expect(again.contains("Reused, TLSv1.3") && again.contains("Server Temp Key: "), "\(again)")
    daemon.program.send(SIGHUP)
    var isNew = false
    while !isNew {
      let later = try #require(try await handshake("-tls1_3 -sess_in new", sending: request))
      isNew = later.contains("New, TLSv1.3")
    }

    let old = try #require(try await handshake("-tls1_2 -sess_out old", sending: request))
    #expect(!old.contains("TLS session ticket:"), "\(old)")
    // There is nothing that could be resumed: neither a ticket nor a session's number.
    #expect(old.contains("Session-ID: \n"), "\(old)")
    #expect(try await workplace.run("test -s old").code == 1)
    #expect(await daemon.end() == 0)
  }

  @Test func `a certificate and a key that do not fit are told, at the start and at a reload`()
    async throws
  {
    let daemon = try await daemon()
    _ = try await workplace.run(
      "openssl genpkey -algorithm ed25519 -out other.pem; echo no >garbage"
    )
    let serve = "itemshub serve --store other.sqlite --metrics none --listen 127.0.0.1:0"
    for (certificate, key, words) in [
      ("certificate.pem", "other.pem", ["'other.pem'", "Give the key"]),
      ("certificate.pem", "none.pem", ["'none.pem'", "the right to read it"]),
      ("garbage", "key.pem", ["'garbage'", "begins with the server's own certificate"]),
    ] {
      let result = try await workplace.run(
        "\(serve) --tls-certificate \(certificate) --tls-key \(key)"
      )
      #expect(result.code == 78, "\(result)")
      for word in words { #expect(result.errors.contains(word), "\(result)") }
    }
    #expect(try await workplace.run("test -e other.sqlite").code == 1)

    _ = try await workplace.run("cp other.pem key.pem")
    daemon.program.send(SIGHUP)
    try await daemon.awaitLog("Reloading failed, so nothing was changed: 'key.pem'")
    #expect(try await Handshake(daemon: daemon)("-tls1_3") != nil)
    #expect(await daemon.end() == 0)
  }
}
#endif
