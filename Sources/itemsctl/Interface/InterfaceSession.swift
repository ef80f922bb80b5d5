import CommandKit
import Observation
import Storage
import TerminalScreens

/// Shows the screens on a terminal until somebody leaves them: draws what has changed, and hands keys to the top one.
@MainActor
final class InterfaceSession {
  private let navigator: Navigator
  private let look: @Sendable () -> Look
  private let session: ScreenSession<Never>
  private let agenda: ScreenAgenda<ScreenSession<Never>.Happening>
  /// Whether what was drawn is another by now, and so has to be observed anew.
  private let isOutdated = Locked(true)

  init(
    on screen: any Screen,
    _ router: AppRouter,
    look: @escaping @Sendable () -> Look
  ) {
    session = ScreenSession(on: screen, greeting: Terminal.listening)
    agenda = session.agenda
    self.look = look
    navigator = router.navigator
    navigator.onChange = { [weak self] in self?.outdated() }
  }

  /// Shows the screens; returns when they were left, with the terminal given back.
  func run() async throws {
    try session.enter()
    defer { session.leave() }
    try draw()
    while let events = try await session.next() {
      for event in events { handle(event) }
      if navigator.hasEnded { return }
      try draw()
    }
  }

  private func handle(_ event: ScreenSession<Never>.Event) {
    switch event {
    case .key(.control("l")): session.forget()
    case .key(let key): navigator.handle(key)
    case .resized: outdated()
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
          picture.canvas(session.size)
        } onChange: { [weak self] in
          self?.outdated()
        }
      } else {
        picture.canvas(session.size)
      }
    try session.show(canvas)
  }
}
