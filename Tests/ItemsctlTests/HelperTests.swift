import ChildProcesses
import Foundation
import Sync
import Testing

@testable import itemsctl

@Suite struct HelperTests {
  /// A service whose helper is a script.
  private func service(_ workplace: Workplace, _ script: String, remote: String) throws
    -> HelperNetworkService
  {
    // A program that started now would inherit the open file, which nobody can run meanwhile.
    let written = ChildProcess.withoutStarts { [workplace] in
      Result { try workplace.write("helper", script) }
    }
    let program = try written.get()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    return HelperNetworkService(
      program: program,
      remote: try Remote(remote),
      token: nil,
      allowsInsecure: false,
      variables: [:]
    )
  }

  @Test(.enabled(if: BuiltCommand.path != nil))
  func `after a request without an answer, the next one has another helper`() async throws {
    let workplace = try Workplace()
    let folder = URL(filePath: BuiltCommand.path ?? "/").deletingLastPathComponent().path
    // Port 1 is nobody's.
    let service = try service(
      workplace,
      """
      #!/bin/sh
      echo started >>'\(workplace.file("log"))'
      exec '\(folder)/itemsctl-http'
      """,
      remote: "http://127.0.0.1:1/main"
    )
    for number in 1...3 {
      let error = await #expect(throws: NetworkError.self) {
        try await service.send(NetworkRequest(method: "GET", path: "/v1"))
      }
      #expect(error?.code == .unreachable)
      #expect(try workplace.read("log") == Data(String(repeating: "started\n", count: number).utf8))
    }
  }

  @Test func `a helper that goes on writing once nobody listens ends, too`() async throws {
    let workplace = try Workplace()
    let service = try service(
      workplace,
      """
      #!/bin/sh
      trap '' PIPE
      while echo nonsense nonsense nonsense nonsense; do :; done 2>/dev/null
      echo ended >'\(workplace.file("log"))'
      """,
      remote: "https://hub.example/main"
    )
    let error = await #expect(throws: NetworkError.self) {
      try await service.send(NetworkRequest(method: "GET", path: "/v1"))
    }
    #expect(
      error?.code == .notBuiltIn && error?.message.contains("the version of this program") == true
    )
    try await workplace.wait(in: "log", for: "ended")
  }
}
