// A connection on which no answer came is closed, and the requests that follow are answered.

import LoopbackHTTP
import Sync
import SyncHTTP
import Synchronization
import Testing

@Suite(.serialized, .needsLibcurl) struct `A request without an answer` {
  private static let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}\n".utf8)

  /// Reacts to that many requests in one way, and answers those that follow.
  private static func responder(first count: Int, _ reaction: Reaction) throws -> LoopbackResponder
  {
    let asked = Mutex(0)
    return try LoopbackResponder { _ in
      let number = asked.withLock { asked in
        asked += 1
        return asked
      }
      return number > count ? .bytes(answer, closes: false) : reaction
    }
  }

  private static func connections(of responder: LoopbackResponder, are count: Int) async {
    while responder.openConnectionCount != count { await Task.yield() }
  }

  /// Sends a request, and gives it up once it has come to the responder: its time is over then.
  private static func giveUp(
    _ service: HTTPNetworkService,
    _ responder: LoopbackResponder,
    _ time: ManualTime
  ) async {
    let count = responder.requests.count
    let call = Task { try await service.send(.hello) }
    while responder.requests.count == count { await Task.yield() }
    time.advance(by: .seconds(21))
    await #expect(throws: NetworkError.self) { try await call.value }
  }

  private static func service(
    _ responder: LoopbackResponder,
    _ time: ManualTime
  ) throws -> HTTPNetworkService {
    try HTTPNetworkService(loopback: responder, time: time) { $0.silence = .seconds(20) }
  }

  @Test func `closes its connection, and those that follow are answered`() async throws {
    let (responder, time) = (try Self.responder(first: 30, .silence), ManualTime())
    let service = try Self.service(responder, time)
    for _ in 0..<30 { await Self.giveUp(service, responder, time) }
    await Self.connections(of: responder, are: 0)
    for _ in 0..<50 { #expect(try await service.send(.hello).status == 200) }
    #expect(responder.connectionCount == 31 && responder.openConnectionCount == 1)
  }

  @Test func `closes its connection where the answer had begun`() async throws {
    let (gate, time) = (Gate(), ManualTime())
    let responder = try LoopbackResponder { _ in
      .steps([.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n".utf8)), .wait(gate)])
    }
    let service = try Self.service(responder, time)
    let call = Task { try await service.send(.hello) }
    // As it begins, an exchange asks for the time, its watch does so twice before it sleeps, and the head that comes is a
    // sign of life.
    while time.looks < 4 { await Task.yield() }
    time.advance(by: .seconds(21))
    await #expect(throws: NetworkError.self) { try await call.value }
    gate.open()
    await Self.connections(of: responder, are: 0)
  }
}
