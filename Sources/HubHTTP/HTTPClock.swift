#if Hub
import CEvents
import Glibc

/// Tells a time that never goes back, in nanoseconds since some moment.
package struct HTTPClock: Sendable {
  /// The time now.
  package let now: @Sendable () -> UInt64
  /// Whether time passes by itself; otherwise a server looks at its deadlines when ``HTTPServer/settle()`` says so.
  package let runsByItself: Bool

  /// A clock that somebody else moves.
  package init(manual now: @escaping @Sendable () -> UInt64) {
    self.now = now
    runsByItself = false
  }

  private init() {
    now = HTTPClock.monotonicNow
    runsByItself = true
  }

  /// The system's clock of time passed since its start, of the time asleep, too.
  ///
  /// A machine that wakes after a month has not had its clock set ahead by a month.
  package static let monotonic = HTTPClock()

  private static func monotonicNow() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

extension Duration {
  /// In nanoseconds; none below zero.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds) / 1_000_000_000)
  }
}
#endif
