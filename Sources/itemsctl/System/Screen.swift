/// The screen of a terminal, or a stand-in in tests.
protocol Screen: Sendable {
  /// How many columns and rows there are now.
  var size: ScreenSize { get }

  /// The events at the screen from now on, until it is closed; to be called once.
  func events() throws(CommandError) -> AsyncStream<ScreenEvent>

  /// Takes the screen: what was on it is kept aside. In the background, it waits to be called to the front.
  func enter() throws(CommandError)

  /// Gives the screen back as it was; does nothing where it was given back.
  func leave()

  /// Writes text and what moves the cursor.
  func write(_ text: String) throws(CommandError)

  /// Lets the shell go on until it calls the process back; the screen must have been left.
  func suspend()
}

/// Columns and rows.
struct ScreenSize: Hashable, Sendable {
  var columns: Int
  var rows: Int
}

/// What happens at a screen.
enum ScreenEvent: Hashable, Sendable {
  case key(Key)
  /// The terminal has another size.
  case resized
  /// The process is asked to stop until it is called back, as by Ctrl-Z.
  case suspended
  /// The process goes on after others stopped it, and had the screen meanwhile.
  case continued
  /// There will be no more keys.
  case ended
}
