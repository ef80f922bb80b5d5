import Storage
import Sync

extension ServerCall {
  /// Waits for news of the token's space, without a thread.
  func wait(_ token: TokenEntry) {
    let wait: WaitRequest
    do throws(HubError) {
      wait = try server.hub(limits).waitRequest(request.query)
    } catch {
      return fail(error)
    }
    guard token.beginWait(limits) else {
      return refuse(.waits, .later("Too many requests wait with this token.", 429, after: 5))
    }
    let id = server.nextID()
    let isOver = state.withLock { state in
      if !state.isOver {
        state.isWaiting = true
        state.waiter = id
      }
      return state.isOver
    }
    guard !isOver else { return token.endWait() }
    let seconds = Int64(min(wait.seconds, limits.waitSeconds))
    let waiter = Waiter(
      id: id,
      space: token.record.space,
      request: wait,
      token: token,
      deadline: server.environment.monotonic() + seconds * 1_000_000_000,
      answer: { self.finish($0) }
    )
    // In the list first, and only then compared with the store: no push comes in between.
    guard seconds > 0, server.waits.add(waiter) else { return compare(waiter, isListed: false) }
    // Whoever hung up before it was in the list did not find it there.
    if state.withLock({ $0.isOver }) { _ = server.waits.take(waiter.space, id) }
    compare(waiter, isListed: true)
  }

  /// Answers at once if there is news already.
  private func compare(_ waiter: Waiter, isListed: Bool) {
    inQueue {
      do throws(HubError) {
        let current = try self.server.currentToken(of: waiter.space)
        let isNews = current != waiter.request.token
        if isListed {
          // It waits from here on, and takes nobody's place.
          self.leaveQueue()
          guard isNews else { return self.endWithPeer(waiter) }
          guard self.server.waits.take(waiter.space, waiter.id) != nil else { return }
        }
        waiter.answer(isNews ? .news(current) : NetworkResponse(status: 204))
      } catch {
        guard !isListed || self.server.waits.take(waiter.space, waiter.id) != nil else { return }
        self.fail(error)
      }
    }
  }

  /// Answers as at the end of its time once the peer sends nothing more, which is all that a closed connection shows.
  private func endWithPeer(_ waiter: Waiter) {
    exchange.onLastByte { [weak self, space = waiter.space, id = waiter.id] in
      guard let self, server.waits.take(space, id) != nil else { return }
      finish(NetworkResponse(status: 204))
    }
  }

  private func leaveQueue() {
    let wasQueued = state.withLock { state in
      defer { state.isQueued = false }
      return state.isQueued
    }
    if wasQueued { server.admission.leaveQueue() }
  }
}

extension NetworkResponse {
  /// The reply to a device that waits: the space has another commit than it knows.
  static func news(_ token: SyncToken) -> NetworkResponse {
    NetworkResponse(status: 200, body: WaitReply.changed(token).bytes)
  }
}
