#if Hub
import CEvents
import Files
import HubServer
import Synchronization

extension EventLoop {
  /// Bodies up to this size are sent in one piece with their head, in bytes.
  private static let copiedBody = 16_384

  /// The handler's response.
  func respond(_ exchange: ServerExchange, _ response: OutgoingResponse) {
    guard let connection = connection(of: exchange) else { return }
    if let fault = response.fault {
      handler.refused(
        TransportRefusal(status: response.status, reason: fault),
        from: connection.peer
      )
    }
    send(response, on: connection)
    drive(connection)
  }

  /// Answers what is no request, or came too late, and closes the connection.
  func refuse(_ connection: ServerConnection, _ refusal: TransportRefusal) {
    handler.refused(refusal, from: connection.peer)
    connection.exchange?.end()
    connection.keepsAlive = false
    // What it was to be is not known, but for a body's request: text is the safer answer.
    if connection.exchange == nil { (connection.isHead, connection.isHTTP10) = (false, false) }
    send(OutgoingResponse(refusal), on: connection)
  }

  private func send(_ response: OutgoingResponse, on connection: ServerConnection) {
    connection.exchange = nil
    connection.deliverBody = nil
    let closes =
      response.closes || !connection.keepsAlive || connection.bodyIsOwed || isDraining
    let sendsBody = ResponseHeadWriter.hasBody(response.status) && !connection.isHead
    let isSmall = sendsBody && response.body.count <= Self.copiedBody
    var head = ResponseHeadWriter.bytes(
      response,
      date: date.now(),
      closes: closes,
      isHTTP10: connection.isHTTP10,
      room: isSmall ? response.body.count : 0
    )
    if isSmall { head += response.body }
    connection.output.append(head)
    if sendsBody, !isSmall { connection.output.append(response.body) }
    connection.closesAfterOutput = closes
    connection.written = 0
    enter(.response, connection)
  }

  /// Sends as much as the socket takes.
  func flush(_ connection: ServerConnection) {
    while !connection.output.isEmpty, connection.isWritable {
      let count = connection.tls.map { write(connection, $0) } ?? write(connection)
      guard count > 0 else { return }
      connection.output.advance(count)
      connection.written += count
    }
  }

  private func write(_ connection: ServerConnection) -> Int {
    let output = connection.output
    let count = unsafe output.first.withUnsafeBytes { first in
      unsafe output.second.withUnsafeBytes { second in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: first[output.sent...])
        return unsafe cevents_send(
          connection.socket.number,
          rest.baseAddress,
          rest.count,
          second.baseAddress,
          second.count
        )
      }
    }
    if count < 0 {
      switch SystemError.current.number {
      case EINTR: break
      case EAGAIN: connection.isWritable = false
      default: end(connection)
      }
      return 0
    }
    // A short write may still leave room, which the next call finds out.
    return count
  }

  private func write(_ connection: ServerConnection, _ tls: TLSSession) -> Int {
    let output = connection.output
    let outcome = unsafe output.first.withUnsafeBytes {
      unsafe tls.write(UnsafeRawBufferPointer(rebasing: $0[output.sent...]))
    }
    switch outcome {
    case .done(let count): return count
    case .again: connection.isWritable = false
    case .ended, .plainHTTP, .failed: end(connection)
    }
    return 0
  }

  /// The response has left: on with the next request, or to the end.
  func endResponse(_ connection: ServerConnection) {
    connection.hasServed = true
    guard connection.closesAfterOutput || (isDraining && !connection.hasPending) else {
      connection.parser.next()
      return enter(.head, connection)
    }
    // Closing a socket that holds unread bytes resets the connection, and the response may be lost.
    let mayHoldMore = connection.bodyIsOwed || connection.hasPending || connection.isReadable
    guard mayHoldMore || connection.tls != nil, !connection.isAtEnd else { return end(connection) }
    connection.tls?.end()
    shutdown(connection.socket.number, Int32(SHUT_WR))
    (connection.pending, connection.pendingStart) = ([], 0)
    enter(.linger, connection)
  }

  /// Throws away what still comes; false once there is nothing now.
  func discard(_ connection: ServerConnection) -> Bool {
    guard connection.isReadable else { return false }
    for _ in 0..<4 {
      let count = unsafe recv(connection.socket.number, scratch.baseAddress, scratch.count, 0)
      if count > 0 { continue }
      if count < 0, SystemError.current.number == EAGAIN {
        connection.isReadable = false
      } else {
        end(connection)
      }
      return false
    }
    unfinished.append(connection.token)
    return false
  }

  /// Closes a connection; its request, if it has one in hand, ends without an answer.
  func end(_ connection: ServerConnection) {
    guard connection.phase != .ended else { return }
    enter(.ended, connection)
    connections[connection.slot] = nil
    freeSlots.append(connection.slot)
    load.subtract(1, ordering: .relaxed)
    connection.socket.close()
    let exchange = connection.exchange
    (connection.exchange, connection.deliverBody) = (nil, nil)
    (connection.output, connection.pending, connection.pendingStart) = (OutputQueue(), [], 0)
    exchange?.end()
    handler.connectionEnded(from: connection.peer)
  }

  /// Goes on with a TLS handshake; false if it has to wait, or has failed.
  func shakeHands(_ connection: ServerConnection) -> Bool {
    guard let tls = connection.tls else { return false }
    switch tls.handshake() {
    case .done:
      // The first bytes may have come with the handshake's last.
      connection.isReadable = true
      enter(.head, connection)
      return true
    case .again: return false
    case .plainHTTP:
      let refusal = TransportRefusal.badRequest("plain HTTP on a TLS port: use https")
      handler.refused(refusal, from: connection.peer)
      sayInPlain(OutgoingResponse(refusal), on: connection)
    case .ended, .failed:
      // 0: nothing was answered that a client of HTTP would read.
      handler.refused(
        TransportRefusal(status: 0, reason: "the TLS handshake failed"),
        from: connection.peer
      )
    }
    end(connection)
    return false
  }

  private func sayInPlain(_ response: OutgoingResponse, on connection: ServerConnection) {
    let head = ResponseHeadWriter.bytes(
      response,
      date: date.now(),
      closes: true,
      isHTTP10: false,
      room: 0
    )
    unsafe (head + response.body).withUnsafeBytes {
      _ = unsafe cevents_send(connection.socket.number, $0.baseAddress, $0.count, nil, 0)
    }
  }
}
#endif
