// A list on the screen that follows the store.

import Storage

/// Shows a list until a key ends it: reads anew at each change, and draws what became another.
struct WatchSession {
  let repository: any ItemRepository
  let screen: any Screen
  /// The question at a time: what is due today is another matter tomorrow.
  let query: @Sendable (LocalCalendar) throws -> ItemQuery
  let calendar: @Sendable () -> LocalCalendar
  let appearance: Appearance
  let noun: String

  private var painter = ScreenPainter()
  private var reading = WatchReading()
  private var top = 0
  private var changed: Set<ItemID> = []
  /// How many times something changed, to tell the last time from those before.
  private var round = 0

  /// How long a change is set off.
  private static let highlight = Duration.seconds(2)
  /// Without any change, the list is read anew after this: what is due becomes overdue, and a store
  /// whose file was removed is noticed.
  private static let longest = Duration.seconds(10)
  /// Between two readings, however fast the changes come.
  private static let pause = Duration.milliseconds(40)

  init(
    _ repository: any ItemRepository,
    on screen: any Screen,
    appearance: Appearance,
    noun: String,
    calendar: @escaping @Sendable () -> LocalCalendar,
    query: @escaping @Sendable (LocalCalendar) throws -> ItemQuery
  ) {
    self.repository = repository
    self.screen = screen
    self.appearance = appearance
    self.noun = noun
    self.calendar = calendar
    self.query = query
  }

  /// What the session waits for.
  private enum Event: Sendable {
    case screen(ScreenEvent)
    /// Something changed in the store, or some time went by.
    case stale
    /// A change has been set off for long enough.
    case settled(round: Int)
    /// The store was closed.
    case storeEnded
  }

  /// Shows the list; returns when it was left, throws what the store throws, with the screen given back.
  mutating func run() async throws {
    // Whatever is wrong is told before the screen is taken.
    reading = try await read()
    let (events, continuation) = AsyncStream<Event>.makeStream()
    let keys = try screen.events()
    try screen.enter()
    defer { screen.leave() }
    let tasks = [
      Task { [repository] in
        for await _ in repository.changes() {
          continuation.yield(.stale)
          try? await Task.sleep(for: WatchSession.pause)
        }
        continuation.yield(.storeEnded)
      },
      Task { for await key in keys { continuation.yield(.screen(key)) } },
      Task {
        while (try? await Task.sleep(for: WatchSession.longest)) != nil {
          continuation.yield(.stale)
        }
      },
    ]
    defer { tasks.forEach { $0.cancel() } }
    try draw()
    for await event in events {
      guard try await handle(event, continuation) else { return }
    }
  }

  /// Does what an event asks for; false where it ends the session.
  private mutating func handle(
    _ event: Event,
    _ continuation: AsyncStream<Event>.Continuation
  ) async throws -> Bool {
    switch event {
    case .stale:
      try await refresh(continuation)
    case .settled(let settled):
      guard settled == round else { return true }
      changed = []
    case .storeEnded, .screen(.ended), .screen(.key(.escape)), .screen(.key(.character("q"))):
      return false
    case .screen(.key(let key)):
      guard let distance = distance(key) else { return true }
      top = max(0, min(reading.top + distance, reading.total - 1))
      reading = try await read()
      top = reading.top
    case .screen(.resized):
      reading = try await read()
    case .screen(.suspended):
      screen.leave()
      screen.suspend()
      try screen.enter()
      painter.forget()
      reading = try await read()
    }
    try draw()
    return true
  }

  private mutating func refresh(_ continuation: AsyncStream<Event>.Continuation) async throws {
    let new = try await read()
    let changes = new.changes(since: reading)
    reading = new
    guard !changes.isEmpty else { return }
    changed.formUnion(changes)
    round += 1
    let round = round
    Task {
      try? await Task.sleep(for: WatchSession.highlight)
      continuation.yield(.settled(round: round))
    }
  }

  private func read() async throws -> WatchReading {
    let query = try query(calendar())
    return try await .read(query, from: repository, top: top, rows: picture.rows)
  }

  private mutating func draw() throws {
    let picture = picture
    let update = painter.update(to: picture.lines(of: reading), picture.size)
    if !update.isEmpty { try screen.write(update) }
  }

  private var picture: WatchPicture {
    WatchPicture(
      size: screen.size,
      calendar: calendar(),
      usesColor: appearance.usesColor,
      usesBlocks: appearance.usesBlocks,
      changed: changed,
      noun: noun
    )
  }

  /// By how many items a key scrolls; nil for a key that does something else or nothing.
  private func distance(_ key: Key) -> Int? {
    let page = max(1, picture.rows - 1)
    return switch key {
    case .down, .enter, .character("j"): 1
    case .up, .character("k"): -1
    case .pageDown, .character(" "), .character("f"): page
    case .pageUp, .character("b"): -page
    case .home, .character("g"): -reading.total
    case .end, .character("G"): reading.total
    case .escape, .character: nil
    }
  }
}
