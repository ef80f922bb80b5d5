#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The descriptors 0, 1 and 2.
enum StandardStreams {
  /// Opens those that are closed, so that no store gets their numbers and our messages with them.
  ///
  /// Reading and writing them fails as it would have; messages to nobody are lost.
  static func fill() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDWR),
    ] where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest number that is free is this one: those below are open by now.
      _ = unsafe open("/dev/null", mode)
    }
  }
}
