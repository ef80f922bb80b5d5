import Observation
import Storage

/// Shows the screens on a terminal until somebody leaves them: draws what has changed, and hands keys to the top one.
@MainActor
final class InterfaceSession {
  private let screen: any Screen
  private let navigator: Navigator
  private let look: @Sendable () -> Look
  private let agenda = WatchAgenda<ScreenEvent>()
  private var painter = CanvasPainter()
  /// Whether what was drawn is another by now, and so has to be observed anew.
  private let isOutdated = Locked(true)

  init(
    on screen: any Screen,
    _ router: AppRouter,
    look: @escaping @Sendable () -> Look
  ) {
    self.screen = screen
    self.look = look
    navigator = router.navigator
    navigator.onChange = { [weak self] in self?.outdated() }
  }

  /// Shows the screens; returns when they were left, with the terminal given back.
  func run() async throws {
    try screen.enter()
    defer { screen.leave() }
    try screen.write(Terminal.listening)
    let events = try screen.events()
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
    case .key(.control("l")): painter.forget()
    case .key(let key): navigator.handle(key)
    case .resized: outdated()
    case .suspended:
      screen.leave()
      screen.suspend()
      try reenter()
    case .continued: try reenter()
    case .ended: navigator.end()
    }
  }

  private func reenter() throws {
    try screen.enter()
    try screen.write(Terminal.listening)
    painter.forget()
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
          picture.canvas(screen.size)
        } onChange: { [weak self] in
          self?.outdated()
        }
      } else {
        picture.canvas(screen.size)
      }
    let update = painter.update(to: canvas)
    if !update.isEmpty { try screen.write(update) }
  }
}
