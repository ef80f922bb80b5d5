// What Ctrl-C does: a store is only ever changed by whole transactions, so the process just ends.

import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The address of the path to remove when the process is interrupted, a C string; 0 for none.
private let doomedPath = Atomic<UInt>(0)

/// Ending on signals, with exit codes instead of deaths.
enum Interruption {
  /// Lets Ctrl-C end the process with 130, and a closed pipe be an error of writing.
  static func install() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGINT) { _ in
      // Only calls that are safe in a handler: see signal-safety(7).
      if let path = unsafe UnsafePointer<CChar>(bitPattern: doomedPath.load(ordering: .relaxed)) {
        unsafe unlink(path)
      }
      _exit(ExitCode.interrupted.rawValue)
    }
  }

  /// Leaves Ctrl-C to a program that we started and wait for, or takes it back.
  static func leaveToOthers(_ isLeft: Bool) {
    if isLeft { signal(SIGINT, SIG_IGN) } else { install() }
  }

  /// Names the unfinished file to remove on Ctrl-C, or none.
  static func remove(_ path: String?) {
    // A handler may be reading the string at any time, so the few bytes are left alone for good.
    let copy = unsafe path.flatMap { path in unsafe strdup(path) }
    doomedPath.store(UInt(bitPattern: copy), ordering: .relaxed)
  }
}
