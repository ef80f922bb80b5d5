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

  private let session: ScreenSession<Settled>
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
    session = ScreenSession(on: screen)
    self.appearance = appearance
    self.noun = noun
    self.calendar = calendar
    self.sleep = sleep
    self.query = query
  }

  /// A change has been set off for long enough.
  private struct Settled: Sendable {
    let round: Int
  }

  /// Shows the list; returns when it was left, throws what the store throws, with the screen given back.
  mutating func run() async throws {
    // Whatever is wrong is told before the screen is taken.
    reading = try await read()
    try session.enter()
    defer { session.leave() }
    let agenda = session.agenda
    let tasks = [
      Task { [repository, sleep] in
        for await _ in repository.changes() {
          agenda.markStale()
          try? await sleep(WatchSession.pause)
        }
        agenda.end()
      },
      Task { [sleep] in
        while (try? await sleep(WatchSession.longest)) != nil { agenda.markStale() }
      },
    ]
    defer { tasks.forEach { $0.cancel() } }
    try draw()
    while let events = try await session.next() {
      for event in events { guard handle(event) else { return } }
      // Once for all of them: a key that repeats itself is not answered long after it was let go.
      try await refresh()
      try draw()
    }
  }

  /// Does what an event asks for; false where it ends the session.
  private mutating func handle(_ event: ScreenSession<Settled>.Event) -> Bool {
    switch event {
    case .notice(let settled): if settled.round == round { changed = [] }
    case .ended, .key(.escape), .key(.character("q")): return false
    case .key(let key): scroll(distance(key))
    case .resized: break
    }
    return true
  }

  private mutating func refresh() async throws {
    let new = try await read()
    let changes = new.changes(since: reading)
    reading = new
    top = new.top
    guard !changes.isEmpty else { return }
    changed.formUnion(changes)
    round += 1
    Task { [sleep, round, agenda = session.agenda] in
      try? await sleep(WatchSession.highlight)
      agenda.add(.notice(Settled(round: round)))
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

  private func draw() throws {
    let picture = picture
    var canvas = Canvas(picture.size)
    for (row, line) in picture.lines(of: reading).enumerated() { canvas.draw(line, row: row) }
    try session.show(canvas)
  }

  private var picture: WatchPicture {
    WatchPicture(
      size: session.size,
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
