import CommandKit
import Phrases
import Storage
import TerminalScreens

/// Shows a list until a key ends it: reads again at each change, and draws what differs.
struct WatchSession {
  let repository: any ItemRepository
  /// The question at a time: what is due today is another matter tomorrow.
  let query: @Sendable (LocalCalendar) throws -> ItemQuery
  let calendar: @Sendable () -> LocalCalendar
  let appearance: Appearance
  let noun: String
  /// Lets a time go by.
  private let sleep: @Sendable (Duration) async throws -> Void

  private var terminal: CanvasTerminal
  private var reading = WatchReading()
  private var top = 0
  private var changed: Set<ItemID> = []
  /// The number of changes so far, to tell the last one from those before.
  private var round = 0

  /// How long a change is set off.
  static let highlight = Duration.seconds(2)
  /// Without any change, the list is read again after this: what is due becomes overdue, and a store
  /// whose file was removed is noticed.
  private static let longest = Duration.seconds(10)
  /// Between two readings, however fast the changes come.
  static let pause = Duration.milliseconds(40)

  init(
    _ repository: any ItemRepository,
    on screen: any Screen,
    appearance: Appearance,
    noun: String,
    calendar: @escaping @Sendable () -> LocalCalendar,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    query: @escaping @Sendable (LocalCalendar) throws -> ItemQuery
  ) {
    self.repository = repository
    terminal = CanvasTerminal(screen)
    self.appearance = appearance
    self.noun = noun
    self.calendar = calendar
    self.sleep = sleep
    self.query = query
  }

  /// What happens beside the changes of the store.
  private enum Event: Sendable {
    case screen(ScreenEvent)
    /// A change has been set off for long enough.
    case settled(round: Int)
  }

  /// Shows the list; returns when it was left, throws what the store throws, with the screen given back.
  mutating func run() async throws {
    // Whatever is wrong is told before the screen is taken.
    reading = try await read()
    let agenda = WatchAgenda<Event>()
    try terminal.enter()
    defer { terminal.leave() }
    let keys = try terminal.events()
    let tasks = [
      Task { [repository, sleep] in
        for await _ in repository.changes() {
          agenda.markStale()
          try? await sleep(WatchSession.pause)
        }
        agenda.end()
      },
      Task { for await key in keys { agenda.add(.screen(key)) } },
      Task { [sleep] in
        while (try? await sleep(WatchSession.longest)) != nil { agenda.markStale() }
      },
    ]
    defer { tasks.forEach { $0.cancel() } }
    try draw()
    while let (events, _) = await agenda.next() {
      for event in events { guard try handle(event) else { return } }
      // Once for all of them: a key that repeats itself is not answered long after it was let go.
      try await refresh(agenda)
      try draw()
    }
  }

  /// Does what an event asks for; false where it ends the session.
  private mutating func handle(_ event: Event) throws -> Bool {
    switch event {
    case .settled(let settled): if settled == round { changed = [] }
    case .screen(.ended), .screen(.key(.escape)), .screen(.key(.character("q"))): return false
    case .screen(.key(let key)): scroll(distance(key))
    case .screen(.resized): break
    case .screen(.suspended): try terminal.suspend()
    case .screen(.continued): try terminal.enter()
    }
    return true
  }

  private mutating func refresh(_ agenda: WatchAgenda<Event>) async throws {
    let new = try await read()
    let changes = new.changes(since: reading)
    reading = new
    top = new.top
    guard !changes.isEmpty else { return }
    changed.formUnion(changes)
    round += 1
    let round = round
    Task { [sleep] in
      try? await sleep(WatchSession.highlight)
      agenda.add(.settled(round: round))
    }
  }

  private func read() async throws -> WatchReading {
    let query = try query(calendar())
    let picture = picture
    return try await .read(
      query,
      from: repository,
      top: top,
      rows: picture.rows,
      rowsAtEnd: picture.rowsAtEnd
    )
  }

  private mutating func draw() throws {
    let picture = picture
    var canvas = Canvas(picture.size)
    for (row, line) in picture.lines(of: reading).enumerated() { canvas.draw(line, row: row) }
    try terminal.show(canvas)
  }

  private var picture: WatchPicture {
    WatchPicture(
      size: terminal.size,
      calendar: calendar(),
      usesColor: appearance.usesColor,
      usesBlocks: appearance.usesBlocks,
      changed: changed,
      noun: noun
    )
  }

  private mutating func scroll(_ distance: Int) {
    let picture = picture
    let isAtEnd = reading.top + picture.shown(of: reading) >= reading.total
    guard distance < 0 || !isAtEnd else { return }
    top = max(0, min(top + distance, reading.total - picture.rowsAtEnd))
  }

  /// By how many items a key scrolls; none for a key that does nothing.
  private func distance(_ key: Key) -> Int {
    let page = max(1, picture.shown(of: reading) - 1)
    return switch key {
    case .down, .enter, .character("j"): 1
    case .up, .character("k"): -1
    case .pageDown, .character(" "), .character("f"): page
    case .pageUp, .character("b"): -page
    case .home, .character("g"): -reading.total
    case .end, .character("G"): reading.total
    default: 0
    }
  }
}
