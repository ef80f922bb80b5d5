import CommandKit
import DrawnScreens
import Storage
import Synchronization
import TerminalScreens

/// A screen that a test draws the events of, and looks at.
final class TestScreen: Screen {
  private struct State {
    var size: ScreenSize
    var drawn: DrawnScreen
    var calls: [String] = []
  }

  private let state: Mutex<State>
  private let happenings = AsyncStream<ScreenEvent>.makeStream()
  private let writes = AsyncStream<Void>.makeStream()

  init(columns: Int = 80, rows: Int = 12) {
    let size = ScreenSize(columns: columns, rows: rows)
    state = Mutex(State(size: size, drawn: DrawnScreen(columns: columns, rows: rows)))
  }

  var size: ScreenSize { state.withLock { $0.size } }
  var lines: [String] { state.withLock { $0.drawn.lines } }
  var mistakes: [String] { state.withLock { $0.drawn.mistakes } }
  /// What was asked of the screen, without what was written.
  var calls: [String] { state.withLock { $0.calls } }

  func events() throws(CommandError) -> AsyncStream<ScreenEvent> { happenings.stream }
  func enter() throws(CommandError) { note("enter") }
  func leave() { note("leave") }
  func suspend() { note("suspend") }

  private func note(_ call: String) {
    state.withLock { $0.calls.append(call) }
    writes.continuation.yield()
  }

  func write(_ text: String) throws(CommandError) {
    state.withLock { $0.drawn.write(text) }
    writes.continuation.yield()
  }

  func send(_ event: ScreenEvent) { happenings.continuation.yield(event) }

  /// Forgets what was drawn, as when others had the screen.
  func clear() {
    state.withLock { $0.drawn = DrawnScreen(columns: $0.size.columns, rows: $0.size.rows) }
  }

  /// Gives the screen another size, as a person does with a window.
  func resize(columns: Int, rows: Int) {
    state.withLock {
      $0.size = ScreenSize(columns: columns, rows: rows)
      $0.drawn = DrawnScreen(columns: columns, rows: rows)
    }
    send(.resized)
  }

  /// Waits until the screen is as it should be.
  func wait(until isThere: @Sendable ([String]) -> Bool) async {
    let notice = WaitNotice { [weak self] in
      "the screen shows:\n\(self?.lines.joined(separator: "\n") ?? "")"
    }
    defer { notice.end() }
    if isThere(lines) { return }
    for await _ in writes.stream where isThere(lines) { return }
  }
}
