#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Standard output and input, one line at a time and without a buffer: a line that was said is out.
enum Voice {
  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    var offset = 0
    while offset < bytes.count {
      let written = unsafe bytes.withUnsafeBytes {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: $0[offset...])
        return unsafe write(1, rest.baseAddress, rest.count)
      }
      // Whoever listened is gone.
      guard written > 0 else { exit(0) }
      offset += written
    }
  }

  /// Waits for a byte, or for the end of the input.
  static func listen() {
    var byte: UInt8 = 0
    _ = unsafe read(0, &byte, 1)
  }

  static func exit(_ code: Int32) -> Never {
    #if canImport(Glibc)
    Glibc.exit(code)
    #elseif canImport(Musl)
    Musl.exit(code)
    #else
    Darwin.exit(code)
    #endif
  }

  /// Nanoseconds of a clock that all processes share.
  static func nanoseconds() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
