import Foundation
import Sync
import Testing

@testable import itemsctl

@Suite struct HelperTests {
  @Test func `a helper that goes on writing once nobody listens ends, too`() async throws {
    let workplace = try Workplace()
    let program = try workplace.write(
      "helper",
      """
      #!/bin/sh
      trap '' PIPE
      while echo nonsense nonsense nonsense nonsense; do :; done 2>/dev/null
      echo ended >'\(workplace.file("log"))'
      """
    )
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
    #expect(error?.code == .notBuiltIn)
    try await workplace.wait(in: "log", for: "ended")
  }
}
