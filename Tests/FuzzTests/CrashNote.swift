#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Keeps the current input where a signal's handler finds it; a hang is a signal too.
///
/// A handler may neither allocate nor lock: it writes bytes that were laid out before, which is why
/// this is a buffer at a fixed address and no Swift value. One run at a time uses it.
enum CrashNote {
  /// How much processor time one input may take before it counts as a hang, in seconds.
  static let patience = 30

  private static let capacity = 8 << 20
  private nonisolated(unsafe) static let buffer = UnsafeMutableRawPointer.allocate(
    byteCount: capacity,
    alignment: 8
  )
  private nonisolated(unsafe) static let path = unsafe strdup("fuzz-input")
  private nonisolated(unsafe) static var length = 0
  private nonisolated(unsafe) static var message: UnsafeMutablePointer<CChar>?
  private nonisolated(unsafe) static var isInstalled = false

  /// Notes the input that is read next, and gives it its time.
  static func take(down input: [UInt8], seed: UInt64, of name: String) {
    install()
    unsafe length = min(input.count, capacity)
    unsafe input.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe buffer.copyMemory(from: start, byteCount: length)
    }
    unsafe free(message)
    unsafe message = strdup(
      "fuzz: \(name) stopped the program: FUZZ_SEED=\(seed) FUZZ_COUNT=1; input in fuzz-input\n"
    )
    arm(seconds: patience)
  }

  /// Stops the watch.
  static func forget() { arm(seconds: 0) }

  private static func arm(seconds: Int) {
    var timer = itimerval()
    timer.it_value.tv_sec = seconds
    // The process' own time: one that is stopped from outside does not hang.
    #if canImport(Glibc)
    unsafe setitimer(Int32(ITIMER_VIRTUAL.rawValue), &timer, nil)
    #else
    unsafe setitimer(Int32(ITIMER_VIRTUAL), &timer, nil)
    #endif
  }

  private static func install() {
    guard unsafe !isInstalled else { return }
    unsafe isInstalled = true
    unsafe length = 0
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGVTALRM] {
      signal(number) { number in CrashNote.writeDown(number) }
    }
  }

  private static func writeDown(_ number: Int32) {
    signal(number, SIG_DFL)
    if let message = unsafe message { _ = unsafe write(2, message, strlen(message)) }
    if let path = unsafe path {
      let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
      _ = unsafe write(file, buffer, length)
      close(file)
    }
    raise(number)
  }
}
