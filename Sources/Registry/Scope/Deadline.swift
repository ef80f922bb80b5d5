/// When a cached value expires; each use of the value restarts the time.
///
/// It is an object, since few values have one and the size of an instant is known at run time only.
final class Deadline: Sendable {
  private let duration: Duration
  private let instant: Locked<ContinuousClock.Instant>

  init(_ duration: Duration, from now: ContinuousClock.Instant) {
    self.duration = duration
    instant = Locked(now.advanced(by: duration))
  }

  /// Restarts the time, unless it is over.
  ///
  /// - Returns: False if it is over.
  func restart(at now: ContinuousClock.Instant) -> Bool {
    let next = now.advanced(by: duration)
    return instant.withLock { instant in
      if now >= instant { return false }
      instant = next
      return true
    }
  }
}
