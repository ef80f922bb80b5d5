import Storage
import Synchronization

@testable import CommandKit
@testable import TerminalScreens
@testable import itemsctl

// A terminal's screen, as far as our sequences go.

/// Obeys what is written to it, and knows what then stands where.
struct DrawnScreen {
  /// Each place has its character; the second one of a wide character has none.
  private var cells: [[String]]
  private var row = 0
  private var column = 0
  /// What is written to a place that does not exist, or is no sequence of ours.
  private(set) var mistakes: [String] = []

  init(columns: Int, rows: Int) {
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The rows, without blanks at their ends.
  var lines: [String] {
    cells.map { row in
      let end = row.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
      return row[..<end].joined()
    }
  }

  mutating func write(_ text: String) {
    for part in text.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated() {
      if part.offset == 0 { put(String(part.element)) } else { obey(String(part.element)) }
    }
  }

  private mutating func obey(_ sequence: String) {
    guard let end = sequence.firstIndex(where: { $0.isLetter }) else {
      mistakes.append(sequence)
      return
    }
    let parameters = sequence[..<end].split(separator: ";").map { Int($0) }
    switch sequence[end] {
    case "H":
      row = (parameters.first.flatMap(\.self) ?? 1) - 1
      column = (parameters.dropFirst().first.flatMap(\.self) ?? 1) - 1
      if !cells.indices.contains(row) || !cells[row].indices.contains(column) {
        mistakes.append(sequence)
      }
    case "J":
      for index in cells.indices { clear(index, from: 0) }
    case "K": clear(row, from: column)
    case "m", "h", "l": break
    default: mistakes.append(sequence)
    }
    put(String(sequence[sequence.index(after: end)...]))
  }

  private mutating func clear(_ row: Int, from start: Int) {
    guard cells.indices.contains(row) else { return }
    for index in start..<cells[row].count { cells[row][index] = " " }
  }

  private mutating func put(_ text: String) {
    for character in text {
      let width = character.displayWidth
      let isThere = cells.indices.contains(row) && column + width <= cells[row].count
      guard isThere, !character.isNewline, width > 0 || column > 0 else {
        mistakes.append(text)
        return
      }
      if width == 0 {
        cells[row][column - 1] += String(character)
      } else {
        cells[row][column] = String(character)
        for covered in column + 1..<column + width { cells[row][covered] = "" }
        column += width
      }
    }
  }
}

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
