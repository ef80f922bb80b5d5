#if Hub
import Storage

/// What other threads have for an event thread; each of them may add, it alone takes.
final class Mailbox: Sendable {
  private struct State {
    var messages: [LoopMessage] = []
    var isAwake = false
  }

  private let state = Locked(State())

  /// Adds a message; true if the event thread has to be woken for it.
  func add(_ message: LoopMessage) -> Bool {
    state.withLock { state in
      state.messages.append(message)
      defer { state.isAwake = true }
      return !state.isAwake
    }
  }

  /// All messages, in the order in which they came.
  func takeAll() -> [LoopMessage] {
    state.withLock { state in
      defer { state.messages = [] }
      state.isAwake = false
      return state.messages
    }
  }
}
#endif
