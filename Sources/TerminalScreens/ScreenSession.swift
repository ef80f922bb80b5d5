/// A program's use of a terminal's whole screen: it takes the screen, receives events, shows canvases and gives the screen back.
///
/// The program draws, asks for the next events, and draws again. The session handles Ctrl-Z and the return from it.
package final class ScreenSession<Notice: Sendable> {
  /// An event that the program handles.
  package enum Event: Sendable {
    /// A key was pressed, or the mouse.
    case key(Key)
    /// The screen has another size.
    case resized
    /// There will be no more keys.
    case ended
    /// An event of the program itself, which it put on the agenda.
    case notice(Notice)
  }

  /// An entry of the agenda: an event of the screen, or one of the program, in the order in which they came.
  package enum Happening: Sendable {
    case screen(ScreenEvent)
    case notice(Notice)
  }

  /// The events that wait to be handled.
  ///
  /// The program adds its notices, and marks the data that it shows as old.
  package let agenda = ScreenAgenda<Happening>()
  private var terminal: CanvasTerminal
  private var listening: Task<Void, Never>?

  /// - Parameters:
  ///   - screen: The terminal's screen.
  ///   - greeting: The control sequences that are sent each time the screen is taken, such as ``Terminal/listening``.
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
