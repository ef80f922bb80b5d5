import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
import Foundation
#else
import Foundation
#endif

/// The connections of a ``LoopbackResponder``, which their threads use even after it is gone.
final class ResponderConnections: Sendable {
  struct State {
    var open: Set<Int32> = []
    var requests: [RecordedRequest] = []
    var connectionCount = 0
    var received = 0
    var sent = 0
    var isStopped = false
  }

  let listener: ListeningSocket
  private let answer: LoopbackResponder.Answer
  private let lockedState = Locked(State())

  init(_ listener: ListeningSocket, _ answer: @escaping LoopbackResponder.Answer) {
    self.listener = listener
    self.answer = answer
  }

  var state: State { lockedState.withLock { $0 } }

  /// Serves connections until ``stop()`` is called.
  func acceptAll() {
    while let connection = listener.accept() { serve(connection) }
    listener.close()
  }

  /// Ends every connection and lets none come.
  func stop() {
    lockedState.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      listener.shutDown()
      for connection in state.open { Socket.shutDown(connection) }
    }
  }

  private func serve(_ connection: Int32) {
    let isOpen = lockedState.withLock { state in
      guard !state.isStopped else { return false }
      state.open.insert(connection)
      state.connectionCount += 1
      return true
    }
    guard isOpen else { return Socket.close(connection) }
    let thread = Thread { [self] in
      converse(on: connection)
      lockedState.withLock { state in
        state.open.remove(connection)
        Socket.close(connection)
      }
    }
    thread.start()
  }

  /// Reads requests and answers them until one side has had enough.
  private func converse(on connection: Int32) {
    var reader = RequestReader(connection)
    while let request = reader.next() {
      lockedState.withLock { state in
        state.requests.append(request)
        state.received += request.size
      }
      guard perform(answer(request), on: connection) else { return }
    }
  }

  /// Does what the test asks for; false where the connection is to end.
  private func perform(_ reaction: Reaction, on connection: Int32) -> Bool {
    switch reaction {
    case .answer(let response):
      return send(response.wireBytes, on: connection)
    case .bytes(let bytes, let closes):
      return send(bytes, on: connection) && !closes
    case .steps(let steps):
      for step in steps {
        switch step {
        case .send(let bytes): guard send(bytes, on: connection) else { return false }
        case .wait(let gate): gate.wait()
        }
      }
      return true
    case .silence:
      // Nothing comes from a client that waits; the end of its connection does.
      Socket.waitForEnd(connection)
      return false
    case .close:
      return false
    }
  }

  private func send(_ bytes: [UInt8], on connection: Int32) -> Bool {
    let isSent = Socket.send(bytes, on: connection)
    if isSent { lockedState.withLock { $0.sent += bytes.count } }
    return isSent
  }
}
