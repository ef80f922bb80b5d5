#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The descriptors 0, 1 and 2.
package enum StandardStreams {
  /// Opens those that the process was started without, so that no store gets their numbers and our
  /// messages with them.
  ///
  /// Reading and writing them fails as it would have; messages to nobody are lost.
  package static func fill() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDWR),
    ] where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest number that is free is this one: those below are open by now.
      _ = try? System.open("/dev/null", mode, permissions: 0)
      // Programs that are started have them, too.
      _ = fcntl(descriptor, F_SETFD, 0)
    }
  }
}
