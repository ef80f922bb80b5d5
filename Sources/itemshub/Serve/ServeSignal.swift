#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The signals that a running hub obeys, taken one by one by the thread that waits for them.
enum ServeSignal: Sendable {
  /// SIGTERM and SIGINT: end in order.
  case end
  /// SIGHUP: read certificate and settings again.
  case reload

  /// Holds the signals back; to be called before there is a second thread, which then does the same.
  static func block() {
    var set = set()
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for a signal, as long as `milliseconds`; nil if none came.
  static func wait(milliseconds: Int) -> ServeSignal? {
    #if canImport(Darwin)
    // sigtimedwait is missing there: what is pending is looked at after a pause.
    var pending = sigset_t()
    usleep(UInt32(milliseconds) * 1_000)
    guard unsafe sigpending(&pending) == 0, pending & set() != 0 else { return nil }
    var number: Int32 = 0
    var set = set()
    guard unsafe sigwait(&set, &number) == 0 else { return nil }
    #else
    var set = set()
    var time = timespec(
      tv_sec: milliseconds / 1_000,
      tv_nsec: milliseconds % 1_000 * 1_000_000
    )
    let number = unsafe sigtimedwait(&set, nil, &time)
    guard number > 0 else { return nil }
    #endif
    return number == SIGHUP ? .reload : .end
  }

  private static func set() -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in [SIGTERM, SIGINT, SIGHUP] { unsafe sigaddset(&set, number) }
    return set
  }
}
