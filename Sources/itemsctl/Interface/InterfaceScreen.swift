import CommandKit
import Phrases
import TerminalScreens

/// One screen of `itemsctl ui`: a value that draws the state of its model, and does what keys ask for.
///
/// It knows its model and what to call where a person goes on, and never another screen.
@MainActor
protocol InterfaceScreen {
  /// What stands at the top of the terminal.
  var name: String { get }
  /// The keys that it knows; help lists them all.
  var bindings: [KeyBinding] { get }
  /// The keys that are needed most, for the bottom line.
  var hint: String { get }
  /// The keys that are always needed, at the end of the bottom line: help, and how to leave.
  var leavingHint: String { get }

  /// The rows that it takes at the bottom, over the screen below it; nil for all.
  func overlayRows(columns: Int) -> Int?

  /// Draws it into an area.
  func draw(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look)

  /// Takes a key before the bindings do, as a field does where text is typed; false for one that it does not want.
  func take(_ key: Key) -> Bool
}

extension InterfaceScreen {
  var hint: String { "" }

  var leavingHint: String { "? help  Esc back" }

  func overlayRows(columns: Int) -> Int? { nil }

  func take(_ key: Key) -> Bool { false }

  /// Does what a key asks for; false for one that it does not know.
  func handle(_ key: Key) -> Bool {
    if take(key) { return true }
    guard let binding = bindings.first(where: { $0.keys.contains(key) }) else { return false }
    binding.action()
    return true
  }
}

/// What a key does on a screen, and what help says of it.
@MainActor
struct KeyBinding {
  let keys: [Key]
  /// How the keys are written.
  let label: String
  let meaning: String
  let action: () -> Void

  init(_ keys: [Key], _ label: String, _ meaning: String, _ action: @escaping () -> Void) {
    (self.keys, self.label, self.meaning, self.action) = (keys, label, meaning, action)
  }

  init(_ letter: Character, _ meaning: String, _ action: @escaping () -> Void) {
    self.init([.character(letter)], String(letter), meaning, action)
  }
}

extension KeyBinding {
  /// The keys by which a person types a new value of items.
  static func typing(_ type: @escaping (TypedChange) -> Void) -> [KeyBinding] {
    [
      KeyBinding("t", "when it is due: type a date") { type(.due) },
      KeyBinding("w", "when it starts, and waits until then: type a date") { type(.start) },
      KeyBinding("m", "move under another item: type its number, or words of its title") {
        type(.parent)
      },
      KeyBinding("M", "move to a list: type its name") { type(.list) },
      KeyBinding("+", "add a tag: type its name") { type(.tag) },
      KeyBinding("n", "write below its notes") { type(.notes) },
    ]
  }
}

/// How screens are drawn: the time, and what the terminal can show.
struct Look: Sendable {
  var calendar: LocalCalendar
  var usesColor: Bool
  var usesBlocks: Bool

  /// For what is drawn as lines of text.
  func appearance(width: Int) -> Appearance {
    Appearance(isTerminal: true, width: width, usesColor: usesColor, usesBlocks: usesBlocks)
  }

  /// A colour, where there are any.
  func color(_ color: CellStyle.Color) -> CellStyle { usesColor ? .colored(color) : .plain }

  /// What sets headings and hints apart.
  var faint: CellStyle { usesColor ? .faint : .plain }

  /// The mark before the line that is chosen.
  var pointer: String { usesBlocks ? "▌" : ">" }
}
