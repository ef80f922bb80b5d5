#if Hub
import HubServer
import Synchronization

extension DeadlineQueues.Kind {
  /// How far away the deadline is when it is set, in nanoseconds.
  func duration(_ settings: HTTPSettings) -> UInt64 {
    switch self {
    case .handshake: settings.handshakeDeadline.nanoseconds
    case .head: settings.headDeadline.nanoseconds
    case .idle: settings.idleDeadline.nanoseconds
    case .body: settings.bodyDeadline.nanoseconds
    case .bodyExtension: 1_000_000_000
    case .write: settings.writeDeadline.nanoseconds
    case .linger: settings.lingerDeadline.nanoseconds
    }
  }
}

extension EventLoop {
  /// Sets the deadline of what the connection is at, unless it is set already.
  func arm(_ connection: ServerConnection) {
    let kind: DeadlineQueues.Kind
    switch connection.phase {
    case .handshake: kind = .handshake
    // A connection that has never said anything has less time than one that has.
    case .head: kind = connection.isIdle && connection.hasServed ? .idle : .head
    case .body:
      kind = deadlines.kind(of: connection.slot) == .bodyExtension ? .bodyExtension : .body
    case .response: kind = .write
    case .linger: kind = .linger
    // The handler takes its own time.
    case .handler, .ended: return
    }
    if deadlines.kind(of: connection.slot) != kind {
      deadlines.set(kind, for: connection.slot, now: now)
    }
  }

  /// Does what the deadlines that have come ask for; false if there was none.
  func keepDeadlines() -> Bool {
    var kept = false
    while let (slot, kind) = deadlines.expired(at: now) {
      kept = true
      if let connection = connections[slot] { expire(connection, kind) }
    }
    if let resumes = acceptor.resumes, resumes <= now {
      kept = true
      resumeAccepting()
    }
    finishDrains()
    return kept
  }

  private func expire(_ connection: ServerConnection, _ kind: DeadlineQueues.Kind) {
    switch kind {
    case .handshake:
      handler.refused(
        TransportRefusal(status: 0, reason: "the TLS handshake took too long"),
        from: connection.peer
      )
      end(connection)
    case .head where connection.isIdle: end(connection)
    case .head:
      refuse(connection, TransportRefusal(status: 408, reason: "the head took too long"))
      drive(connection)
    case .body, .bodyExtension: expireBody(connection)
    case .write: expireWrite(connection)
    case .idle, .linger: end(connection)
    }
  }

  /// What has come of the body may have earned it more time.
  private func expireBody(_ connection: ServerConnection) {
    let earned = UInt64(connection.bodyBytes) &* 1_000_000_000 / UInt64(max(1, settings.leastRate))
    if now &- connection.bodyStart < settings.bodyDeadline.nanoseconds + earned {
      deadlines.set(.bodyExtension, for: connection.slot, now: now)
    } else {
      refuse(connection, TransportRefusal(status: 408, reason: "the body took too long"))
      drive(connection)
    }
  }

  private func expireWrite(_ connection: ServerConnection) {
    let seconds = Int(settings.writeDeadline.nanoseconds / 1_000_000_000)
    guard connection.written > 0, connection.written >= settings.leastRate * seconds else {
      handler.refused(
        TransportRefusal(status: 0, reason: "the client took too long to read the response"),
        from: connection.peer
      )
      return end(connection)
    }
    connection.written = 0
    deadlines.set(.write, for: connection.slot, now: now)
  }

  // MARK: - Draining

  /// Closes what is idle; what is not closes after its response.
  func begin(_ drain: Drain, _ deadline: Duration) {
    isDraining = true
    drains.append((drain, now &+ deadline.nanoseconds))
    for case let connection? in connections where connection.isIdle { end(connection) }
    finishDrains()
  }

  private func finishDrains() {
    guard !drains.isEmpty else { return }
    let isEmpty = load.load(ordering: .relaxed) == 0
    drains.removeAll { drain, deadline in
      guard isEmpty || deadline <= now else { return false }
      drain.finish(isComplete: isEmpty)
      return true
    }
  }
}
#endif
