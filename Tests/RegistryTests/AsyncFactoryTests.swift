import Foundation
import Registry
import RegistryTesting
import Testing

extension Scope {
  fileprivate static let harbour = Cached()
  fileprivate static let harbours = Singleton()
}

private struct Refused: Error, Equatable {
  var number = 0
}

/// A container whose asynchronous factories fail so many times before they give a numbered object.
private final class Port: SharedContainer {
  @TaskLocal static var shared = Port()
  let manager: ContainerManager
  let clock = ManualClock()
  let made = Counter()
  private let failing: Int

  init(failing: Int = 0) {
    self.failing = failing
    manager = ContainerManager(now: { [clock] in clock.now })
  }

  @Sendable func open() async throws -> Object {
    let number = made.increment()
    await Task.yield()
    if number <= failing { throw Refused(number: number) }
    return Object("\(number)")
  }

  var unique: AsyncFactory<Object> { self { try await self.open() } }
  var cached: AsyncFactory<Object> { self { try await self.open() }.cached }
  var weak: AsyncFactory<Object> { self { try await self.open() }.shared }
  var single: AsyncFactory<Object> { self { try await self.open() }.singleton }
  var custom: AsyncFactory<Object> { self { try await self.open() }.scope(.harbour) }
  var customSingle: AsyncFactory<Object> { self { try await self.open() }.scope(.harbours) }
  var timed: AsyncFactory<Object> { self { try await self.open() }.cached.timeToLive(10) }
  var leaf: AsyncFactory<Object> { self { try await self.open() }.graph }
  var maybe: AsyncFactory<Object?> {
    self { try await self.open().name == "1" ? nil : Object() }.cached
  }
  var account: AsyncParameterFactory<Int, Object> {
    self { number in
      if number < 0 { throw Refused(number: number) }
      return Object("\(number)-\(try await self.open().name)")
    }
  }
  var each: AsyncParameterFactory<Int, Object> {
    self { number in
      if number < 0 { throw Refused(number: number) }
      return try await self.open()
    }.scopeOnParameters.cached
  }
  var contextual: AsyncFactory<String> {
    self { throw Refused() }.onArg("broken") { throw Refused(number: 2) }.onTest { "test" }
  }
  var twice: AsyncFactory<[Object]> {
    self {
      async let first = self.unique()
      return [try await first, try await self.unique()]
    }
  }
}

@Suite(.container) struct AsyncFactoryTests {
  private static let keeping: [(name: String, find: @Sendable (Port) async throws -> Object)] = [
    ("cached", { try await $0.cached() }),
    ("shared", { try await $0.weak() }),
    ("singleton", { try await $0.single() }),
    ("custom", { try await $0.custom() }),
    ("time to live", { try await $0.timed() }),
    ("each parameter", { try await $0.each(7) }),
    ("default scope", { try await $0.unique() }),
  ]

  @Test(arguments: keeping.indices)
  func `a failure is thrown and not cached, what comes after is`(_ index: Int) async throws {
    let (name, find) = Self.keeping[index]
    let port = Port(failing: 2)
    port.manager.defaultScope = .cached
    await #expect(throws: Refused(number: 1), "\(name)") { try await find(port) }
    await #expect(throws: Refused(number: 2), "\(name)") { try await find(port) }
    let first = try await find(port)
    #expect(first.name == "3", "\(name)")
    #expect(try await find(port) === first, "\(name)")
    #expect(port.made.count == 3, "\(name)")
  }

  @Test(arguments: keeping.indices)
  func `tasks that ask at the same time share one creation`(_ index: Int) async throws {
    let (name, find) = Self.keeping[index]
    let port = Port()
    port.manager.defaultScope = .cached
    let objects = try await withThrowingTaskGroup { group in
      for _ in 0..<100 { group.addTask { try await find(port) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(objects.map(ObjectIdentifier.init)).count == 1, "\(name)")
    #expect(port.made.count == 1, "\(name)")
  }

  @Test func `without a scope each call makes its own`() async throws {
    let port = Port()
    #expect(try await [port.unique().name, port.unique.resolve().name] == ["1", "2"])
    #expect(try await [port.account(7).name, port.account.resolve(8).name] == ["7-3", "8-4"])
    await #expect(throws: Refused(number: -1)) { try await port.account(-1) }
    #expect(try await Set(port.twice().map(\.name)) == ["5", "6"])
  }

  @Test func `a singleton scope of one's own keeps for all containers`() async throws {
    defer { Scope.harbours.reset() }
    let object = try await Port().customSingle()
    #expect(try await Port().customSingle() === object)
    Scope.harbours.reset()
    await #expect(throws: Refused(number: 1)) { try await Port(failing: 1).customSingle() }
    #expect(try await Port().customSingle() !== object)
  }

  @Test func `nil is no failure and is not cached`() async throws {
    let port = Port()
    #expect(try await port.maybe() == nil)
    let object = try #require(try await port.maybe())
    #expect(try await port.maybe() === object)
  }

  @Test func `what is shared goes with its last holder`() async throws {
    let port = Port()
    var object: Object? = try await port.weak()
    #expect(try await port.weak() === object)
    object = nil
    #expect(try await port.weak().name == "2")
  }

  @Test func `a value is made anew when its time is over`() async throws {
    let port = Port()
    let first = try await port.timed()
    port.clock.advance(by: .seconds(9))
    #expect(try await port.timed() === first)
    port.clock.advance(by: .seconds(9))
    #expect(try await port.timed() === first)
    port.clock.advance(by: .seconds(11))
    #expect(try await port.timed().name == "2")
  }

  @Test func `each parameter has its value, and fails for itself`() async throws {
    let port = Port()
    let first = try await port.each(1)
    await #expect(throws: Refused(number: -1)) { try await port.each(-1) }
    #expect(try await port.each(2) !== first)
    #expect(try await port.each(1) === first)
  }

  @Test func `overrides may fail, mend and clear`() async throws {
    let port = Port()
    let object = try await port.cached()
    port.cached.register { throw Refused(number: 5) }
    await #expect(throws: Refused(number: 5)) { try await port.cached() }
    port.cached { Object("mended") }
    #expect(try await port.cached().name == "mended")
    port.each.register { throw Refused(number: $0 * 2) }
    await #expect(throws: Refused(number: 6)) { try await port.each(3) }
    port.reset()
    #expect(try await port.cached() !== object)
    #expect(try await port.each(3).name == "3")
  }

  @Test func `contexts may fail or mend`() async throws {
    let port = Port()
    #expect(try await port.contextual() == "test")
    _ = await FactoryContext.withContext(.arg("broken")) {
      await #expect(throws: Refused(number: 2)) { try await port.contextual() }
    }
    port.contextual.onTest { throw Refused(number: 3) }
    await #expect(throws: Refused(number: 3)) { try await port.contextual() }
  }

  @Test func `decorators and traces see what was made, and no failure`() async throws {
    let port = Port(failing: 1)
    let seen = Log<String>()
    let lines = Log<String>()
    port.cached.decorator { object, isNew in seen.append("\(object.name) \(isNew)") }
    port.decorator { _ in seen.append("any") }
    port.manager.trace = true
    port.manager.logger = { lines.append($0) }
    port.unique.register {
      _ = try await port.cached()
      return try await port.cached()
    }
    await #expect(throws: Refused(number: 1)) { try await port.cached() }
    #expect(seen.all.isEmpty)
    _ = try await port.unique()
    #expect(seen.all == ["2 true", "2 false", "any"])
    #expect(
      lines.all == [
        "0: unique = R:Object",
        "1:     cached = F:Object",
        "1:     cached = C:Object",
      ]
    )
  }
}
