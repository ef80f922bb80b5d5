import Foundation
import Habits
import Storage
import Sync
import Synchronization
import Testing

@Suite struct `A habit tracker` {
  private let store: SQLiteRepository
  private let clock = Clock()
  private let tracker: HabitTracker

  init() throws {
    store = try .inMemory()
    tracker = HabitTracker(store, now: clock.now, zone: .utc)
  }

  @Test func `asks each day for what is to be done`() async throws {
    let run = try await tracker.begin("Run", rule: "FREQ=DAILY;INTERVAL=2")
    try await tracker.begin("Read", rule: "FREQ=DAILY")
    #expect(try await tracker.toDo().map(\.title) == ["Run", "Read"])
    #expect(try await tracker.check(run).due == .day(2026, 11, 25))
    #expect(try await tracker.toDo().map(\.title) == ["Read"])
    clock.advance(days: 2)
    #expect(try await tracker.toDo().map(\.title) == ["Read", "Run"])
  }

  @Test func `counts the days on which a habit was done one after the other`() async throws {
    var read = try await tracker.begin("Read", rule: "FREQ=DAILY")
    for _ in 1...3 {
      read = try await tracker.check(read)
      clock.advance(days: 1)
    }
    // Today is to come, and breaks nothing.
    #expect(try await tracker.streak(of: read) == 3)
    read = try await tracker.check(read)
    #expect(try await tracker.streak(of: read) == 4)
    clock.advance(days: 3)
    #expect(try await tracker.streak(of: read) == 0)
    // A check is of the date that was open; what was missed after it is passed over, and today is open.
    read = try await tracker.check(read)
    #expect(read.due == .day(tracker.today))
    #expect(try await tracker.streak(of: read) == 0)
    read = try await tracker.check(read)
    #expect(try await tracker.streak(of: read) == 1)
    #expect(try await tracker.record(of: read).count == 6)
  }

  @Test func `passes over a day, and takes a step back`() async throws {
    let read = try await tracker.begin("Read", rule: "FREQ=DAILY")
    #expect(try await tracker.skip(read).due == .day(2026, 11, 24))
    #expect(try await tracker.record(of: read).isEmpty)
    try await tracker.undo()
    let again = try #require(try await tracker.all().first)
    #expect(again.due == .day(2026, 11, 23))
    try await tracker.check(again)
    try await tracker.undo()
    #expect(try await tracker.record(of: read).isEmpty)
    #expect(try await tracker.toDo().map(\.title) == ["Read"])
  }

  @Test func `ends a habit after its last date`() async throws {
    var week = try await tracker.begin("Seven days without sugar", rule: "FREQ=DAILY;COUNT=2")
    week = try await tracker.check(week)
    clock.advance(days: 1)
    week = try await tracker.check(week)
    #expect(week.status == .done)
    #expect(try await tracker.streak(of: week) == 2)
    #expect(try await tracker.toDo().isEmpty)
  }

  @Test func `refuses a rule that is none`() async throws {
    await #expect(throws: RepeatError.self) {
      try await tracker.begin("Read", rule: "sometimes")
    }
    #expect(try await tracker.all().isEmpty)
  }

  @Test func `has one record of a day that two devices checked apart`() async throws {
    let hub = InProcessNetworkService(.inMemory())
    let environment = StoreEnvironment(now: clock.now, random: StoreEnvironment.live.random)
    let devices = try (0..<2).map { _ in try SQLiteRepository.inMemory(environment: environment) }
    let trackers = devices.map { HabitTracker($0, now: clock.now) }
    let engines = try devices.map {
      SyncEngine(store: $0, remote: try Remote("file:/test"), networkService: hub)
    }
    let syncAll = {
      for engine in [engines[0], engines[1], engines[0]] { try await engine.sync() }
    }
    try await trackers[0].begin("Read", rule: "FREQ=DAILY")
    try await syncAll()
    for tracker in trackers {
      let read = try #require(try await tracker.all().first)
      try await tracker.check(read)
    }
    try await syncAll()
    for tracker in trackers {
      let read = try #require(try await tracker.all().first)
      #expect(try await tracker.record(of: read) == [tracker.today])
      #expect(read.due == .day(tracker.today.adding(days: 1)))
    }
  }
}

/// A clock that stands on Monday, 23 November 2026, until it is told otherwise.
private final class Clock: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 1_795_435_200))

  var now: @Sendable () -> Date { { self.time.withLock { $0 } } }

  func advance(days: Int) { time.withLock { $0 += Double(days) * 86_400 } }
}
