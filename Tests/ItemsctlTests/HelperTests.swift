import ChildProcesses
import Foundation
import Sync
import Testing

@testable import itemsctl

@Suite struct HelperTests {
  @Test func `a helper that goes on writing once nobody listens ends, too`() async throws {
    let workplace = try Workplace()
    let script = """
      #!/bin/sh
      trap '' PIPE
      while echo nonsense nonsense nonsense nonsense; do :; done 2>/dev/null
      echo ended >'\(workplace.file("log"))'
      """
    // A program that started now would inherit the open file, which nobody can run meanwhile.
    let written = ChildProcess.withoutStarts { [workplace] in
      Result { try workplace.write("helper", script) }
    }
    let program = try written.get()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let service = HelperNetworkService(
      program: program,
      remote: try Remote("https://hub.example/main"),
      token: nil,
      allowsInsecure: false,
      variables: [:]
    )
    let error = await #expect(throws: NetworkError.self) {
      try await service.send(NetworkRequest(method: "GET", path: "/v1"))
    }
    #expect(error?.code == .notBuiltIn && error?.message.contains("of this version") == true)
    try await workplace.wait(in: "log", for: "ended")
  }
}
