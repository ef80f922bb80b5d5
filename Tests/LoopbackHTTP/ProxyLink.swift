import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
import Foundation
#else
import Foundation
#endif

/// One client's connection through a proxy with the one to the server; a thread for each direction.
final class ProxyLink: Sendable {
  private struct State {
    /// The threads that still use the sockets.
    var users = 2
    var wasCut = false
  }

  private let client: Int32
  private let server: Int32
  private let fault: ConnectionFault
  private let state = Mutex(State())

  init(client: Int32, server: Int32, _ fault: ConnectionFault) {
    (self.client, self.server, self.fault) = (client, server, fault)
  }

  /// Passes bytes on until both sides have ended or the fault ends them.
  ///
  /// - Parameters:
  ///   - push: Called with each push, and how many came before it, before its last bytes are passed on.
  ///   - end: Called once at the end, with whether it was a cut.
  func run(
    push: @escaping @Sendable ([UInt8], Int) -> Void,
    end: @escaping @Sendable (_ wasCut: Bool) -> Void
  ) {
    let other = Thread { [self] in
      passResponses()
      leave(end)
    }
    other.start()
    passRequests(push)
    leave(end)
  }

  /// Ends both sides from outside.
  func end() {
    state.withLock { state in
      guard state.users > 0 else { return }
      Socket.shutDown(client)
      Socket.shutDown(server)
    }
  }

  private func passRequests(_ push: ([UInt8], Int) -> Void) {
    var pushes = 0
    var scanner = MessageScanner()
    var left = fault.requestCut ?? .max
    while let bytes = Socket.receive(on: client) {
      for message in scanner.add(bytes) where message.isPush {
        push(message, pushes)
        pushes += 1
      }
      guard pass(bytes[...], to: server, &left) else { return }
    }
    // A client that has said all may still wait for the answer.
    if !wasCut { Socket.stopSending(server) }
  }

  private func passResponses() {
    var scanner = MessageScanner()
    var left = fault.responseCut ?? .max
    while let bytes = Socket.receive(on: server) {
      guard fault.sparesHeads, left < .max else {
        guard pass(bytes[...], to: client, &left) else { return }
        continue
      }
      // Byte by byte, since the cut may have to wait for the end of a head.
      for index in bytes.indices {
        if left <= 0, !scanner.isInHead || scanner.pending.isEmpty { return cut() }
        guard Socket.send([bytes[index]], on: client) else { return }
        _ = scanner.add(CollectionOfOne(bytes[index]))
        left -= 1
      }
      if left <= 0, !scanner.isInHead || scanner.pending.isEmpty { return cut() }
    }
    if !wasCut { Socket.stopSending(client) }
  }

  private var wasCut: Bool { state.withLock { $0.wasCut } }

  /// Passes bytes on in pieces; returns false where that was the end.
  private func pass(_ bytes: ArraySlice<UInt8>, to socket: Int32, _ left: inout Int) -> Bool {
    var rest = bytes.prefix(left)
    left -= rest.count
    while !rest.isEmpty {
      if fault.delay > .zero { Thread.sleep(forTimeInterval: fault.delay / .seconds(1)) }
      guard Socket.send(Array(rest.prefix(fault.pieceSize)), on: socket) else { return false }
      rest = rest.dropFirst(fault.pieceSize)
    }
    guard left <= 0 else { return true }
    cut()
    return false
  }

  private func cut() {
    state.withLock { state in
      state.wasCut = true
      guard fault.isReset else {
        Socket.shutDown(client)
        Socket.shutDown(server)
        return
      }
      // The reset comes when both threads have let go.
      for socket in [client, server] {
        Socket.resetAtEnd(socket)
        Socket.stopReceiving(socket)
      }
    }
  }

  /// The last thread closes the sockets, so that their numbers go to no other meanwhile.
  private func leave(_ end: (Bool) -> Void) {
    let (isLast, wasCut) = state.withLock { state in
      state.users -= 1
      if state.users == 0 {
        Socket.close(client)
        Socket.close(server)
      }
      return (state.users == 0, state.wasCut)
    }
    if isLast { end(wasCut) }
  }
}

extension [UInt8] {
  /// Whether it is a request that pushes.
  fileprivate var isPush: Bool {
    guard starts(with: Array("POST ".utf8)), let end = firstIndex(of: 13) else { return false }
    return String(decoding: self[..<end], as: UTF8.self).contains("/push ")
  }
}
