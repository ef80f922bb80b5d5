#if Hub
// The contract of network services, with the running daemon at the far end.

import Sync
import SyncHTTP
import SyncTesting
import Testing

@Suite("Network service contract with the daemon")
struct DaemonContractTests {
  private static let subject = NetworkServiceContract.HubSubject("itemshub") { body in
    let workplace = try HubWorkplace()
    // Refuses nobody for being in a hurry.
    let daemon = try await Daemon(
      in: workplace,
      "--limit requests-per-second=100000 --limit request-burst=100000"
    )
    let token = try HubToken(try await daemon.token("main"))
    try await body(HTTPNetworkService(remote: Remote("\(daemon.address)/main"), token: token))
    #expect(await daemon.end() == 0)
  }

  @Test(arguments: NetworkServiceContract.hubChecks)
  func `is kept`(_ check: NetworkServiceContract.HubCheck) async throws {
    try await check.run(on: Self.subject)
  }
}
#endif
