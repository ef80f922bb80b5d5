#if Hub
import Files
import Foundation
import RunningPrograms

/// A folder of a test's own, removed with its value.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "hub-http-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: file(name)))
    return file(name)
  }

  /// Runs a shell command in the folder; returns what it wrote, errors included, and its exit code.
  func run(_ command: String) async throws -> (output: String, code: Int32) {
    let output = file("output-" + UUID().uuidString)
    let descriptor = try FileDescriptor(output, .create)
    let program = try RunningProgram(
      ["/bin/sh", "-c", command],
      folder: path,
      output: descriptor.number,
      errors: descriptor.number
    )
    let end = await program.end()
    let bytes = try FileDescriptor(output, .read).readAll()
    return (String(decoding: bytes, as: UTF8.self), end.shellCode)
  }

  /// Makes a certificate with its key, valid for this machine.
  func certificate(_ name: String = "server") async throws -> (certificate: String, key: String) {
    let made = try await run(
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=\(name)"
        + " -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout \(name).key -out \(name).pem"
    )
    guard made.code == 0 else { throw FailedCommand(output: made.output) }
    return (file("\(name).pem"), file("\(name).key"))
  }

  struct FailedCommand: Error {
    let output: String
  }
}
#endif
