import Storage

/// Settings in memory, which end with the program: for tests, previews, and programs that keep none.
public final class InMemorySettings: SettingsStore {
  private struct State {
    var values: [String: String]
    var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastWatcher = 0
  }

  private let state: Locked<State>

  /// Begins with these values.
  public init(_ values: [String: String] = [:]) { state = Locked(State(values: values)) }

  deinit {
    for watcher in state.withLock({ Array($0.watchers.values) }) { watcher.finish() }
  }

  /// A copy of the values.
  public func values() async -> [String: String] { state.withLock { $0.values } }

  /// Changes the values at once, and notifies observers.
  public func write(_ values: [String: String], removing names: Set<String>) async {
    let watchers = state.withLock { state in
      for name in names { state.values[name] = nil }
      state.values.merge(values) { $1 }
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher.yield() }
  }

  /// An element after each write; several that were not read yet become one.
  public func changes() -> AsyncStream<Void> {
    let (stream, watcher) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = state.withLock { state in
      state.lastWatcher += 1
      state.watchers[state.lastWatcher] = watcher
      return state.lastWatcher
    }
    watcher.onTermination = { [weak self] _ in
      self?.state.withLock { state in state.watchers[number] = nil }
    }
    return stream
  }
}
