import Storage
import Sync

/// The session that requests go through; another one follows where a request was not answered at all.
///
/// On Linux a connection may be deaf. Where curl closes a socket while Dispatch still watches it, Dispatch goes on taking
/// the descriptor's number for watched, and tells of no event on any later connection that gets this number: the kernel
/// forgot the registration with the socket. Neither can be told from here, and nothing but the process's end would mend
/// it, since a new connection gets the lowest free number, the same again. So a session with an unanswered request is
/// kept with its open connection, which occupies the number, and requests go through a new session, whose connections
/// have others.
final class HTTPSessions: Sendable {
  private let current = Locked(HTTPSession())

  /// Whether the system is one where that happens.
  static let replacesUnanswered: Bool = {
    #if canImport(Darwin)
    false
    #else
    true
    #endif
  }()

  /// Sends a request; the exchange receives the response, and also ends if the task is cancelled.
  func perform(
    _ request: NetworkRequest,
    to origin: HTTPOrigin,
    token: HubToken?,
    userAgent: String,
    _ exchange: HTTPExchange
  ) async throws(NetworkError) -> NetworkResponse {
    let session = current.withLock { $0 }
    do throws(NetworkError) {
      return try await session.perform(
        request,
        to: origin,
        token: token,
        userAgent: userAgent,
        exchange
      )
    } catch {
      if exchange.isUnanswered, HTTPSessions.replacesUnanswered { replace(session) }
      throw error
    }
  }

  /// Lets later requests go through a new session, and keeps the old one open.
  private func replace(_ session: HTTPSession) {
    let isFirst = current.withLock { current in
      guard current === session else { return false }
      current = HTTPSession()
      return true
    }
    guard isFirst else { return }
    // The oldest is closed, which frees its number.
    let oldest = HTTPSessions.kept.withLock { kept -> HTTPSession? in
      kept.append(session)
      return kept.count > HTTPSessions.maxKept ? kept.removeFirst() : nil
    }
    _ = oldest
    // A hub that was only slow answers in the end.
    session.whenIdle { [weak session] in
      let idle = HTTPSessions.kept.withLock { kept -> HTTPSession? in
        kept.firstIndex { $0 === session }.map { kept.remove(at: $0) }
      }
      _ = idle
    }
  }

  /// The sessions of the whole process whose connections may be deaf.
  private static let kept = Locked<[HTTPSession]>([])
  private static let maxKept = 16
}
