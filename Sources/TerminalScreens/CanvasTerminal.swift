/// The whole screen of a terminal, on which canvases are shown.
package struct CanvasTerminal {
  private let screen: any Screen
  /// What the terminal is told each time the screen is taken.
  private let greeting: String
  private var painter = CanvasPainter()

  package init(_ screen: any Screen, greeting: String = "") {
    (self.screen, self.greeting) = (screen, greeting)
  }

  package var size: ScreenSize { screen.size }

  /// What happens at it from now on; may be called once.
  package func events() throws -> AsyncStream<ScreenEvent> { try screen.events() }

  /// Takes the screen.
  ///
  /// A process in the background waits here until it is called to the front: keys are not for it.
  package mutating func enter() throws {
    try screen.enter()
    if !greeting.isEmpty { try screen.write(greeting) }
    painter.forget()
  }

  /// Gives the screen back as it was.
  package func leave() { screen.leave() }

  /// Gives the screen back and stops the process; takes it again when the shell continues the process.
  package mutating func suspend() throws {
    screen.leave()
    screen.suspend()
    try enter()
  }

  /// Has the next canvas drawn whole, as others may have written over the last one.
  package mutating func forget() { painter.forget() }

  /// Writes what differs from the canvas that was shown last.
  package mutating func show(_ canvas: Canvas) throws {
    let update = painter.update(to: canvas)
    if !update.isEmpty { try screen.write(update) }
  }
}
