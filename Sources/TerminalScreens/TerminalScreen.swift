package import CommandKit
import Files
import Storage

/// The alternate screen of a terminal; keys come one by one and are not echoed.
///
/// Ctrl-C and Ctrl-Z still are signals, which reach even a process that hangs.
package final class TerminalScreen: Screen {
  private let terminal: Int32
  private let keyboard: Int32
  private let input = Locked<TerminalEvents?>(nil)

  /// The terminal of standard output; keys come from standard input if that is a terminal.
  package static let standard = {
    let output = FileDescriptor.standardOutput.number
    let input = FileDescriptor.standardInput.number
    return TerminalScreen(output, keyboard: Terminal.isTerminal(input) ? input : output)
  }()

  init(_ terminal: Int32, keyboard: Int32) {
    self.terminal = terminal
    self.keyboard = keyboard
  }

  package var size: ScreenSize {
    ScreenSize(columns: Terminal.width(terminal) ?? 80, rows: Terminal.height(terminal) ?? 24)
  }

  package func events() throws(CommandError) -> AsyncStream<ScreenEvent> {
    let events = try TerminalEvents(keyboard)
    input.withLock { $0 = events }
    return events.stream
  }

  package func enter() throws(CommandError) { try Terminal.take(terminal) }

  package func leave() { Terminal.giveBack() }

  package func write(_ text: String) throws(CommandError) {
    try DescriptorSink(FileDescriptor(borrowing: terminal, "the terminal")).write(Array(text.utf8))
  }

  package func suspend() { Terminal.suspend() }
}
