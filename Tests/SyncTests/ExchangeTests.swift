// One request, and what is made of its answer.

import Storage
import Sync
import SyncSimulator
import Testing

@Suite struct ExchangeTests {
  @Test func `a run counts the bytes that it sent and received`() async throws {
    let pair = try Pair.overMemory()
    try await pair.first.add("Milk")
    let counted = CountedService(pair.service)
    let summary = try await pair.engine(pair.first, over: counted).sync()
    #expect(summary.bytesSent == counted.sent && counted.sent > 0)
    #expect(summary.bytesReceived == counted.received && counted.received > 0)
  }

  @Test(arguments: [
    (200, "", SyncError.Code.protocolViolation),
    (204, "", .protocolViolation),
    (401, "{}", .unauthorized),
    (426, "{}", .upgrade),
    (500, #"{"code":"damaged","error":"The file is damaged."}"#, .badHub),
    (500, #"{"code":"notAHub","error":"This is no hub."}"#, .badHub),
    (503, "{}", .unreachable),
  ])
  func `a hub that does not greet says why`(
    _ status: Int,
    _ body: String,
    _ code: SyncError.Code
  ) async throws {
    let pair = try Pair.overMemory()
    let answer = NetworkResponse(status: status, body: Array(body.utf8))
    let service = ScriptedNetworkService(pair.service, [.answer(answer)])
    let error = await #expect(throws: SyncError.self) { try await service.hello() }
    #expect(error?.code == code, "\(String(describing: error))")
    #expect(try await service.hello().versions.contains(protocolVersions.upperBound))
  }

  @Test func `a damaged hub ends a sync without another try, and says what it said`() async throws {
    let pair = try Pair.overMemory()
    let body = Array(#"{"code":"damaged","error":"Row 7 is damaged."}"#.utf8)
    let service = ScriptedNetworkService(
      pair.service,
      [.answer(NetworkResponse(status: 500, body: body))]
    )
    let error = await #expect(throws: SyncError.self) {
      try await pair.engine(pair.first, over: service).sync()
    }
    #expect(error?.code == .badHub && error?.message == "Row 7 is damaged.")
    #expect(pair.surroundings.slept.isEmpty)
  }

  @Test func `a task that is cancelled sends nothing`() async throws {
    let pair = try Pair.overMemory()
    let counted = CountedService(pair.service)
    let engine = try pair.engine(pair.first, over: counted)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await #expect(throws: SyncError.self) { try await engine.sync() }
    }
    task.cancel()
    #expect(await task.value?.code == .cancelled)
    #expect(counted.requests == 0)
    _ = try await engine.sync()
  }

  @Test func `as many unsent changes are told as asked for`() async throws {
    let store = try Pair.overMemory().first
    for number in 0..<5 { try await store.add("Item \(number)") }
    for limit in 1...5 {
      let changes = try await store.unsentChanges(limit: limit)
      #expect(changes.map(\.title) == (0..<limit).map { "Item \($0)" })
    }
    #expect(try await store.unsentChanges().count == 5)
  }

  @Test func `a plan for a hub that is another one leaves deleted items out`() async throws {
    let pair = try Pair.overMemory()
    try await pair.first.add("Here")
    let gone = try await pair.first.add("Gone")
    _ = try await pair.engine(pair.first).sync()
    try await pair.first.delete(gone.id)
    let empty = InProcessNetworkService(
      Hub(store: MemoryHubStore(), environment: pair.surroundings.hub())
    )
    let titles = Locked<[String]>([])
    let plan = try await pair.engine(pair.first, over: empty).plan { _, change in
      titles.withLock { $0.append(change.title) }
    }
    #expect(plan.pushes == 1 && titles.withLock { $0 } == ["Here"])
  }
}

/// Counts requests and the bytes of bodies.
private final class CountedService: NetworkService {
  private let base: any NetworkService
  private let count = Locked((requests: 0, sent: 0, received: 0))

  var requests: Int { count.withLock { $0.requests } }
  var sent: Int { count.withLock { $0.sent } }
  var received: Int { count.withLock { $0.received } }

  init(_ base: any NetworkService) { self.base = base }

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    count.withLock {
      $0.requests += 1
      $0.sent += request.body.count
    }
    let response = try await base.send(request)
    count.withLock { $0.received += response.body.count }
    return response
  }
}
