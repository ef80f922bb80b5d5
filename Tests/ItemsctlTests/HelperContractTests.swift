// The contract of network services, on the command's own, whose requests a helper program carries.

import Foundation
import LoopbackHTTP
import Sync
import SyncTesting
import Testing

@testable import itemsctl

@Suite("Network service contract of the helper", .enabled(if: BuiltCommand.path != nil))
struct HelperContractTests {
  typealias Contract = NetworkServiceContract

  private static func service(at origin: String) throws -> HelperNetworkService {
    let command = URL(filePath: try #require(BuiltCommand.path))
    return HelperNetworkService(
      program: command.deletingLastPathComponent().appending(path: "itemsctl-http").path,
      remote: try Remote("\(origin)/main"),
      token: try HubToken("s3cret-token"),
      allowsInsecure: false,
      variables: [:]
    )
  }

  private static let subject: Contract.Subject = {
    var subject = Contract.Subject("helper") { answer, body in
      let responder = try LoopbackResponder(answer: answer)
      defer { responder.stop() }
      try await body(service(at: responder.origin))
    }
    subject.credentials = "s3cret-token"
    // Port 1 is nobody's.
    subject.withoutHub = { try service(at: "http://127.0.0.1:1") }
    return subject
  }()

  @Test(arguments: Contract.checks(for: subject))
  func `is kept`(_ check: Contract.Check) async throws {
    try await check.run(on: Self.subject)
  }

  @Test(arguments: Contract.hubChecks)
  func `is kept with a hub at the other end`(_ check: Contract.HubCheck) async throws {
    try await check.run(on: Self.subject.overHub)
  }
}
