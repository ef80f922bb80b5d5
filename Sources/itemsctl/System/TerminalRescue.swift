// Giving the terminal back however the process ends.

import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The terminal that a screen was taken of, or -1.
private let takenTerminal = Atomic<Int32>(-1)
/// The address of that terminal's settings from before; never freed, as a handler may read it at any time.
private let settingsBefore = Atomic<UInt>(0)

/// Gives a terminal back that would else show nothing that is typed.
///
/// All of it is safe in a handler of signals: see signal-safety(7).
enum TerminalRescue {
  /// Takes the alternate screen, hides the cursor, and lets long lines end at the edge.
  static let entering: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"
  /// Ends a half-drawn picture, and undoes all of that.
  static let leaving: StaticString = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// The signals that a bug ends a process with, and those that people end it with beside Ctrl-C.
  private static let deadly = [
    SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGXCPU, SIGXFSZ,
  ]

  /// Notes what the terminal was like, so that it becomes so again.
  static func arm(_ terminal: Int32, settings: termios) {
    // Where a terminal is noted, a handler may read them; where none is, they are ours to change.
    let address = settingsBefore.load(ordering: .acquiring)
    if let place = unsafe UnsafeMutablePointer<termios>(bitPattern: address) {
      if takenTerminal.load(ordering: .acquiring) < 0 { unsafe place.pointee = settings }
    } else {
      let place = UnsafeMutablePointer<termios>.allocate(capacity: 1)
      unsafe place.initialize(to: settings)
      settingsBefore.store(UInt(bitPattern: place), ordering: .releasing)
    }
    takenTerminal.store(terminal, ordering: .releasing)
  }

  /// Gives the terminal back, if it was taken.
  static func perform() {
    let terminal = takenTerminal.exchange(-1, ordering: .acquiringAndReleasing)
    guard terminal >= 0 else { return }
    // A process in the background that changes its terminal would be stopped in the midst of its end.
    let before = signal(SIGTTOU, SIG_IGN)
    put(leaving, on: terminal)
    let address = settingsBefore.load(ordering: .acquiring)
    if let settings = unsafe UnsafePointer<termios>(bitPattern: address) {
      unsafe tcsetattr(terminal, TCSAFLUSH, settings)
    }
    signal(SIGTTOU, before)
  }

  /// Writes what takes or gives back a screen.
  static func put(_ text: StaticString, on terminal: Int32) {
    var offset = 0
    while offset < text.utf8CodeUnitCount {
      let count = unsafe write(terminal, text.utf8Start + offset, text.utf8CodeUnitCount - offset)
      if count > 0 { offset += count } else if errno != EINTR { return }
    }
  }

  /// Sees to it that a process that breaks down gives the terminal back first, once for all.
  static func watchForBreakdowns() {
    for number in deadly {
      var action = sigaction()
      // Once: what is raised again does what it would have done.
      action.sa_flags = Int32(bitPattern: UInt32(SA_NODEFER) | UInt32(SA_RESETHAND))
      let handler: @convention(c) (Int32) -> Void = { number in
        TerminalRescue.perform()
        raise(number)
      }
      #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
      #else
      unsafe action.__sigaction_handler.sa_handler = handler
      #endif
      unsafe sigaction(number, &action, nil)
    }
  }
}
