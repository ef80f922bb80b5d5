import Storage
import Sync

extension HubServer {
  /// A number that no other request or waiter has.
  func nextID() -> UInt64 {
    state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
  }

  /// The hub as it answers under these limits.
  func hub(
    _ limits: ServerLimits,
    onPurge: @escaping @Sendable (Int64) -> Void = { _ in }
  ) -> Hub {
    var environment = environment.hub(limits: limits.sync, quota: limits.quota)
    environment.onPurge = onPurge
    return Hub(store: store, environment: environment)
  }

  /// The latest commit of a space.
  ///
  /// - Throws: ``HubError`` with code `deleted` if the space is not there: it was once, since somebody has its token.
  func currentToken(of space: String) throws(HubError) -> SyncToken {
    let token = try store.read(space) { transaction throws(HubError) in
      try transaction.space()?.token
    }
    guard let token else {
      throw HubError(.deleted, "The space '\(space)' was deleted on the hub.")
    }
    return token
  }

  /// Answers those who wait for a space and do not know its latest commit.
  func wake(_ space: String, with token: SyncToken) {
    let waiters = waits.take(from: space) { $0.request.token != token }
    guard !waiters.isEmpty else { return }
    metrics.count(wakes: waiters.count)
    let response = NetworkResponse.news(token)
    wakes.add { for waiter in waiters { waiter.answer(response) } }
  }

  /// Looks at the store, and answers those who wait for a space and do not know its latest commit.
  func wake(_ space: String) {
    do throws(HubError) {
      wake(space, with: try currentToken(of: space))
    } catch {
      guard error.code == .deleted else { return }
      let gone = NetworkResponse(error)
      for waiter in waits.take(from: space, where: { _ in true }) { waiter.answer(gone) }
    }
  }

  /// Looks at spaces of which another daemon says that they have news; nil stands for all.
  func look(at spaces: [String]?) {
    let watched = waits.spaces
    let spaces = spaces.map { Set($0).intersection(watched) } ?? Set(watched)
    for space in spaces { jobs.add { self.wake(space) } }
  }

  /// Answers those whose token is good no more.
  func endWaitsOfRevokedTokens() {
    for waiter in waits.take(where: { !registry.holds($0.token) }) { waiter.answer(.unauthorized) }
  }
}
