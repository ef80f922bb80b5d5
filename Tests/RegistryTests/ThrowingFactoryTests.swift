import Foundation
import Registry
import RegistryTesting
import Testing

extension Scope {
  fileprivate static let vault = Cached()
  fileprivate static let vaults = Singleton()
}

private struct Refused: Error, Equatable {
  var number = 0
}

/// A container whose factories fail so many times before they give a numbered object.
private final class Bank: SharedContainer {
  @TaskLocal static var shared = Bank()
  let manager: ContainerManager
  let clock = ManualClock()
  let made = Counter()
  private let failing: Int

  init(failing: Int = 0) {
    self.failing = failing
    manager = ContainerManager(now: { [clock] in clock.now })
  }

  @Sendable func open() throws -> Object {
    let number = made.increment()
    if number <= failing { throw Refused(number: number) }
    return Object("\(number)")
  }

  var unique: ThrowingFactory<Object> { self { try self.open() } }
  var cached: ThrowingFactory<Object> { self { try self.open() }.cached }
  var weak: ThrowingFactory<Object> { self { try self.open() }.shared }
  var single: ThrowingFactory<Object> { self { try self.open() }.singleton }
  var process: ThrowingFactory<Object> { self { try self.open() }.singleton }
  var custom: ThrowingFactory<Object> { self { try self.open() }.scope(.vault) }
  var customSingle: ThrowingFactory<Object> { self { try self.open() }.scope(.vaults) }
  var timed: ThrowingFactory<Object> { self { try self.open() }.cached.timeToLive(10) }
  var leaf: ThrowingFactory<Object> { self { try self.open() }.graph }
  var pair: ThrowingFactory<[Object]> { self { [try self.leaf(), try self.leaf()] } }
  var lenient: Factory<[Object?]> { self { [try? self.leaf(), try? self.leaf()] } }
  var maybe: ThrowingFactory<Object?> {
    self { try self.open().name == "1" ? nil : Object() }.cached
  }
  var account: ThrowingParameterFactory<Int, Object> {
    self { number in
      if number < 0 { throw Refused(number: number) }
      return Object("\(number)-\(try self.open().name)")
    }
  }
  var each: ThrowingParameterFactory<Int, Object> {
    self { number in
      if number < 0 { throw Refused(number: number) }
      return try self.open()
    }.scopeOnParameters.cached
  }
  var contextual: ThrowingFactory<String> {
    self { throw Refused() }.onArg("broken") { throw Refused(number: 2) }.onTest { "test" }
  }
}

@Suite(.container) struct ThrowingFactoryTests {
  private static let keeping: [(name: String, find: @Sendable (Bank) throws -> Object)] = [
    ("cached", { try $0.cached() }),
    ("shared", { try $0.weak() }),
    ("singleton", { try $0.single() }),
    ("custom", { try $0.custom() }),
    ("time to live", { try $0.timed() }),
    ("each parameter", { try $0.each(7) }),
    ("default scope", { try $0.unique() }),
  ]

  @Test(arguments: keeping.indices)
  func `a failure is thrown and not cached, what comes after is`(_ index: Int) throws {
    let (name, find) = Self.keeping[index]
    let bank = Bank(failing: 2)
    bank.manager.defaultScope = .cached
    #expect(throws: Refused(number: 1), "\(name)") { try find(bank) }
    #expect(throws: Refused(number: 2), "\(name)") { try find(bank) }
    let first = try find(bank)
    #expect(first.name == "3", "\(name)")
    #expect(try find(bank) === first, "\(name)")
    #expect(bank.made.count == 3, "\(name)")
  }

  @Test func `without a scope each call makes its own`() throws {
    let bank = Bank()
    #expect(try [bank.unique().name, bank.unique.resolve().name] == ["1", "2"])
    #expect(try [bank.account(7).name, bank.account.resolve(8).name] == ["7-3", "8-4"])
    #expect(throws: Refused(number: -1)) { try bank.account(-1) }
  }

  @Test func `a singleton scope of one's own keeps for all containers`() throws {
    defer { Scope.vaults.reset() }
    let object = try Bank().customSingle()
    #expect(try Bank().customSingle() === object)
    Scope.vaults.reset()
    #expect(throws: Refused(number: 1)) { try Bank(failing: 1).customSingle() }
    #expect(try Bank().customSingle() !== object)
  }

  @Test func `a resolution's graph keeps no failure and one value`() throws {
    let bank = Bank(failing: 1)
    let objects = bank.lenient()
    #expect(objects.map { $0?.name } == [nil, "2"])
    let pair = try bank.pair()
    #expect(pair[0] === pair[1])
    #expect(pair[0].name == "3")
    #expect(try bank.leaf() !== bank.leaf())
  }

  @Test func `nil is no failure and is not cached`() throws {
    let bank = Bank()
    #expect(try bank.maybe() == nil)
    let object = try #require(try bank.maybe())
    #expect(try bank.maybe() === object)
  }

  @Test func `what is shared goes with its last holder`() throws {
    let bank = Bank()
    var object: Object? = try bank.weak()
    #expect(try bank.weak() === object)
    object = nil
    #expect(try bank.weak().name == "2")
  }

  @Test func `a value is made anew when its time is over, and a failure then is not cached`() throws
  {
    let bank = Bank()
    let first = try bank.timed()
    bank.clock.advance(by: .seconds(9))
    #expect(try bank.timed() === first)
    bank.clock.advance(by: .seconds(9))
    #expect(try bank.timed() === first)
    bank.clock.advance(by: .seconds(11))
    #expect(try bank.timed().name == "2")

    bank.timed.register { throw Refused(number: 9) }
    #expect(throws: Refused(number: 9)) { try bank.timed() }
  }

  @Test func `each parameter has its value, and fails for itself`() throws {
    let bank = Bank()
    let first = try bank.each(1)
    #expect(throws: Refused(number: -1)) { try bank.each(-1) }
    #expect(try bank.each(2) !== first)
    #expect(try bank.each(1) === first)
    #expect(throws: Refused(number: -1)) { try bank.each(-1) }
  }

  @Test func `overrides may fail, mend and clear`() throws {
    let bank = Bank()
    let object = try bank.cached()
    bank.cached.register { throw Refused(number: 5) }
    #expect(throws: Refused(number: 5)) { try bank.cached() }
    bank.cached { Object("mended") }
    #expect(try bank.cached().name == "mended")
    bank.each.register { throw Refused(number: $0 * 2) }
    #expect(throws: Refused(number: 6)) { try bank.each(3) }
    bank.reset()
    #expect(try bank.cached() !== object)
    #expect(try bank.each(3).name == "3")
  }

  @Test func `contexts may fail or mend`() throws {
    let bank = Bank()
    #expect(try bank.contextual() == "test")
    _ = FactoryContext.withContext(.arg("broken")) {
      #expect(throws: Refused(number: 2)) { try bank.contextual() }
    }
    bank.contextual.onTest { throw Refused(number: 3) }
    #expect(throws: Refused(number: 3)) { try bank.contextual() }
    bank.contextual.reset(.context)
    bank.contextual.context(.test) { "again" }
    #expect(try bank.contextual() == "again")
  }

  @Test func `decorators and traces see what was made, and no failure`() throws {
    let bank = Bank(failing: 1)
    let seen = Log<String>()
    let lines = Log<String>()
    bank.cached.decorator { object, isNew in seen.append("\(object.name) \(isNew)") }
    bank.decorator { value in seen.append("any \((value as? [Object])?.count ?? 1)") }
    bank.manager.trace = true
    bank.manager.logger = { lines.append($0) }
    #expect(throws: Refused(number: 1)) { try bank.cached() }
    #expect(seen.all.isEmpty)
    _ = try bank.cached()
    _ = try bank.cached()
    _ = try bank.pair()
    #expect(seen.all == ["2 true", "2 false", "any 1", "any 1", "any 2"])
    #expect(
      lines.all == [
        "0: cached = F:Object",
        "0: cached = C:Object",
        "0: pair = F:Array<Object>",
        "1:     leaf = F:Object",
        "1:     leaf = C:Object",
      ]
    )
  }
}

// MARK: - Threads

/// What eight threads got from one failing factory.
private struct Round {
  let made: Int
  let errors: [Refused?]
}

@Suite struct ThrowingThreadsTests {
  /// Eight threads resolve what fails; the first that runs the factory goes on a little after all are about to ask.
  private func round(pause: TimeInterval) -> Round {
    let bank = Bank()
    let asking = Latch(of: 8)
    bank.cached.register {
      let number = bank.made.increment()
      asking.waitOnThread()
      Thread.sleep(forTimeInterval: pause)
      throw Refused(number: number)
    }
    let errors = onThreads(8) { _ -> Refused? in
      asking.arrive()
      do {
        _ = try bank.cached()
        return nil
      } catch {
        return error as? Refused
      }
    }
    return Round(made: bank.made.count, errors: errors)
  }

  @Test func `threads that wait for a failing creation get its failure`() {
    var numbers: [Int] = []
    // A thread may be late for a round, more so on a busy machine: each round gives it more time than the one before.
    while numbers.count < 50, !numbers.contains(1) {
      let round = round(pause: Double(numbers.count + 1) * 0.003)
      numbers.append(round.made)
      for error in round.errors {
        #expect(error.map { (1...round.made).contains($0.number) } == true)
      }
    }
    #expect(numbers.contains(1), "made in each round: \(numbers)")
  }

  @Test func `a creation that was cancelled fails for nobody else`() {
    let bank = Bank()
    let asking = Latch(of: 8)
    bank.cached.register {
      asking.waitOnThread()
      // Most threads wait by then; the expectations hold for those that are late, too.
      Thread.sleep(forTimeInterval: 0.003)
      if bank.made.increment() == 1 { throw CancellationError() }
      return Object("made")
    }
    let names = onThreads(8) { _ -> String in
      asking.arrive()
      return (try? bank.cached().name) ?? "failed"
    }
    #expect(names.count { $0 == "failed" } == 1)
    #expect(bank.made.count == 2)
  }

  @Test func `eight threads create once`() {
    let bank = Bank()
    let asking = Latch(of: 8)
    bank.process.register {
      asking.waitOnThread()
      return try bank.open()
    }
    let objects = onThreads(8) { _ -> Object? in
      asking.arrive()
      return try? bank.process()
    }
    #expect(Set(objects.compactMap { $0.map(ObjectIdentifier.init) }).count == 1)
    #expect(objects.count { $0 == nil } == 0)
    #expect(bank.made.count == 1)
  }

  @Test func `threads that see an empty cell at the same time create once`() {
    let rounds = 2000
    let banks = (0..<rounds).map { _ in Bank() }
    let arrived = Counter()
    let objects = onThreads(2) { _ in
      banks.indices.map { round -> ObjectIdentifier? in
        arrived.increment()
        // They go on together, as near as threads can; giving way now and then lets them meet on one core, too.
        var turns = 0
        while arrived.count < (round + 1) * 2 {
          turns += 1
          if turns % 1000 == 0 { sched_yield() }
        }
        return (try? banks[round].cached()).map(ObjectIdentifier.init)
      }
    }
    #expect(banks.allSatisfy { $0.made.count == 1 })
    #expect(Set(objects).count == 1)
  }

  @Test func `a thread that waits rests`() throws {
    let bank = Bank()
    let entered = DispatchSemaphore(value: 0)
    bank.cached.register {
      entered.signal()
      // As long as a disk may take; the test asks what the other thread did meanwhile, not how long it took.
      Thread.sleep(forTimeInterval: 0.1)
      return Object()
    }
    let used = onThreads(2) { index -> UInt64 in
      if index == 1 { entered.wait() }
      let start = workOfThread()
      _ = try? bank.cached()
      return workOfThread() - start
    }
    #expect(used[1] < 30_000_000, "nanoseconds of work")
  }
}

/// Nanoseconds that the calling thread has worked.
private func workOfThread() -> UInt64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
