#if Hub
import CEvents
import Files
import HubServer
import Synchronization

extension EventLoop {
  func listen(_ listener: Listener) {
    acceptor.listeners.append(listener)
    watch(listener)
  }

  /// Accepts what waits already, since closing the socket would reset it, then closes the sockets.
  func stopAccepting() {
    for listener in acceptor.listeners { while acceptNext(listener) {} }
    acceptor.close(poller)
  }

  /// Accepts from each listener in turn.
  func accept() {
    for listener in acceptor.listeners {
      var count = 0
      while count < Acceptor.batch, acceptNext(listener) { count += 1 }
    }
  }

  private func watch(_ listener: Listener) {
    do throws(SystemError) {
      try poller.watchListener(listener.descriptor.number, token: Acceptor.token)
    } catch {
      pause()
    }
  }

  /// Goes on after a pause.
  func resumeAccepting() {
    acceptor.resumes = nil
    acceptor.takeReserve()
    for listener in acceptor.listeners { watch(listener) }
  }

  /// Leaves connections with the system until it has room again; the queue there is bounded.
  private func pause() {
    for listener in acceptor.listeners { poller.unwatch(listener.descriptor.number) }
    acceptor.resumes = now + Acceptor.pause
  }

  /// Accepts one connection; false if none waits, or none can be had now.
  private func acceptNext(_ listener: Listener) -> Bool {
    guard acceptor.resumes == nil else { return false }
    var address = SocketAddress()
    let number = unsafe cevents_accept(listener.descriptor.number, &address.storage)
    if number >= 0 {
      welcome(FileDescriptor(owning: number, "a connection"), address.peer, listener.tls)
      return true
    }
    switch SystemError.current.number {
    case EAGAIN: return false
    case EMFILE, ENFILE: return turnAway(listener)
    case ENOBUFS, ENOMEM:
      pause()
      return false
    case EBADF, EINVAL, ENOTSOCK: return false
    // An error of that one connection, which came and went.
    default: return true
    }
  }

  /// Accepts and closes one connection, for lack of descriptors.
  private func turnAway(_ listener: Listener) -> Bool {
    guard acceptor.spendReserve() else {
      pause()
      return false
    }
    var address = SocketAddress()
    let number = unsafe cevents_accept(listener.descriptor.number, &address.storage)
    if number >= 0 { FileDescriptor(owning: number, "a connection").close() }
    acceptor.takeReserve()
    return number >= 0
  }

  /// Asks the handler, and gives the connection to the loop that has the fewest.
  private func welcome(_ socket: FileDescriptor, _ peer: PeerAddress, _ tls: TLSContext?) {
    guard handler.connectionBegan(from: peer) else {
      // Over TLS it would cost a handshake.
      if tls == nil { _ = send(ResponseHeadWriter.unavailable, to: socket) }
      return
    }
    let accepted = AcceptedConnection(descriptor: socket, peer: peer, tls: tls)
    var target = self
    var least = load.load(ordering: .relaxed)
    for loop in acceptor.loops {
      let count = loop.load.load(ordering: .relaxed)
      if count < least { (target, least) = (loop, count) }
    }
    target.load.add(1, ordering: .relaxed)
    if target === self { adopt(accepted) } else { target.post(.adopt(accepted)) }
  }

  private func send(_ bytes: [UInt8], to socket: FileDescriptor) -> Int {
    unsafe bytes.withUnsafeBytes {
      unsafe cevents_send(socket.number, $0.baseAddress, $0.count, nil, 0)
    }
  }

  /// Takes over a connection that was accepted for this loop.
  func adopt(_ accepted: AcceptedConnection) {
    let slot = freeSlots.popLast() ?? connections.count
    if slot == connections.count {
      connections.append(nil)
      generations.append(0)
    }
    // 31 bits, so that it is never taken for a listener.
    generations[slot] = (generations[slot] &+ 1) & 0x7FFF_FFFF
    let token = UInt64(generations[slot]) << 32 | UInt64(slot)
    let session = accepted.tls.flatMap {
      $0.configuration.session(over: accepted.descriptor.number)
    }
    let connection = ServerConnection(
      accepted,
      slot: slot,
      token: token,
      tls: session,
      limits: settings.head
    )
    connections[slot] = connection
    do throws(SystemError) {
      // Without a session there was no memory; plain HTTP is no answer to that.
      guard (session == nil) == (accepted.tls == nil) else { throw SystemError(number: ENOMEM) }
      try poller.watchConnection(accepted.descriptor.number, token: token)
      // Most clients send at once, and by edges the first event comes anyway: this only sets the deadline.
      connection.isReadable = false
      arm(connection)
    } catch {
      end(connection)
    }
  }
}
#endif
