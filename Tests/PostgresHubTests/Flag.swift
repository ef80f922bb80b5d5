#if Postgres
import Storage

/// Is raised once, by one thread, and seen by others.
final class Flag: Sendable {
  private let value = Locked(false)

  var isUp: Bool { value.withLock { $0 } }

  /// Raises it; returns whether it was down.
  @discardableResult
  func raise() -> Bool {
    value.withLock { value in
      defer { value = true }
      return !value
    }
  }
}
#endif
