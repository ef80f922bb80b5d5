import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
import Foundation
#else
import Foundation
#endif

/// Passes bytes between clients and a server on this machine, as badly as a test asks.
///
/// It knows no more of HTTP than where a message ends, so that it can send pushes again.
package final class FaultyProxy: Sendable {
  /// What has gone wrong until now.
  package struct Counts: Sendable {
    package var connections = 0
    package var cuts = 0
    package var repeats = 0
  }

  package let port: Int
  private let listener: Int32
  private let way: FaultyWay

  /// Listens at a port that the system chooses, and passes on to another port.
  ///
  /// - Parameters:
  ///   - server: The port of the server.
  ///   - plan: What goes wrong with the connection of that number, counted from 0.
  /// - Throws: ``SocketError`` if it cannot listen.
  package init(to server: Int, plan: @escaping @Sendable (Int) -> ConnectionFault) throws {
    (listener, port) = try Socket.listen()
    way = FaultyWay(to: server, plan)
    let thread = Thread { [listener, way] in
      while let connection = Socket.accept(listener) { way.pass(connection) }
      // Closed by the thread that uses it, so that its number goes to no other meanwhile.
      Socket.close(listener)
    }
    thread.start()
  }

  deinit {
    Socket.shutDown(listener)
    way.end()
  }

  /// The address for a remote, without the space.
  package var origin: String { "http://127.0.0.1:\(port)" }

  /// What has gone wrong until now.
  package var counts: Counts { way.counts }

  /// Sends every push that has come until now again, in that order; returns the statuses of the answers.
  package func repeatAll() -> [Int] { way.repeatAll() }
}

/// What the threads of a proxy share.
private final class FaultyWay: Sendable {
  private struct State {
    var counts = FaultyProxy.Counts()
    var pushes: [[UInt8]] = []
    var links: [Int: ProxyLink] = [:]
    var isEnded = false
  }

  private let server: Int
  private let plan: @Sendable (Int) -> ConnectionFault
  private let state = Mutex(State())

  init(to server: Int, _ plan: @escaping @Sendable (Int) -> ConnectionFault) {
    (self.server, self.plan) = (server, plan)
  }

  var counts: FaultyProxy.Counts { state.withLock { $0.counts } }

  func end() {
    let links = state.withLock { state in
      state.isEnded = true
      return Array(state.links.values)
    }
    for link in links { link.end() }
  }

  /// Passes one connection on, on threads of its own.
  func pass(_ client: Int32) {
    let number = state.withLock { state in
      defer { state.counts.connections += 1 }
      return state.counts.connections
    }
    let fault = plan(number)
    let thread = Thread { [self] in
      for index in fault.repeats {
        guard let push = push(index) else { break }
        _ = repeatPush(push)
      }
      guard let upstream = Socket.connect(to: server) else { return Socket.close(client) }
      let link = ProxyLink(client: client, server: upstream, fault)
      let isEnded = state.withLock { state in
        state.links[number] = link
        return state.isEnded
      }
      if isEnded { link.end() }
      link.run(
        push: { self.came($0, isDoubled: fault.sendsTwice && $1 == 0) },
        end: { self.ended(number, wasCut: $0) }
      )
    }
    thread.start()
  }

  /// The push of that number, counted round; nil if none has come yet.
  private func push(_ index: Int) -> [UInt8]? {
    state.withLock { $0.pushes.isEmpty ? nil : $0.pushes[index % $0.pushes.count] }
  }

  /// A push has come whole, and is about to be passed on.
  private func came(_ push: [UInt8], isDoubled: Bool) {
    state.withLock { $0.pushes.append(push) }
    if isDoubled { _ = repeatPush(push) }
  }

  private func ended(_ number: Int, wasCut: Bool) {
    state.withLock { state in
      state.links[number] = nil
      if wasCut { state.counts.cuts += 1 }
    }
  }

  func repeatAll() -> [Int] { state.withLock { $0.pushes }.compactMap { repeatPush($0) } }

  /// Sends a push on a connection of its own; returns the status of the answer, which nobody else gets.
  private func repeatPush(_ push: [UInt8]) -> Int? {
    guard let connection = Socket.connect(to: server) else { return nil }
    defer { Socket.close(connection) }
    guard Socket.send(push, on: connection) else { return nil }
    state.withLock { $0.counts.repeats += 1 }
    var scanner = MessageScanner()
    while let bytes = Socket.receive(on: connection) {
      guard let answer = scanner.add(bytes).first else { continue }
      return Int(String(decoding: answer.dropFirst(9).prefix(3), as: UTF8.self))
    }
    return nil
  }
}
