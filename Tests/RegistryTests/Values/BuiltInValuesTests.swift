import Foundation
import Registry
import RegistryTesting
import Testing

private struct Form: Sendable {
  @Dependency(\.date) var date
  @Dependency(\.uuid) var uuid
  @Dependency(\.continuousClock) var clock
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  @Dependency(\.locale) var locale
  @Dependency(\.timeZone) var timeZone
}

@Suite(.dependencies) struct BuiltInValuesTests {
  private let form = Form()

  @Test(arguments: 1...3)
  func `in each test the values are the same`(_: Int) {
    #expect(form.date.now == Date(timeIntervalSince1970: 978_307_200))
    #expect(form.date() == form.date.now)
    #expect(form.uuid().uuidString == "00000000-0000-0000-0000-000000000000")
    #expect(form.uuid().uuidString == "00000000-0000-0000-0000-000000000001")
    #expect(form.locale.identifier == "en_US_POSIX")
    #expect(form.timeZone.secondsFromGMT() == 0)
    // The first numbers of SplitMix64 from seed 0, as its authors publish them.
    let numbers = form.withRandomNumberGenerator { [$0.next(), $0.next()] }
    #expect(numbers == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4])
  }

  @Test func `a sleep of the clock takes no time but advances it`() async throws {
    let wall = ContinuousClock.now
    let slept = try await form.clock.measure { try await form.clock.sleep(for: .seconds(3600)) }
    #expect(slept == .seconds(3600))
    // No run of the tests takes an hour, so a busy machine cannot fail this; a real sleep would.
    #expect(wall.duration(to: .now) < .seconds(3600))
    let clock = ImmediateClock()
    try await clock.sleep(until: clock.now.advanced(by: .seconds(-1)))
    #expect(clock.now.elapsed == .zero)
  }

  @Test func `a cancelled task does not sleep`() async {
    let clock = form.clock
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `they are replaced by constants and counts`() {
    let id = UUID()
    withDependencies {
      $0.date = .constant(.distantPast)
      $0.uuid = .constant(id)
      $0.withRandomNumberGenerator = .seeded(7)
    } operation: {
      #expect(form.date() == .distantPast)
      #expect(form.uuid() == id)
      let first = form.withRandomNumberGenerator { Int.random(in: 0..<1000, using: &$0) }
      var other = RandomNumbers.seeded(7)
      #expect(first == Int.random(in: 0..<1000, using: &other))
    }
    let counter = UUIDGenerator.incrementing
    let ids = onThreads(4) { _ in (0..<100).map { _ in counter() } }
    #expect(Set(ids.joined()).count == 400)
  }

  @Test func `a clock whose sleeps return at once has a short name`() async throws {
    let slept = try await withDependencies {
      $0.continuousClock = .immediate
    } operation: {
      try await form.clock.measure { try await form.clock.sleep(for: .seconds(3600)) }
    }
    #expect(slept == .seconds(3600))
  }

  @Test func `a generator of one's own gives each of its numbers once`() {
    let numbers = WithRandomNumberGenerator(Ascending())
    #expect(numbers { [$0.next(), $0.next()] } == [1, 2])
    let drawn = onThreads(4) { _ in (0..<100).map { _ in numbers.next() } }
    #expect(drawn.joined().sorted() == Array(3...402))
  }

  @Test func `in a live program they are real`() {
    FactoryContext.withContext {
      let before = Date()
      #expect(form.date() >= before)
      #expect(form.uuid() != form.uuid())
      #expect(form.clock is ContinuousClock)
      #expect(form.withRandomNumberGenerator { $0.next() != $0.next() })
    }
  }
}

/// Gives 1, 2, 3 and so on.
private struct Ascending: RandomNumberGenerator, Sendable {
  private var last: UInt64 = 0

  mutating func next() -> UInt64 {
    last += 1
    return last
  }
}
