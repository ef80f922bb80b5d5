/// Holds at most one notice; a new one is merged into one that was not fetched yet.
final class ChangeMailbox: Sendable {
  fileprivate struct State {
    /// A new observer knows nothing of the store.
    var pending: ChangeNotice? = .everything
    var waiting: CheckedContinuation<ChangeNotice?, Never>?
    var isEnded = false
  }

  /// The result of a look into the mailbox.
  fileprivate enum Look {
    case notice(ChangeNotice)
    case end
    case nothingYet
  }

  private let state = Locked(State())

  /// The next notice, or nil once the mailbox has ended.
  func next() async -> ChangeNotice? {
    switch state.withLock({ $0.look() }) {
    case .notice(let notice): return notice
    case .end: return nil
    case .nothingYet: return await wait()
    }
  }

  private func wait() async -> ChangeNotice? {
    await withCheckedContinuation { continuation in
      // A notice may have come in between.
      let look = state.withLock { state in
        let look = state.look()
        if case .nothingYet = look {
          precondition(state.waiting == nil, "an iterator is for one task at a time")
          state.waiting = continuation
        }
        return look
      }
      switch look {
      case .notice(let notice): continuation.resume(returning: notice)
      case .end: continuation.resume(returning: nil)
      case .nothingYet: break
      }
    }
  }

  /// Hands a notice to the waiting observer, or keeps it.
  func deliver(_ notice: ChangeNotice) {
    let waiting = state.withLock { state -> CheckedContinuation<ChangeNotice?, Never>? in
      guard !state.isEnded else { return nil }
      guard let waiting = state.waiting else {
        state.pending = state.pending?.merged(with: notice) ?? notice
        return nil
      }
      state.waiting = nil
      return waiting
    }
    waiting?.resume(returning: notice)
  }

  /// Drops a notice that was not fetched; from now on there are none.
  func end() {
    let waiting = state.withLock { state in
      defer { state = State(pending: nil, waiting: nil, isEnded: true) }
      return state.waiting
    }
    waiting?.resume(returning: nil)
  }
}

extension ChangeMailbox.State {
  fileprivate mutating func look() -> ChangeMailbox.Look {
    if let notice = pending {
      pending = nil
      return .notice(notice)
    }
    return isEnded ? .end : .nothingYet
  }
}
