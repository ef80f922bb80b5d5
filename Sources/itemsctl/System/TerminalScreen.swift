import Files
import Storage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The alternate screen of a terminal, with keys that come one by one and are not shown.
///
/// Ctrl-C and Ctrl-Z stay the terminal's own: they reach the process as signals, even one that hangs.
final class TerminalScreen: Screen {
  private let terminal: Int32
  private let keyboard: Int32
  private let input = Locked<TerminalEvents?>(nil)

  /// The terminal behind standard output, with keys from standard input unless that is something else.
  static let standard = TerminalScreen(
    STDOUT_FILENO,
    keyboard: Terminal.isTerminal(STDIN_FILENO) ? STDIN_FILENO : STDOUT_FILENO
  )

  init(_ terminal: Int32, keyboard: Int32) {
    self.terminal = terminal
    self.keyboard = keyboard
  }

  var size: ScreenSize {
    ScreenSize(columns: Terminal.width(terminal) ?? 80, rows: Terminal.height(terminal) ?? 24)
  }

  func events() throws(CommandError) -> AsyncStream<ScreenEvent> {
    let events = try TerminalEvents(keyboard)
    input.withLock { $0 = events }
    return events.stream
  }

  func enter() throws(CommandError) {
    var settings = termios()
    guard isInFront(), unsafe tcgetattr(terminal, &settings) == 0 else {
      throw CommandError(.inputOutput, "The terminal cannot be set: \(SystemError.current).")
    }
    TerminalRescue.watchForBreakdowns()
    TerminalRescue.arm(terminal, settings: settings)
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe tcsetattr(terminal, TCSAFLUSH, &settings)
    TerminalRescue.put(TerminalRescue.entering, on: terminal)
  }

  func leave() { TerminalRescue.perform() }

  func write(_ text: String) throws(CommandError) {
    try DescriptorSink(FileDescriptor(borrowing: terminal, "the terminal")).write(Array(text.utf8))
  }

  func suspend() {
    // Without a shell that could call the process back, the system ignores the signal.
    obeying([SIGTSTP, SIGCONT]) { _ = raise(SIGTSTP) }
  }

  /// Whether the terminal is ours to set; in the background, the system stops the process until it is.
  private func isInFront() -> Bool {
    // It does nothing else to a terminal that has nothing left to show.
    var result: Int32 = 0
    obeying([SIGTTOU, SIGCONT]) {
      repeat { result = tcdrain(terminal) } while result != 0 && errno == EINTR
    }
    return result == 0
  }

  /// Does something with signals as if they had never been caught.
  private func obeying(_ numbers: [Int32], _ body: () -> Void) {
    // Swift's threads have them blocked.
    let handlers = numbers.map { signal($0, SIG_DFL) }
    var (wanted, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&wanted)
    for number in numbers { unsafe sigaddset(&wanted, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &wanted, &before)
    body()
    let failure = errno
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    for (number, handler) in zip(numbers, handlers) { signal(number, handler) }
    errno = failure
  }
}
