import Storage

/// The items that a command has changed so far, each once.
final class ChangedItems: Sendable {
  /// The most items that are named.
  static let maxItems = 100

  private struct State {
    var ids: [ItemID] = []
    var known: Set<ItemID> = []
    var hasMore = false
  }

  private let state = Locked(State())

  /// Takes note of items that a commit changed.
  func note(_ ids: some Sequence<ItemID>) {
    state.withLock { state in
      for id in ids where !state.known.contains(id) {
        guard state.ids.count < ChangedItems.maxItems else {
          state.hasMore = true
          return
        }
        state.known.insert(id)
        state.ids.append(id)
      }
    }
  }

  /// The items, and whether there were more than are named; nil where nothing was changed.
  ///
  /// None is left here.
  func take() -> (ids: [ItemID], hasMore: Bool)? {
    state.withLock { state in
      defer { state = State() }
      return state.ids.isEmpty ? nil : (state.ids, state.hasMore)
    }
  }
}
