import Storage
import Synchronization
import Testing

@testable import CommandKit
@testable import Phrases
@testable import TerminalScreens
@testable import itemsctl

struct WatchSessionTests {
  private let repository: SQLiteRepository
  private let screen = TestScreen()
  private let time = HeldTime(passing: WatchSession.pause)

  init() throws { repository = try SQLiteRepository.inMemory() }

  /// Runs a session beside a body, which must end it.
  private func watching(_ body: () async throws -> Void) async throws {
    let calendar = LocalCalendar(zone: .fixed(secondsFromGMT: 0), now: testNow)
    let (repository, screen, time) = (repository, screen, time)
    // Nothing that waits outlives the test.
    defer { time.pass(WatchSession.highlight) }
    async let session: Void = {
      var session = WatchSession(
        repository,
        on: screen,
        appearance: Appearance(isTerminal: true, width: 80, usesColor: false),
        noun: "open",
        calendar: { calendar },
        sleep: { try await time.sleep($0) },
        query: { _ in ItemQuery(.status([.open])) }
      )
      try await session.run()
    }()
    try await body()
    try await session
  }

  private func footer(_ text: String) async {
    await screen.wait { $0.last?.hasPrefix(text) ?? false }
  }

  @Test(arguments: [Key.character("q"), .escape])
  func `a key ends it, and the screen is given back`(key: Key) async throws {
    try await watching {
      await footer("0 open")
      screen.send(.key(.character("x")))
      screen.send(.key(key))
    }
    #expect(screen.calls == ["enter", "leave"] && screen.mistakes.isEmpty)
  }

  @Test func `what is added, changed and done is seen at once, and marked`() async throws {
    try await watching {
      await footer("0 open")
      let item = try await repository.add("Milk")
      await screen.wait { $0.contains { $0.hasPrefix("▌ ") && $0.contains("Milk") } }
      var edited = item
      edited.title = "Oat milk"
      try await repository.update(edited)
      await screen.wait { $0.contains { $0.contains("Oat milk") } }
      edited.status = .done
      try await repository.update(edited)
      await footer("0 open")
      #expect(!screen.lines.contains { $0.contains("milk") })
      screen.send(.key(.escape))
    }
  }

  @Test func `the mark of a change goes after a while`() async throws {
    try await watching {
      await footer("0 open")
      try await repository.add("Milk")
      await screen.wait { $0.contains { $0.hasPrefix("▌ ") && $0.contains("Milk") } }
      time.pass(WatchSession.highlight)
      await screen.wait { lines in
        lines.contains { $0.contains("Milk") } && !lines.contains { $0.hasPrefix("▌") }
      }
      screen.send(.key(.escape))
    }
  }

  @Test func `a long list is scrolled by keys, and never beyond its ends`() async throws {
    try await repository.write { transaction throws(StorageError) in
      for number in 1...30 { try transaction.add(ItemDraft(title: "item \(number)")) }
    }
    try await watching {
      for (key, seen) in [
        (nil, "1–10 of 30"), (Key.down, "2–11 of 30"), (.pageDown, "11–20 of 30"),
        (.end, "21–30 of 30"), (.up, "20–29 of 30"), (.home, "1–10 of 30"),
        (.character("G"), "21–30 of 30"), (.character("b"), "12–21 of 30"),
      ] {
        if let key { screen.send(.key(key)) }
        await footer(seen)
      }
      screen.send(.key(.end))
      screen.send(.key(.pageDown))
      await footer("21–30 of 30")
      screen.send(.key(.character("q")))
    }
  }

  @Test func `another size of the window is filled anew`() async throws {
    for number in 1...30 { try await repository.add("item \(number)") }
    try await watching {
      await footer("1–10 of 30")
      screen.resize(columns: 60, rows: 22)
      await footer("1–20 of 30")
      screen.resize(columns: 30, rows: 6)
      await footer("1–2 of 30 open · q quits")
      #expect(screen.lines.count == 6)
      screen.send(.key(.escape))
    }
    #expect(screen.mistakes.isEmpty)
  }

  @Test func `the screen is given back before the process stops, and drawn anew after it`()
    async throws
  {
    try await repository.add("Milk")
    try await watching {
      await footer("1 open")
      screen.send(.suspended)
      screen.send(.key(.character("q")))
    }
    #expect(screen.calls == ["enter", "leave", "suspend", "enter", "leave"])
    #expect(screen.lines.contains { $0.contains("Milk") })
  }

  @Test func `the screen is taken and drawn anew when others stopped the process`() async throws {
    try await repository.add("Milk")
    try await watching {
      await footer("1 open")
      screen.clear()
      screen.send(.continued)
      await footer("1 open")
      screen.send(.key(.character("q")))
    }
    #expect(screen.calls == ["enter", "enter", "leave"])
  }

  @Test func `a list of cards is scrolled to its last one, and no further`() async throws {
    for number in 1...9 { try await repository.add("item \(number)") }
    screen.resize(columns: 30, rows: 10)
    try await watching {
      for (key, seen) in [
        (nil, "1–4 of 9"), (Key.down, "2–5 of 9"), (.pageDown, "5–8 of 9"), (.down, "6–9 of 9"),
        (.down, "6–9 of 9"), (.up, "5–8 of 9"), (.end, "9–9 of 9"),
      ] {
        if let key { screen.send(.key(key)) }
        await footer(seen)
      }
      screen.send(.key(.character("q")))
    }
  }

  @Test func `keys that wait together scroll as far as one after the other`() async throws {
    for number in 1...30 { try await repository.add("item \(number)") }
    try await watching {
      await footer("1–10 of 30")
      for _ in 1...7 { screen.send(.key(.down)) }
      screen.send(.key(.up))
      await footer("7–16 of 30")
      screen.send(.key(.character("q")))
    }
  }

  @Test func `a store that is closed meanwhile ends it, with the screen given back`() async throws {
    // What it ends with depends on whether it was reading just then.
    try? await watching {
      await footer("0 open")
      await repository.close()
    }
    #expect(screen.calls == ["enter", "leave"])
  }

  @Test func `a terminal that hangs up ends it`() async throws {
    try await watching {
      await footer("0 open")
      screen.send(.ended)
    }
    #expect(screen.calls == ["enter", "leave"])
  }

  @Test func `what is wrong at the start is told before the screen is taken`() async throws {
    await repository.close()
    await #expect(throws: StorageError.self) { try await watching {} }
    #expect(screen.calls.isEmpty)
  }
}

/// Time that goes by when a test says so: no mark is gone before a busy machine has come to look at it.
private final class HeldTime: Sendable {
  private struct State {
    /// Who sleeps no longer than this is not held.
    var passing: Duration
    var sleepers: [(duration: Duration, end: AsyncStream<Void>.Continuation)] = []
  }

  private let state: Mutex<State>

  init(passing: Duration) { state = Mutex(State(passing: passing)) }

  /// Returns when so much time has passed.
  func sleep(_ duration: Duration) async throws {
    let (waking, end) = AsyncStream<Void>.makeStream()
    state.withLock { state in
      if duration <= state.passing { return end.finish() }
      state.sleepers.append((duration, end))
    }
    for await _ in waking {}
    try Task.checkCancellation()
  }

  /// Ends all sleep of so long or less, now and from now on.
  func pass(_ duration: Duration) {
    let woken = state.withLock { state in
      state.passing = max(state.passing, duration)
      defer { state.sleepers.removeAll { $0.duration <= duration } }
      return state.sleepers.filter { $0.duration <= duration }
    }
    for sleeper in woken { sleeper.end.finish() }
  }
}
