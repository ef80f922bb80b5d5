// The contract of network services, on the one over HTTP.

import LoopbackHTTP
import Sync
import SyncHTTP
import SyncTesting
import Testing

@Suite("Network service contract over HTTP", .needsLibcurl)
struct HTTPContractTests {
  typealias Contract = NetworkServiceContract

  private static let subject: Contract.Subject = {
    var subject = Contract.Subject("over HTTP") { answer, body in
      let responder = try LoopbackResponder(answer: answer)
      defer { responder.stop() }
      try await body(
        try HTTPNetworkService(loopback: responder, token: HubToken("s3cret-token")) {
          $0.responseLimit = 2 * 1_048_576
        }
      )
    }
    subject.credentials = "s3cret-token"
    subject.responseLimit = 2 * 1_048_576
    subject.withoutHub = {
      let responder = try LoopbackResponder { _ in .close }
      responder.stop()
      return try HTTPNetworkService(loopback: responder, token: HubToken("s3cret-token"))
    }
    return subject
  }()

  @Test(arguments: Contract.checks(for: subject))
  func `is kept`(_ check: Contract.Check) async throws {
    try await check.run(on: Self.subject)
  }

  private static let hurried: Contract.Subject = {
    let timeout = Duration.milliseconds(300)
    var subject = Contract.Subject("over HTTP, in a hurry") { answer, body in
      let responder = try LoopbackResponder(answer: answer)
      defer { responder.stop() }
      try await body(try HTTPNetworkService(loopback: responder) { $0.silence = timeout })
    }
    subject.timeout = timeout
    return subject
  }()

  @Test(arguments: Contract.timeChecks)
  func `is kept by one that gives up soon`(_ check: Contract.Check) async throws {
    try await check.run(on: Self.hurried)
  }

  @Test(arguments: Contract.hubChecks)
  func `is kept with a hub at the other end`(_ check: Contract.HubCheck) async throws {
    try await check.run(on: Self.subject.overHub)
  }
}
