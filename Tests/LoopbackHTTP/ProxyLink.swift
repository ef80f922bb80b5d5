import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
import Foundation
#else
import Foundation
#endif

/// One client's connection through a proxy with the one to the server; a thread for each direction.
final class ProxyLink: Sendable {
  private struct State {
    var fault = ConnectionFault()
    /// The bytes that each side may still send before the cut.
    var requestLeft = Int.max
    var responseLeft = Int.max
    /// The threads that still use the sockets.
    var users = 2
    var wasCut = false
  }

  private let client: Int32
  private let server: Int32
  private let state = Locked(State())

  init(client: Int32, server: Int32) { (self.client, self.server) = (client, server) }

  /// Has this go wrong from now on.
  func begin(_ fault: ConnectionFault) {
    state.withLock { state in
      state.fault = fault
      state.requestLeft = fault.requestCut ?? .max
      state.responseLeft = fault.responseCut ?? .max
    }
  }

  /// Passes bytes on until both sides have ended or the fault ends them.
  ///
  /// - Parameters:
  ///   - piece: Called with each piece of a request.
  ///   - push: Called with each push, and how many came before it, before its last bytes are passed on.
  ///   - end: Called once at the end, with whether it was a cut.
  func run(
    piece: @escaping @Sendable () -> Void,
    push: @escaping @Sendable ([UInt8], Int) -> Void,
    end: @escaping @Sendable (_ wasCut: Bool) -> Void
  ) {
    let other = Thread { [self] in
      passResponses()
      leave(end)
    }
    other.start()
    passRequests(piece, push)
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

  private func passRequests(_ piece: () -> Void, _ push: ([UInt8], Int) -> Void) {
    var pushes = 0
    var scanner = MessageScanner()
    while let bytes = Socket.receive(on: client) {
      piece()
      for message in scanner.add(bytes[...]) where message.isPush {
        push(message, pushes)
        pushes += 1
      }
      let allowed = take(bytes.count, \.requestLeft)
      guard pass(bytes.prefix(allowed), to: server) else { return }
      if allowed < bytes.count || left(\.requestLeft) <= 0 { return cut() }
    }
    // A client that has said all may still wait for the answer.
    if !wasCut { Socket.stopSending(server) }
  }

  private func passResponses() {
    while let bytes = Socket.receive(on: server) {
      let allowed = take(bytes.count, \.responseLeft)
      guard pass(bytes.prefix(allowed), to: client) else { return }
      if allowed < bytes.count || left(\.responseLeft) <= 0 { return cut() }
    }
    if !wasCut { Socket.stopSending(client) }
  }

  private var wasCut: Bool { state.withLock { $0.wasCut } }

  private func left(_ side: WritableKeyPath<State, Int>) -> Int {
    state.withLock { $0[keyPath: side] }
  }

  /// How many of so many bytes may pass, which are counted.
  private func take(_ count: Int, _ side: WritableKeyPath<State, Int>) -> Int {
    state.withLock { state in
      let allowed = max(0, min(count, state[keyPath: side]))
      if state[keyPath: side] < .max { state[keyPath: side] -= allowed }
      return allowed
    }
  }

  /// Passes bytes on in pieces; returns false if the other side takes no more.
  private func pass(_ bytes: ArraySlice<UInt8>, to socket: Int32) -> Bool {
    let fault = state.withLock { $0.fault }
    var rest = bytes
    while !rest.isEmpty {
      if fault.delay > .zero { Thread.sleep(forTimeInterval: fault.delay / .seconds(1)) }
      guard Socket.send(Array(rest.prefix(fault.pieceSize)), on: socket) else { return false }
      rest = rest.dropFirst(fault.pieceSize)
    }
    return true
  }

  private func cut() {
    state.withLock { state in
      state.wasCut = true
      guard state.fault.isReset else {
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
