#if Hub
import CEvents
import Files
import HubServer
import Sync

extension EventLoop {
  /// The reads of one connection before others get their turn.
  private static let turn = 8

  /// What happened at a connection's socket.
  func take(_ event: Poller.Event, at connection: ServerConnection) {
    if event.isDead { return end(connection) }
    if event.isReadable { connection.isReadable = true }
    if event.isWritable { connection.isWritable = true }
    if event.peerFinished {
      connection.peerFinished = true
      connection.isReadable = true
      if connection.phase == .handler { connection.exchange?.finishPeer() }
    }
    drive(connection)
  }

  /// Goes on with a connection as far as it goes without waiting.
  func drive(_ connection: ServerConnection) {
    var reads = 0
    driving: while true {
      if !connection.output.isEmpty, connection.isWritable { flush(connection) }
      switch connection.phase {
      case .handshake: if !shakeHands(connection) { break driving }
      case .head, .body:
        if connection.hasPending {
          parsePending(connection)
        } else if connection.isAtEnd {
          meetEnd(connection)
        } else if connection.isReadable {
          reads += 1
          guard reads <= Self.turn else {
            unfinished.append(connection.token)
            break driving
          }
          read(connection)
        } else {
          break driving
        }
      case .response:
        guard connection.output.isEmpty else { break driving }
        endResponse(connection)
      case .linger: if !discard(connection) { break driving }
      case .handler: break driving
      case .ended: return
      }
    }
    arm(connection)
  }

  /// Changes what a connection is at; the deadline of what it was at is over.
  func enter(_ phase: ServerConnection.Phase, _ connection: ServerConnection) {
    connection.phase = phase
    deadlines.clear(connection.slot)
  }

  // MARK: - Reading

  private func read(_ connection: ServerConnection) {
    let count = unsafe receive(connection, into: scratch)
    guard count > 0 else { return }
    let bytes = unsafe UnsafeBufferPointer(
      start: scratch.baseAddress?.assumingMemoryBound(to: UInt8.self),
      count: count
    )
    let used = unsafe parse(connection, bytes)
    if used < count { unsafe connection.keep(UnsafeBufferPointer(rebasing: bytes[used...])) }
  }

  /// Reads what is there: so many bytes; none if there is nothing now, at the end, and where the connection failed.
  private func receive(_ connection: ServerConnection, into buffer: UnsafeMutableRawBufferPointer)
    -> Int
  {
    if let tls = connection.tls {
      switch unsafe tls.read(into: buffer) {
      case .done(let count): return count
      case .again: connection.isReadable = false
      case .ended: connection.isAtEnd = true
      case .plainHTTP, .failed: end(connection)
      }
      return 0
    }
    let count = unsafe recv(connection.socket.number, buffer.baseAddress, buffer.count, 0)
    if count > 0 {
      // Less than was asked for means that no more is there; its coming is another event.
      if count < buffer.count, !connection.peerFinished { connection.isReadable = false }
      return count
    }
    if count == 0 {
      connection.isAtEnd = true
    } else if SystemError.current.number == EAGAIN || SystemError.current.number == EINTR {
      connection.isReadable = SystemError.current.number == EINTR
    } else {
      end(connection)
    }
    return 0
  }

  private func parsePending(_ connection: ServerConnection) {
    let pending = connection.pending
    let start = connection.pendingStart
    let used = unsafe pending.withUnsafeBufferPointer {
      unsafe parse(connection, UnsafeBufferPointer(rebasing: $0[start...]))
    }
    connection.pendingStart = start + used
    if !connection.hasPending { (connection.pending, connection.pendingStart) = ([], 0) }
  }

  /// Feeds the parser up to where the handler has the word; returns how many bytes that took.
  private func parse(_ connection: ServerConnection, _ input: UnsafeBufferPointer<UInt8>) -> Int {
    var used = 0
    while used < input.count, connection.phase == .head || connection.phase == .body {
      let rest = unsafe UnsafeBufferPointer(rebasing: input[used...])
      let (consumed, event) = unsafe connection.parser.feed(rest)
      used += consumed
      if connection.phase == .body { connection.bodyBytes += consumed }
      take(event, at: connection)
    }
    return used
  }

  private func take(_ event: RequestParser.Event, at connection: ServerConnection) {
    switch event {
    case .more: break
    case .head(let head): hand(head, to: connection)
    case .body(let body):
      enter(.handler, connection)
      connection.bodyIsOwed = false
      let deliver = connection.deliverBody
      connection.deliverBody = nil
      deliver?(body)
    case .refused(let refusal): refuse(connection, refusal)
    }
  }

  /// Hands a request to the handler.
  private func hand(_ head: RequestHead, to connection: ServerConnection) {
    enter(.handler, connection)
    connection.keepsAlive = head.keepsAlive
    connection.isHead = head.request.method == "HEAD"
    connection.isHTTP10 = head.minorVersion == 0
    connection.bodyIsOwed = head.framing != .none
    connection.expectsContinue = head.expectsContinue
    let exchange = ServerExchange(
      self,
      token: connection.token,
      peer: connection.peer,
      acceptsGzip: head.acceptsGzip
    )
    if connection.peerFinished { exchange.finishPeer() }
    connection.exchange = exchange
    handler.handle(head.request, exchange)
  }

  /// The handler wants the body.
  func readBody(
    _ exchange: ServerExchange,
    _ limit: Int,
    _ deliver: @escaping @Sendable ([UInt8]) -> Void
  ) {
    guard let connection = connection(of: exchange), connection.phase == .handler,
      connection.bodyIsOwed
    else {
      // There is none, or it was read already: in each case there is no more.
      if connection(of: exchange)?.phase == .handler { deliver([]) }
      return
    }
    enter(.body, connection)
    connection.deliverBody = deliver
    connection.bodyStart = now
    connection.bodyBytes = 0
    let event = connection.parser.beginBody(limit: limit)
    if case .more = event, connection.expectsContinue, !connection.hasPending {
      connection.output.append(ResponseHeadWriter.proceed)
    }
    take(event, at: connection)
    drive(connection)
  }

  /// The peer has sent its last byte, and all of them were read.
  private func meetEnd(_ connection: ServerConnection) {
    if let refusal = connection.parser.finish() {
      refuse(connection, refusal)
    } else {
      end(connection)
    }
  }
}
#endif
