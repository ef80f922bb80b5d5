package import CommandKit

/// The screen of a terminal, or a stand-in in tests.
package protocol Screen: Sendable {
  /// How many columns and rows there are now.
  var size: ScreenSize { get }

  /// The events from now on, until the screen is closed; may be called once.
  func events() throws(CommandError) -> AsyncStream<ScreenEvent>

  /// Takes the screen and saves its contents. In the background, waits to be called to the front.
  func enter() throws(CommandError)

  /// Restores the screen; does nothing if it is restored already.
  func leave()

  /// Writes text and control sequences.
  func write(_ text: String) throws(CommandError)

  /// Stops the process until the shell continues it; the screen must be restored before.
  func suspend()
}

/// Columns and rows.
package struct ScreenSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// What happens at a screen.
package enum ScreenEvent: Hashable, Sendable {
  case key(Key)
  /// The terminal has another size.
  case resized
  /// The process is asked to stop until it is called back, as by Ctrl-Z.
  case suspended
  /// The process continues after a stop, in which others may have used the screen.
  case continued
  /// There will be no more keys.
  case ended

  /// The event of a signal.
  init(_ signal: Terminal.Signal) {
    self =
      switch signal {
      case .resized: .resized
      case .suspended: .suspended
      case .continued: .continued
      }
  }
}
