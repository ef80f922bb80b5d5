package import Files
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The terminal behind a stream.
package enum Terminal {
  /// Whether a stream is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The terminal's width in columns; nil if unknown.
  package static func width(_ descriptor: Int32) -> Int? {
    size(descriptor).flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
  }

  /// The terminal's height in lines; nil if unknown.
  package static func height(_ descriptor: Int32) -> Int? {
    size(descriptor).flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil }
  }

  private static func size(_ descriptor: Int32) -> winsize? {
    var size = winsize()
    return unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }
}

// MARK: - Taking a screen, and giving it back however the process ends

/// The terminal whose screen is taken, or -1.
private let takenTerminal = Atomic<Int32>(-1)
/// The address of its settings before; never freed, since a handler may read it at any time.
private let settingsBefore = Atomic<UInt>(0)

extension Terminal {
  /// Switches to the alternate screen, hides the cursor, and turns line wrapping off.
  private static let entering: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"
  /// Ends a half-drawn picture, and undoes `entering` and `listening`.
  private static let leaving: StaticString =
    "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Asks for clicks, and for texts that are put in to be told from typing; given back with the screen.
  ///
  /// <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>
  package static let listening = "\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h"

  /// The signals of crashes, and those that people send beside Ctrl-C.
  private static let deadly = [
    SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGXCPU, SIGXFSZ,
  ]

  /// Takes the screen: keys come one by one and are not echoed.
  package static func take(_ terminal: Int32) throws(CommandError) {
    var settings = termios()
    guard isInFront(terminal), unsafe tcgetattr(terminal, &settings) == 0 else {
      throw CommandError(.inputOutput, "The terminal cannot be set: \(SystemError.current).")
    }
    watchForBreakdowns()
    arm(terminal, settings: settings)
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // Ctrl-S and Ctrl-Q are keys as others are.
    settings.c_iflag &= ~tcflag_t(IXON)
    unsafe tcsetattr(terminal, TCSAFLUSH, &settings)
    put(entering, on: terminal)
  }

  /// Restores the terminal if it is taken; otherwise the shell would not show what is typed.
  ///
  /// Safe in a signal handler: see signal-safety(7).
  package static func giveBack() {
    let terminal = takenTerminal.exchange(-1, ordering: .acquiringAndReleasing)
    guard terminal >= 0 else { return }
    // Otherwise the system stops a background process that changes its terminal.
    let before = signal(SIGTTOU, SIG_IGN)
    put(leaving, on: terminal)
    let address = settingsBefore.load(ordering: .acquiring)
    if let settings = unsafe UnsafePointer<termios>(bitPattern: address) {
      unsafe tcsetattr(terminal, TCSAFLUSH, settings)
    }
    signal(SIGTTOU, before)
  }

  /// Saves the terminal's settings.
  private static func arm(_ terminal: Int32, settings: termios) {
    // While a terminal is taken, a handler may read them; otherwise they may be changed.
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

  private static func put(_ text: StaticString, on terminal: Int32) {
    var offset = 0
    while offset < text.utf8CodeUnitCount {
      let count = unsafe write(terminal, text.utf8Start + offset, text.utf8CodeUnitCount - offset)
      if count > 0 { offset += count } else if errno != EINTR { return }
    }
  }

  /// Makes a crashing process restore the terminal first.
  private static func watchForBreakdowns() {
    for number in deadly {
      var action = sigaction()
      // Once only: raising the signal again has its default effect.
      action.sa_flags = Int32(bitPattern: UInt32(SA_NODEFER) | UInt32(SA_RESETHAND))
      let handler: @convention(c) (Int32) -> Void = { number in
        Terminal.giveBack()
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

// MARK: - Typing that is not shown

/// The terminal that does not show what is typed, or -1.
private let quietTerminal = Atomic<Int32>(-1)
/// The address of its settings before; never freed, since a handler may read it at any time.
private let settingsWithEcho = Atomic<UInt>(0)

extension Terminal {
  /// Has a terminal not show what is typed, until ``showTyping()`` or the end of the process.
  ///
  /// Ctrl-C still ends the process. Ctrl-Z does not stop it: what is typed after that would be shown.
  package static func hideTyping(_ terminal: Int32) throws(CommandError) {
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

  /// Has it show again what is typed, and returns whether it did not; safe in a signal handler.
  @discardableResult
  package static func showTyping() -> Bool {
    let terminal = quietTerminal.exchange(-1, ordering: .acquiringAndReleasing)
    let address = settingsWithEcho.load(ordering: .acquiring)
    guard terminal >= 0, let settings = unsafe UnsafePointer<termios>(bitPattern: address) else {
      return false
    }
    // Otherwise the system stops a background process that changes its terminal.
    let before = signal(SIGTTOU, SIG_IGN)
    unsafe tcsetattr(terminal, TCSANOW, settings)
    signal(SIGTTOU, before)
    return true
  }

  /// What stands for no key at all: `_POSIX_VDISABLE`.
  #if canImport(Darwin)
  private static let noCharacter: UInt8 = 0xFF
  #else
  private static let noCharacter: UInt8 = 0
  #endif
}

// MARK: - Stopping and going on

/// The end of a pipe that signal handlers write to, or -1.
private let signalPipe = Atomic<Int32>(-1)

extension Terminal {
  /// Stops the process, as Ctrl-Z does, until the shell continues it.
  package static func suspend() {
    // Without a shell that could continue the process, the system ignores the signal.
    obeying([SIGTSTP, SIGCONT]) { _ = raise(SIGTSTP) }
  }

  /// Whether the terminal can be set; in the background, the system stops the process until then.
  private static func isInFront(_ terminal: Int32) -> Bool {
    // tcdrain has no other effect here: all output is written.
    var result: Int32 = 0
    obeying([SIGTTOU, SIGCONT]) {
      repeat { result = tcdrain(terminal) } while result != 0 && errno == EINTR
    }
    return result == 0
  }

  /// Runs the body with the signals' default actions.
  private static func obeying(_ numbers: [Int32], _ body: () -> Void) {
    // Swift's threads block them.
    let handlers = numbers.map { signal($0, SIG_DFL) }
    var (wanted, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&wanted)
    for number in signals.keys { unsafe sigaddset(&wanted, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &wanted, &before)
    body()
    let failure = errno
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    for (number, handler) in zip(numbers, handlers) { signal(number, handler) }
    errno = failure
  }

  /// A signal that a program with the whole screen obeys.
  package enum Signal {
    /// The terminal has another size.
    case resized
    /// The process is asked to stop until it is called back.
    case suspended
    /// The process continues after a stop.
    case continued
  }

  /// The signals by their numbers.
  package static let signals: [Int32: Signal] = [
    SIGWINCH: .resized, SIGTSTP: .suspended, SIGCONT: .continued,
  ]

  /// Writes the number of each such signal to a pipe as it comes; a pipe of nil ends that.
  package static func sendSignals(to pipe: FileDescriptor?) {
    signalPipe.store(pipe?.number ?? -1, ordering: .releasing)
    guard pipe != nil else { return }
    for number in signals.keys {
      signal(number) { number in
        let before = errno
        let pipe = signalPipe.load(ordering: .acquiring)
        FileDescriptor.write(UInt8(truncatingIfNeeded: number), to: pipe)
        errno = before
      }
    }
  }
}
