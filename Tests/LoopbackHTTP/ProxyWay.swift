import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
import Foundation
#else
import Foundation
#endif

/// What the threads of a proxy share.
final class ProxyWay: Sendable {
  private struct State {
    var target: Int?
    /// What goes wrong with every connection, in place of the plan.
    var fault: ConnectionFault?
    var counts = LoopbackProxy.Counts()
    var pushes: [[UInt8]] = []
    var links: [Int: ProxyLink] = [:]
    var isEnded = false
  }

  private let plan: @Sendable (Int) -> ConnectionFault
  private let state: Locked<State>

  init(to target: Int?, _ plan: @escaping @Sendable (Int) -> ConnectionFault) {
    self.plan = plan
    state = Locked(State(target: target))
  }

  var counts: LoopbackProxy.Counts { state.withLock { $0.counts } }

  var target: Int? {
    get { state.withLock { $0.target } }
    set { state.withLock { $0.target = newValue } }
  }

  func begin(_ fault: ConnectionFault) {
    let links = state.withLock { state in
      state.fault = fault
      return Array(state.links.values)
    }
    for link in links { link.begin(fault) }
  }

  func cut() {
    for link in state.withLock({ Array($0.links.values) }) { link.end() }
  }

  func end() {
    state.withLock { $0.isEnded = true }
    cut()
  }

  /// Passes one connection on, on threads of its own.
  func pass(_ client: Int32) {
    let number = state.withLock { state in
      defer { state.counts.connections += 1 }
      return state.counts.connections
    }
    let planned = plan(number)
    let thread = Thread { [self] in
      for index in planned.repeats {
        guard let push = push(index) else { break }
        _ = repeatPush(push)
      }
      guard let target, let upstream = Socket.connect(to: target) else {
        return Socket.close(client)
      }
      let link = ProxyLink(client: client, server: upstream)
      let (fault, isEnded) = state.withLock { state in
        state.links[number] = link
        return (state.fault ?? planned, state.isEnded)
      }
      link.begin(fault)
      if isEnded { link.end() }
      link.run(
        piece: { self.state.withLock { $0.counts.requestPieces += 1 } },
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
    guard let target, let connection = Socket.connect(to: target) else { return nil }
    defer { Socket.close(connection) }
    guard Socket.send(push, on: connection) else { return nil }
    state.withLock { $0.counts.repeats += 1 }
    var scanner = MessageScanner()
    while let bytes = Socket.receive(on: connection) {
      guard let answer = scanner.add(bytes[...]).first else { continue }
      return Int(String(decoding: answer.dropFirst(9).prefix(3), as: UTF8.self))
    }
    return nil
  }
}
