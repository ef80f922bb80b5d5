import CommandKit
import Observation
import Storage
import TerminalScreens

/// Shows the screens on a terminal until somebody leaves them: draws what has changed, and hands keys to the top one.
@MainActor
final class InterfaceSession {
  private let navigator: Navigator
  private let look: @Sendable () -> Look
  private let agenda = WatchAgenda<ScreenEvent>()
  private var terminal: CanvasTerminal
  /// Whether what was drawn is another by now, and so has to be observed anew.
  private let isOutdated = Locked(true)

  init(
    on screen: any Screen,
    _ router: AppRouter,
    look: @escaping @Sendable () -> Look
  ) {
    terminal = CanvasTerminal(screen, greeting: Terminal.listening)
    self.look = look
    navigator = router.navigator
    navigator.onChange = { [weak self] in self?.outdated() }
  }

  /// Shows the screens; returns when they were left, with the terminal given back.
  func run() async throws {
    try terminal.enter()
    defer { terminal.leave() }
    let events = try terminal.events()
    let listening = Task { [agenda] in
      for await event in events { agenda.add(event) }
      agenda.add(.ended)
    }
    defer { listening.cancel() }
    try draw()
    while let (events, _) = await agenda.next() {
      for event in events { try handle(event) }
      if navigator.hasEnded { return }
      try draw()
    }
  }

  private func handle(_ event: ScreenEvent) throws {
    switch event {
    case .key(.control("l")): terminal.forget()
    case .key(let key): navigator.handle(key)
    case .resized: outdated()
    case .suspended: try terminal.suspend()
    case .continued: try terminal.enter()
    case .ended: navigator.end()
    }
  }

  // MARK: - Drawing

  private nonisolated func outdated() {
    isOutdated.withLock { $0 = true }
    agenda.markStale()
  }

  /// Draws once, and again whenever something that was drawn becomes another.
  ///
  /// An observation ends with the first change alone: to begin another one at each key would gather them.
  private func draw() throws {
    let picture = InterfacePicture(navigator: navigator, look: look())
    let observes = isOutdated.withLock { isOutdated in
      defer { isOutdated = false }
      return isOutdated
    }
    let canvas =
      if observes {
        withObservationTracking {
          picture.canvas(terminal.size)
        } onChange: { [weak self] in
          self?.outdated()
        }
      } else {
        picture.canvas(terminal.size)
      }
    try terminal.show(canvas)
  }
}
