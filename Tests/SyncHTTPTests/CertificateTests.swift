// Hubs behind TLS, whose certificates are good or bad.

#if !canImport(Darwin)
import Foundation
import RunningPrograms
import Sync
import SyncHTTP
import TemporaryFolders
import Testing

/// Each request is sent by a process of its own: which certificates are trusted is a setting of the process.
@Suite(.needsLibcurl, .enabled(if: SecureServer.hasOpenSSL, "openssl is not installed"))
struct `A hub's certificate` {
  private static let request = NetworkRequest(method: "GET", path: "/v1/spaces/main")

  @Test(arguments: ["127.0.0.1", "localhost"])
  func `that is good is trusted`(_ host: String) async throws {
    let server = try await SecureServer(.good)
    let (origin, root) = (server.origin(host), server.root)
    await #expect(processExitsWith: .success) {
      [origin = origin as String, root = root as String] in
      _ = unsafe setenv("CURL_CA_BUNDLE", root, 1)
      let service = try HTTPNetworkService(remote: try Remote("\(origin)/main"), token: nil)
      #expect(try await service.send(`A hub's certificate`.request).status == 200)
    }
  }

  @Test(arguments: SecureServer.Certificate.allCases.filter { $0 != .good })
  func `that is bad ends the exchange before anything is sent`(
    _ certificate: SecureServer.Certificate
  ) async throws {
    let server = try await SecureServer(certificate)
    let (origin, root, reason) = (server.origin(), server.root, certificate.reason)
    await #expect(processExitsWith: .success) {
      [origin = origin as String, root = root as String, reason = reason as String] in
      _ = unsafe setenv("CURL_CA_BUNDLE", root, 1)
      let service = try HTTPNetworkService(
        remote: try Remote("\(origin)/main"),
        token: try HubToken("secret-1")
      )
      let error = await #expect(throws: NetworkError.self) {
        try await service.send(`A hub's certificate`.request)
      }
      #expect(error?.code == .untrusted)
      #expect(error?.message.contains(reason) == true, "\(String(describing: error))")
    }
    #expect(!server.lines.contains { $0.contains("secret-1") })
  }

  @Test func `of an authority that the system does not know is not trusted`() async throws {
    let server = try await SecureServer(.good)
    let service = try HTTPNetworkService(remote: try Remote("\(server.origin())/main"), token: nil)
    let error = await #expect(throws: NetworkError.self) { try await service.send(Self.request) }
    #expect(error?.code == .untrusted)
  }

  @Test func `is not asked for where the other side speaks no TLS, and not guessed`() async throws {
    let server = try await SecureServer(.good)
    let plain = try Remote("http://127.0.0.1:\(server.port)/main")
    let service = try HTTPNetworkService(remote: plain, token: nil)
    let error = await #expect(throws: NetworkError.self) { try await service.send(Self.request) }
    #expect(error?.code == .unreachable)
  }

  /// OpenSSL frees what all connections share when a process ends, while libcurl's thread may be in a handshake.
  @Test func `may be under way when the process ends`() async throws {
    let server = try await SecureServer(.good)
    let (origin, root) = (server.origin(), server.root)
    for milliseconds in 0..<10 {
      await #expect(processExitsWith: .success) {
        [origin = origin as String, root = root as String, milliseconds = milliseconds as Int] in
        _ = unsafe setenv("CURL_CA_BUNDLE", root, 1)
        for _ in 0..<20 {
          let service = try HTTPNetworkService(remote: try Remote("\(origin)/main"), token: nil)
          Task { try await service.send(`A hub's certificate`.request) }
        }
        try await Task.sleep(for: .milliseconds(milliseconds))
      }
    }
  }
}
#endif
