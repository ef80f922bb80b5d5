#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The calls of the C library that the module needs.
enum CLibrary {
  static func environmentVariable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  static func writeToStandardError(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      unsafe _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }

  /// A number of the calling thread, which no other one has while it runs.
  static var thread: UInt {
    #if canImport(Glibc)
    pthread_self()
    #else
    unsafe UInt(bitPattern: pthread_self())
    #endif
  }
}
