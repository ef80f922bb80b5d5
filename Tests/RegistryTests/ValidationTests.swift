import Registry
import RegistryTesting
import Testing

private struct Closed: Error {}

@MainActor private final class Window {
  init() {}
}

private final class House: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = House()
  let manager = ContainerManager()

  var door: Factory<Object> { self { Object() } }
  var lock: ThrowingFactory<Object> { self { throw Closed() } }
  var bell: AsyncFactory<Object> { self { throw Closed() } }
  var owner: Factory<Object?> { promised() }
  var attic: ThrowingFactory<Object> { self { try self.ladder() } }
  var ladder: ThrowingFactory<Object> { self { try self.attic() } }
  var window: Factory<Window> { self { @MainActor in Window() } }
  var cellar: ThrowingFactory<Object> { promised() }
  var garden: AsyncFactory<Object> { promised() }
  var guests: Contributions<Object> { contributions() }

  func autoRegister() {}
  var essentials: [any ValidatableFactory] { [door, lock, owner] }
}

@Suite struct ValidationTests {
  @Test func `every failure is told, with the factory's name and place`() async {
    let failures = await House().validate(
      \.door,
      \.lock,
      \.bell,
      \.owner,
      \.attic,
      \.window,
      \.guests
    )
    let names = failures.map { $0.factory.prefix { $0 != " " } }
    #expect(names == ["lock", "bell", "owner", "attic"])
    #expect(failures[0].error is Closed)
    #expect(failures[0].description.hasPrefix("lock (RegistryTests/ValidationTests.swift:"))
    #expect((failures[2].error as? RegistryError)?.code == .notRegistered)
    #expect((failures[3].error as? RegistryError)?.code == .circularDependency)
    #expect(failures[3].description.contains("attic → ladder → attic"))
  }

  @Test func `a promise that was kept is no failure`() async {
    let house = House()
    house.owner.register { Object("owner") }
    #expect(await house.validate(\.owner).isEmpty)
  }

  @Test func `a container's essentials are tried without being listed`() async {
    let failures = await House().validate()
    #expect(failures.map { $0.factory.prefix { $0 != " " } } == ["lock", "owner"])
  }

  @Test func `promised factories that may fail throw until they are registered`() async throws {
    let house = House()
    let failures = await house.validate(\.cellar, \.garden)
    #expect(
      failures.map { ($0.error as? RegistryError)?.code } == [.notRegistered, .notRegistered]
    )
    #expect(failures[0].description.contains("cellar (RegistryTests/ValidationTests.swift:"))
    house.cellar.register { Object("cellar") }
    house.garden.register { Object("garden") }
    #expect(await house.validate(\.cellar, \.garden).isEmpty)
    #expect(try house.cellar().name == "cellar")
    #expect(try await house.garden().name == "garden")
  }
}

private final class Knots: SharedContainer {
  @TaskLocal static var shared = Knots()
  let manager = ContainerManager()

  var first: Factory<Object> { self { Object(self.second().name) }.cached }
  var second: Factory<Object> { self { Object(self.third()) }.singleton }
  var third: Factory<String> { self { self.first().name } }
  var thrown: ThrowingFactory<String> { self { try self.further() } }
  var further: ThrowingFactory<String> { self { try self.thrown() } }
  var waited: AsyncFactory<String> { self { try await self.waited() } }
  var mainA: Factory<Object> { self { @MainActor in self.mainB() } }
  var mainB: Factory<Object> { self { @MainActor in self.mainA() } }
  var sound: Factory<Object> { self { Object("sound") } }
}

@Suite struct ValidationOfCyclesTests {
  private func standardError(_ result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }

  @Test func `a cycle of factories that may fail is told with its chain`() async {
    let knots = Knots()
    knots.manager.recordsGraph = true
    let errors = await knots.validate(\.thrown, \.sound, \.waited)
    #expect(
      errors.map { "\($0.error)".prefix { $0 != "\n" } } == [
        "circular dependency: thrown → further → thrown", "circular dependency: waited → waited",
      ]
    )
    #expect(knots.graph().nodes.map(\.name) == ["sound"])
    knots.further.register { "mended" }
    knots.waited.register { "mended" }
    #expect(await knots.validate(\.thrown, \.waited).isEmpty)
  }

  @Test func `one of plain factories has no value to go on with, and ends the process`()
    async throws
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = await Knots().validate(\.sound, \.third)
    }
    let text = try standardError(result)
    #expect(text.contains("circular dependency: third → first → second → third\n"))
  }

  @Test func `one of an actor's plain factories does, too`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = await Knots().validate(\.mainA)
    }
    #expect(try standardError(result).contains("circular dependency: mainA → mainB → mainA"))
  }
}
