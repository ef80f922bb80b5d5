/// A terminal's screen from its taking to its giving back: what happens there, and what is shown.
///
/// The program draws, asks for the next events, and draws again. Stops and their ends are handled here.
package final class ScreenSession<Notice: Sendable> {
  /// What the program has to handle.
  package enum Event: Sendable {
    /// A key was pressed, or the mouse.
    case key(Key)
    /// The screen has another size.
    case resized
    /// There will be no more keys.
    case ended
    /// What the program itself put on the agenda.
    case notice(Notice)
  }

  /// What happens on the screen or by itself, in one order.
  package enum Happening: Sendable {
    case screen(ScreenEvent)
    case notice(Notice)
  }

  /// What waits to be handled.
  ///
  /// The program adds notices, and marks what it shows as old.
  package let agenda = ScreenAgenda<Happening>()
  private var terminal: CanvasTerminal
  private var listening: Task<Void, Never>?

  /// - Parameters:
  ///   - screen: The terminal's screen.
  ///   - greeting: What the terminal is told each time the screen is taken, such as ``Terminal/listening``.
  package init(on screen: any Screen, greeting: String = "") {
    terminal = CanvasTerminal(screen, greeting: greeting)
  }

  /// How many columns and rows there are now.
  package var size: ScreenSize { terminal.size }

  /// Takes the screen and listens to its events; ``leave()`` must follow.
  package func enter() throws {
    try terminal.enter()
    do {
      let events = try terminal.events()
      listening = Task { [agenda] in
        for await event in events { agenda.add(.screen(event)) }
        agenda.add(.screen(.ended))
      }
    } catch {
      terminal.leave()
      throw error
    }
  }

  /// Gives the screen back as it was.
  package func leave() {
    listening?.cancel()
    terminal.leave()
  }

  /// The events since the last time, once there is something to draw; nil at the end of the agenda.
  package func next() async throws -> [Event]? {
    guard let (happenings, _) = await agenda.next() else { return nil }
    var events: [Event] = []
    for happening in happenings {
      switch happening {
      case .notice(let notice): events.append(.notice(notice))
      case .screen(.key(let key)): events.append(.key(key))
      case .screen(.resized): events.append(.resized)
      case .screen(.ended): events.append(.ended)
      case .screen(.suspended): try terminal.suspend()
      case .screen(.continued): try terminal.enter()
      }
    }
    return events
  }

  /// Writes what differs from the canvas that was shown last.
  package func show(_ canvas: Canvas) throws { try terminal.show(canvas) }

  /// Has the next canvas drawn whole, as others may have written over the last one.
  package func forget() { terminal.forget() }
}
