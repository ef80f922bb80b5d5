import Files
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The terminal that does not show what is typed, or -1.
private let quietTerminal = Atomic<Int32>(-1)
/// The address of its settings before; never freed, since a handler may read it at any time.
private let settingsWithEcho = Atomic<UInt>(0)

extension Terminal {
  /// Has a terminal not show what is typed, until ``showTyping()`` or the end of the process.
  ///
  /// Ctrl-C still ends the process. Ctrl-Z does not stop it: what is typed after that would be shown.
  static func hideTyping(_ terminal: Int32) throws(CommandError) {
    var settings = termios()
    guard isInFront(terminal), unsafe tcgetattr(terminal, &settings) == 0 else {
      throw CommandError(.inputOutput, "The terminal cannot be set: \(SystemError.current).")
    }
    let place = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    unsafe place.initialize(to: settings)
    settingsWithEcho.store(UInt(bitPattern: place), ordering: .releasing)
    quietTerminal.store(terminal, ordering: .releasing)
    settings.c_lflag &= ~tcflag_t(ECHO)
    unsafe withUnsafeMutableBytes(of: &settings.c_cc) { unsafe $0[Int(VSUSP)] = noCharacter }
    guard unsafe tcsetattr(terminal, TCSAFLUSH, &settings) == 0 else {
      throw CommandError(.inputOutput, "The terminal cannot be set: \(SystemError.current).")
    }
  }

  /// Has it show again what is typed, if it does not; safe in a signal handler.
  static func showTyping() {
    let terminal = quietTerminal.exchange(-1, ordering: .acquiringAndReleasing)
    let address = settingsWithEcho.load(ordering: .acquiring)
    guard terminal >= 0, let settings = unsafe UnsafePointer<termios>(bitPattern: address) else {
      return
    }
    // Otherwise the system stops a background process that changes its terminal.
    let before = signal(SIGTTOU, SIG_IGN)
    unsafe tcsetattr(terminal, TCSANOW, settings)
    signal(SIGTTOU, before)
  }

  /// What stands for no key at all: `_POSIX_VDISABLE`.
  #if canImport(Darwin)
  private static let noCharacter: UInt8 = 0xFF
  #else
  private static let noCharacter: UInt8 = 0
  #endif
}
