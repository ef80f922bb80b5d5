#if !canImport(Darwin)
import Files
import Foundation
import RunningPrograms
import TemporaryFolders

/// OpenSSL's own server, which answers every GET with a page.
final class SecureServer: Sendable {
  /// What the server shows, each signed by ``root`` but for the one that signs itself.
  enum Certificate: String, CaseIterable, Sendable {
    case good, otherHost, expired, selfSigned

    /// Words of OpenSSL or libcurl that say what is wrong.
    var reason: String {
      switch self {
      case .good: ""
      case .otherHost: "host"
      case .expired: "expired"
      case .selfSigned: "self"
      }
    }

    /// Makes `server.pem`, beside `root.pem` and the keys.
    fileprivate var commands: String {
      let names =
        self == .otherHost ? "DNS:other.example" : "DNS:localhost,IP:127.0.0.1"
      let days = self == .expired ? -1 : 2
      let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
      let server = "\(key) -keyout server.key -subj /CN=hub -addext subjectAltName=\(names)"
      let root = "openssl req -x509 \(key) -days 2 -keyout root.key -subj /CN=root -out root.pem"
      guard self != .selfSigned else {
        return "\(root) && openssl req -x509 \(server) -days 2 -out server.pem"
      }
      return """
        \(root) && openssl req -new \(server) -out server.csr &&
        openssl x509 -req -in server.csr -CA root.pem -CAkey root.key -days \(days) \
          -copy_extensions copy -out server.pem
        """
    }
  }

  struct Failure: Error {
    let output: [String]
  }

  static let hasOpenSSL =
    ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/openssl") }
    ?? false

  let port: Int
  private let folder: TemporaryFolder
  private let output: LineChannel
  private let program: RunningProgram

  init(_ certificate: Certificate) async throws {
    folder = try TemporaryFolder()
    let made = try await RunningProgram(
      ["/bin/sh", "-c", "(\(certificate.commands)) >made 2>&1"],
      folder: folder.path
    ).end()
    guard made.shellCode == 0 else {
      throw Failure(output: [String(decoding: try folder.read("made"), as: UTF8.self)])
    }
    output = try LineChannel()
    let path = folder.path
    program = try output.start { descriptor throws(SystemError) in
      try RunningProgram(
        [
          "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", "server.pem",
          "-key", "server.key", "-www",
        ],
        folder: path,
        output: descriptor,
        errors: descriptor
      )
    }
    guard let line = await output.line("ACCEPT "), let number = line.split(separator: ":").last,
      let port = Int(number)
    else {
      throw Failure(output: output.lines)
    }
    self.port = port
  }

  deinit { program.send(SIGKILL) }

  /// The certificate of the authority.
  var root: String { folder.file("root.pem") }

  /// What the server has printed, requests among it.
  var lines: [String] { output.lines }

  func origin(_ host: String = "127.0.0.1") -> String { "https://\(host):\(port)" }
}
#endif
