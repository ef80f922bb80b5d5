// Servers that mean harm, or that are in trouble.

import Foundation
import LoopbackHTTP
import Storage
import Sync
import SyncHTTP
import Testing

@Suite(.needsLibcurl) struct `A service over HTTP and a hostile server` {
  private static let request = SyncRequest.changes(ChangesRequest(after: 0, token: nil))
    .networkRequest(space: "main")

  private static func push(bytes: Int) -> NetworkRequest {
    var request = request
    (request.method, request.body) = ("POST", [UInt8](repeating: 0x20, count: bytes))
    return request
  }

  @Test func `a gigabyte that is announced is not read`() async throws {
    let responder = try LoopbackResponder { _ in
      .steps([
        .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n".utf8)), .wait(Gate()),
      ])
    }
    let service = try HTTPNetworkService(loopback: responder)
    let error = await #expect(throws: NetworkError.self) { try await service.send(Self.request) }
    #expect(error?.code == .invalidAnswer)
  }

  @Test func `a hundred headers are read, and the last one counts as the first does`() async throws
  {
    let headers = (0..<100).map { "X-Header-\($0): value \($0)\r\n" }.joined()
    let responder = try LoopbackResponder { _ in
      .text("HTTP/1.1 200 OK\r\n\(headers)Content-Length: 2\r\n\r\n{}")
    }
    let response = try await HTTPNetworkService(loopback: responder).send(Self.request)
    #expect(response.header("X-Header-0") == "value 0")
    #expect(response.header("X-Header-99") == "value 99")
  }

  @Test func `one byte at a time is read as long as the whole exchange may take`() async throws {
    let time = ManualTime()
    let gates = (0..<100).map { _ in Gate() }
    let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n".utf8)
    let responder = try LoopbackResponder { _ in
      .steps([.send(head)] + gates.flatMap { [.wait($0), .send([0x20])] })
    }
    let service = try HTTPNetworkService(loopback: responder, time: time) {
      $0.silence = .seconds(1_000)
      $0.timeout = .seconds(100)
    }
    let call = Task { try await service.send(Self.request) }
    while responder.requests.isEmpty { await Task.yield() }
    for gate in gates.prefix(9) { gate.open() }
    time.advance(by: .seconds(101))
    let error = await #expect(throws: NetworkError.self) { try await call.value }
    #expect(error?.message.hasPrefix("The exchange with") == true, "\(String(describing: error))")
    for gate in gates { gate.open() }
  }

  @Test(arguments: [false, true])
  func `an answer that comes before the body was read is taken, or the connection is lost`(
    _ closes: Bool
  ) async throws {
    let listener = try ListeningSocket()
    let answer = Array("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n".utf8)
    let served = Task.detached {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          if let connection = listener.accept() {
            _ = Socket.send(answer, on: connection)
            if !closes { Socket.waitForEnd(connection) }
            Socket.close(connection)
          }
          listener.close()
          continuation.resume()
        }
      }
    }
    let service = try HTTPNetworkService(
      remote: try Remote("http://127.0.0.1:\(listener.port)/main"),
      token: nil
    )
    do throws(NetworkError) {
      #expect(try await service.send(Self.push(bytes: 8_000_000)).status == 413)
    } catch {
      #expect(error.code == .unreachable && closes, "\(error)")
    }
    listener.shutDown()
    await served.value
  }
}
