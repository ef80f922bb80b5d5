import TerminalScreens

/// Which screens there are, one over the other, and what was said last.
@MainActor
final class Navigator {
  private(set) var screens: [any InterfaceScreen] = []
  /// What became of the last action; the next key takes it away.
  private(set) var message: String?
  private(set) var hasEnded = false
  /// Shows a place in the list.
  var onPlace: (Place) -> Void = { _ in }
  /// Called where the settings may be others than before.
  var onSettings: () -> Void = {}
  /// The state of the store for the first line: what waits to be sent, and what is to be decided.
  var storeState: () -> [String] = { [] }
  /// Has a person type a command line.
  var onCommand: () -> Void = {}
  /// Called where something is to be drawn anew that no model tells of.
  var onChange: () -> Void = {}

  /// The screen that keys are for.
  var top: (any InterfaceScreen)? { screens.last }

  /// Shows a screen over those that are there.
  func show(_ screen: any InterfaceScreen) {
    screens.append(screen)
    onChange()
  }

  /// Goes back to the screen below; from the first one, ends.
  func leave() {
    if screens.count > 1 { screens.removeLast() } else { end() }
    onChange()
  }

  /// Goes back from the screen that is shown next, and from no other one, however often it is called.
  ///
  /// What a screen waits for may come when a person has left it already.
  func leaver() -> () -> Void {
    let depth = screens.count
    return { [self] in if screens.count == depth + 1 { leave() } }
  }

  /// Goes back to the first screen.
  func showFirst() {
    screens = Array(screens.prefix(1))
    onChange()
  }

  /// Ends the program.
  func end() {
    hasEnded = true
    onChange()
  }

  /// Hands a key to the top screen, and does what keys mean everywhere.
  func handle(_ key: Key) {
    if key != .wheelUp, key != .wheelDown { say(nil) }
    guard let top, !top.handle(key) else { return }
    switch key {
    case .character("?"): showHelp(of: top)
    case .character(":"): onCommand()
    case .paste: say("There is no field here to paste that text into.")
    default: break
    }
  }

  private func showHelp(of screen: any InterfaceScreen) {
    let everywhere = [
      KeyBinding(":", "type a command of 'itemsctl', such as 'tag +home 12'") {},
      KeyBinding("?", "this page") {},
      KeyBinding([], "^L", "draw everything again") {},
      KeyBinding([], "^Z", "go back to the shell for a while; 'fg' comes back") {},
      KeyBinding([], "^C", "end at once") {},
    ]
    let lines =
      ["\(screen.name):", ""] + KeyBinding.lines(of: screen.bindings).map { "  \($0)" }
      + ["", "Everywhere:", ""] + KeyBinding.lines(of: everywhere).map { "  \($0)" }
    show(TextScreen("Keys", lines, onLeave: leaver()))
  }

  /// Says what became of an action.
  func say(_ text: String?) {
    guard text != message else { return }
    message = text
    onChange()
  }
}
