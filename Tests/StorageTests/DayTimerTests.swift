import Testing

@testable import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A clock that stands still until it is told to go on, and then wakes who waits.
private final class StandingClock: Sendable {
  private struct State {
    var now: Date
    var waiting: [CheckedContinuation<Void, any Error>] = []
    var waits: [Duration] = []
  }

  private let state: Locked<State>

  init(_ now: Date) { state = Locked(State(now: now)) }

  var now: Date { state.withLock { $0.now } }

  /// How long was to be waited, each time.
  var waits: [Duration] { state.withLock { $0.waits } }

  var timer: DayTimer {
    DayTimer(
      now: { self.now },
      sleep: { duration in
        try await withCheckedThrowingContinuation { continuation in
          self.state.withLock { state in
            state.waits.append(duration)
            state.waiting.append(continuation)
          }
        }
      }
    )
  }

  /// Waits until somebody waits, and lets time pass.
  func advance(by seconds: Double) async {
    while state.withLock({ $0.waiting.isEmpty }) { await Task.yield() }
    let waiting = state.withLock { state in
      state.now += seconds
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Wakes those who still wait, so that none of them is leaked.
  func end() async {
    while state.withLock({ $0.waiting.isEmpty }) { await Task.yield() }
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(throwing: CancellationError()) }
  }
}

@Suite struct `A query that depends on the time` {
  private let monday = CalendarDay(year: 2026, month: 11, day: 30)

  private func store(_ clock: StandingClock) throws -> SQLiteRepository {
    try SQLiteRepository.inMemory(
      environment: StoreEnvironment(now: { clock.now }, random: StoreEnvironment.live.random)
    )
  }

  @Test func `is answered again at midnight of its zone, and not before`() async throws {
    let zone = LocalZone.fixed(secondsFromGMT: 9 * 3_600)
    let clock = StandingClock(zone.start(of: monday) - 90)
    let store = try store(clock)
    try await store.add(ItemDraft(title: "Monday", due: .day(monday)))
    let query = ItemQuery(.due(.today), zone: zone)
    var pages = store.observe(query, timer: clock.timer).makeAsyncIterator()
    #expect(try await pages.next()?.items.isEmpty == true)
    await clock.advance(by: 60)
    await clock.advance(by: 30)
    #expect(try await pages.next()?.items.map(\.title) == ["Monday"])
    #expect(clock.waits.prefix(2) == [.seconds(60), .seconds(30)])
    await clock.end()
  }

  @Test func `is answered again as moments pass, if it asks for what is past`() async throws {
    let clock = StandingClock(Date(timeIntervalSince1970: 1_800_000_000))
    let store = try store(clock)
    try await store.add(ItemDraft(title: "Call", due: .instant(clock.now + 20)))
    var pages = store.observe(ItemQuery(.overdue, zone: .utc), timer: clock.timer)
      .makeAsyncIterator()
    #expect(try await pages.next()?.items.isEmpty == true)
    await clock.advance(by: 60)
    #expect(try await pages.next()?.items.map(\.title) == ["Call"])
    await clock.end()
  }

  @Test func `is answered again where its owner has come to`() async throws {
    // At nine in the evening of Sunday in UTC, it is Monday in Tokyo.
    let clock = StandingClock(LocalZone.utc.start(of: monday) - 3 * 3_600)
    let offset = Locked(0)
    let zone = LocalZone(identifier: "Test/Travel") { _ in offset.withLock { $0 } }
    let store = try store(clock)
    try await store.add(ItemDraft(title: "Monday", due: .day(monday)))
    var pages = store.observe(ItemQuery(.due(.today), zone: zone), timer: clock.timer)
      .makeAsyncIterator()
    #expect(try await pages.next()?.items.isEmpty == true)
    offset.withLock { $0 = 9 * 3_600 }
    await clock.advance(by: 60)
    #expect(try await pages.next()?.items.map(\.title) == ["Monday"])
    await clock.end()
  }

  @Test func `waits for no clock if it asks for neither days nor times`() {
    #expect(ItemQuery(.list("home"), sort: [.ascending(.title)]).timeDependence == nil)
    #expect(ItemQuery(.created(.past), sort: [.ascending(.title)]).timeDependence != nil)
    #expect(ItemFilter.list("home").timeDependence == nil)
    #expect(ItemFilter.waiting.timeDependence?.followsMoments == true)
    #expect(ItemFilter.due(.today).timeDependence?.followsMoments == false)
  }
}
