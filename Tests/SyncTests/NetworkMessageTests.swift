// HTTP messages: what each status means, and what a hub says to nonsense.

import Storage
import Sync
import SyncSimulator
import Testing

@Suite struct NetworkMessageTests {
  @Test(arguments: [
    (200, ExchangeError?.none), (401, .unauthorized("")), (403, .unauthorized("")),
    (413, .tooLarge), (426, .upgrade("")), (429, .throttled(.seconds(7))),
    (503, .throttled(.seconds(7))), (507, .quota("")), (500, .transient("")), (502, .transient("")),
    (404, .protocolViolation("")), (302, .protocolViolation("")),
  ])
  func `each status has its class`(_ status: Int, _ expected: ExchangeError?) {
    let request = SyncRequest.changes(ChangesRequest(after: 0, token: nil))
    var random = SeededRandom(seed: 1)
    let response = NetworkResponse(
      status: status,
      headers: [NetworkRequest.Pair("retry-after", "7")],
      body: RandomMessages.page(&random).bytes
    )
    switch (request.reply(from: response), expected) {
    case (.success, nil): break
    case (.failure(let failure), let expected?):
      #expect(failure.withoutMessage == expected)
    default: Issue.record("status \(status)")
    }
  }

  @Test(arguments: [
    ("0", Int64(0)), ("9223372036854775807", .max), ("1000000000000000000000", .max), ("-1", nil),
    ("+5", nil), ("", nil), ("1e3", nil),
  ])
  func `a wait that fits no number is the greatest`(_ text: String, _ seconds: Int64?) {
    let response = NetworkResponse(
      status: 503,
      headers: [NetworkRequest.Pair("Retry-After", text)]
    )
    let expected = seconds.map { ExchangeError.throttled(.seconds($0)) } ?? .transient("")
    #expect(ExchangeError(response).withoutMessage == expected)
  }

  @Test(arguments: [
    (HubError.Code.full, ExchangeError.quota), (.busy, ExchangeError.transient),
  ])
  func `what a hub file says is told to its end, at the longest path too`(
    _ code: HubError.Code,
    _ expected: @Sendable (String) -> ExchangeError
  ) {
    let path = String(repeating: "/long", count: 100)
    let message =
      "Committing to '\(path)' failed: there was no room. Free some space and try again."
    #expect(ExchangeError(NetworkResponse(HubError(code, message))) == expected(message))
  }

  @Test func `a hub that asks to wait for ever ends the sync at once`() async throws {
    let pair = try Pair.overMemory()
    let response = NetworkResponse(
      status: 429,
      headers: [NetworkRequest.Pair("Retry-After", "1000000000000000000000")]
    )
    let service = ScriptedNetworkService(pair.service, [.answer(response)])
    let error = await #expect(throws: SyncError.self) {
      try await pair.engine(pair.first, over: service).sync()
    }
    #expect(error?.code == .busy)
    #expect(pair.surroundings.slept.isEmpty)
  }

  @Test func `a hub answers what it does not understand with a status, not with a crash`() {
    let hub = Hub(store: MemoryHubStore(), environment: TestSurroundings().hub())
    func status(_ method: String, _ path: String, _ body: String = "") -> Int {
      hub.respond(to: NetworkRequest(method: method, path: path, body: Array(body.utf8))).status
    }
    #expect(status("GET", "/v1/hello") == 200)
    #expect(status("GET", "/v1/spaces/main/changes") == 400)
    #expect(status("POST", "/v1/spaces/main/push", "{}") == 400)
    #expect(status("POST", "/v1/spaces/main/push", "no") == 400)
    #expect(status("POST", "/v1/spaces/../push", "{}") == 404)
    #expect(status("GET", "/v1/spaces/main/push") == 404)
    #expect(status("GET", "/v2/hello") == 404)
    #expect(status("POST", "/v1/spaces/main/push", String(repeating: " ", count: 2_000_000)) == 413)
    let old = NetworkRequest(
      method: "GET",
      path: "/v1/hello",
      headers: [NetworkRequest.Pair("Sync-Protocol", "2")]
    )
    #expect(hub.respond(to: old).status == 426)
    let hello = hub.respond(to: NetworkRequest(method: "GET", path: "/v1/hello"))
    #expect(throws: Never.self) { try Hello(bytes: hello.body) }
  }
}

extension ExchangeError {
  fileprivate var withoutMessage: ExchangeError {
    switch self {
    case .transient: .transient("")
    case .unauthorized: .unauthorized("")
    case .upgrade: .upgrade("")
    case .quota: .quota("")
    case .deleted: .deleted("")
    case .protocolViolation: .protocolViolation("")
    default: self
    }
  }
}
