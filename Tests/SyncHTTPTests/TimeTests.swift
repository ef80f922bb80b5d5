// Limits of time, and requests that are cancelled.

import LoopbackHTTP
import Sync
import SyncHTTP
import Testing

@Suite(.needsLibcurl) struct `A service over HTTP` {
  private static let request = SyncRequest.changes(ChangesRequest(after: 0, token: nil))
    .networkRequest(space: "main")

  @Test func `gives up where nothing comes for too long`() async throws {
    let responder = try LoopbackResponder { _ in .silence }
    let service = try HTTPNetworkService(loopback: responder) { $0.silence = .milliseconds(50) }
    let error = await #expect(throws: NetworkError.self) { try await service.send(Self.request) }
    #expect(error?.code == .unreachable)
    #expect(error?.message.contains("sent nothing within") == true)
  }

  @Test func `gives up in the middle of an answer too`() async throws {
    let responder = try LoopbackResponder { _ in
      .steps([.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{".utf8)), .wait(Gate())])
    }
    let service = try HTTPNetworkService(loopback: responder) { $0.silence = .milliseconds(50) }
    let error = await #expect(throws: NetworkError.self) { try await service.send(Self.request) }
    #expect(error?.code == .unreachable)
  }

  @Test func `gives up an exchange that takes too long, be it lively or not`() async throws {
    let responder = try LoopbackResponder { _ in .silence }
    let service = try HTTPNetworkService(loopback: responder) { $0.timeout = .milliseconds(50) }
    let error = await #expect(throws: NetworkError.self) { try await service.send(Self.request) }
    #expect(error?.message.hasPrefix("The exchange with") == true)
  }

  @Test func `leaves a hub the time that the request grants it`() {
    var options = HTTPOptions()
    options.silence = .seconds(2)
    options.timeout = .seconds(3)
    let limits = options.timeLimits(patience: .seconds(55))
    #expect(limits.silence == .seconds(57) && limits.whole == .seconds(58))
  }

  @Test func `ends a request at once when the task is cancelled`() async throws {
    let arrived = AsyncStream.makeStream(of: Void.self)
    let responder = try LoopbackResponder { _ in
      arrived.continuation.yield()
      return .silence
    }
    let service = try HTTPNetworkService(loopback: responder)
    let task = Task { try await service.send(Self.request) }
    for await _ in arrived.stream { break }
    task.cancel()
    let error = await #expect(throws: NetworkError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }

  @Test func `sends nothing for a task that is cancelled already`() async throws {
    let responder = try LoopbackResponder { _ in .close }
    let service = try HTTPNetworkService(loopback: responder)
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await service.send(Self.request)
    }
    let error = await #expect(throws: NetworkError.self) { try await task.value }
    #expect(error?.code == .cancelled && responder.connectionCount == 0)
  }

  @Test func `takes an answer that comes in small pieces`() async throws {
    let gates = [Gate(), Gate()]
    let responder = try LoopbackResponder { _ in
      .steps([
        .send(Array("HTTP/1.1 200 O".utf8)), .wait(gates[0]),
        .send(Array("K\r\nContent-Length: 4\r\n\r\nab".utf8)), .wait(gates[1]),
        .send(Array("c\n".utf8)),
      ])
    }
    let service = try HTTPNetworkService(loopback: responder)
    let task = Task { try await service.send(Self.request) }
    for gate in gates { gate.open() }
    #expect(try await task.value.body == Array("abc\n".utf8))
  }

  @Test func `uses a connection again`() async throws {
    let responder = try LoopbackResponder(hub: .inMemory())
    let service = try HTTPNetworkService(loopback: responder)
    for _ in 0..<5 { _ = try await service.send(.hello) }
    // Not one: a connection that was idle for two minutes, which a busy machine may need, is not used again.
    #expect(responder.connectionCount < 5 && responder.requests.count == 5)
  }

  @Test func `makes another connection where the hub closed the first`() async throws {
    let responder = try LoopbackResponder { _ in
      .text("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}\n")
    }
    let service = try HTTPNetworkService(loopback: responder)
    for _ in 0..<5 { #expect(try await service.send(Self.request).status == 200) }
    #expect(responder.connectionCount == 5)
  }

  @Test func `carries many requests at once, and the end of each other`() async throws {
    let responder = try LoopbackResponder(hub: .inMemory())
    let service = try HTTPNetworkService(loopback: responder)
    let statuses = await withTaskGroup(of: Int?.self) { group in
      for number in 0..<60 {
        group.addTask {
          let task = Task { try await service.send(.hello) }
          if number % 2 == 1 { task.cancel() }
          return try? await task.value.status
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    // One that is cancelled may have been answered before.
    #expect(statuses.count { $0 == 200 } >= 30 && statuses.allSatisfy { $0 == nil || $0 == 200 })
  }
}
