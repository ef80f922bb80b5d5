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
  let runs = Counter()
  let begun = Latch()

  var first: Factory<Object> { self { Object(self.second().name) }.cached }
  var second: Factory<Object> { self { Object(self.third()) }.singleton }
  var third: Factory<String> { self { self.first().name } }
  var itself: Factory<String> { self { self.itself() } }
  var looped: Factory<String> { self { DependencyValues.current[LoopKey.self] } }
  var wanting: Factory<String> { self { self.absent()?.name ?? "none" } }
  var absent: Factory<Object?> { promised() }
  var displaced: Factory<Object> { self { self.hall() } }
  var hall: Factory<Object> { self { @MainActor in Object("hall") } }
  var waiting: AsyncFactory<String> {
    self {
      await Task.yield()
      return self.itself()
    }.cached
  }
  var once: ThrowingFactory<String> {
    self {
      let run = self.runs.increment()
      self.begun.arrive()
      return run == 1 ? self.itself() : "again"
    }.cached
  }
  var mainA: Factory<Object> { self { @MainActor in self.mainB() } }
  var mainB: Factory<Object> { self { @MainActor in self.mainA() } }
  var sound: Factory<Object> { self { Object("sound") } }
}

private enum LoopKey: DependencyKey {
  static var defaultValue: String { Knots.shared.looped() }
}

private func message(_ errors: [ValidationError]) -> String {
  errors.map { ($0.error as? RegistryError)?.message ?? "\($0)" }.joined(separator: "\n")
}

/// A plain factory has no way to give no value, so each of these ends a process that resolves it without validation.
///
/// With validation each leaves a thread asleep, so it is tried in a process of its own.
@Suite struct PlainMistakeTests {
  @Test func `a cycle of plain factories is told with its chain, and nothing of it is kept`()
    async
  {
    await #expect(processExitsWith: .success) {
      let knots = Knots()
      let errors = await knots.validate(\.first, \.sound, \.second, \.third, \.itself, \.first)
      let chains = errors.map { "\($0.error)".prefix { $0 != "\n" } }
      #expect(
        chains == [
          "circular dependency: first → second → third → first",
          "circular dependency: second → third → first → second",
          "circular dependency: third → first → second → third",
          "circular dependency: itself → itself",
          "circular dependency: first → second → third → first",
        ]
      )
      let place = try #require(errors.first).factory
      #expect(place.hasPrefix("first (RegistryTests/ValidationTests.swift:"))
      knots.third.register { "mended" }
      #expect(await knots.validate(\.first, \.second, \.third).isEmpty)
      #expect(knots.first().name == "mended")
    }
  }

  @Test func `one that passes through a key's value is told each time`() async {
    await #expect(processExitsWith: .success) {
      let knots = Knots()
      await Knots.$shared.withValue(knots) {
        for _ in 1...2 {
          let errors = await knots.validate(\.looped)
          #expect(message(errors).hasPrefix("circular dependency: looped → "))
        }
      }
    }
  }

  @Test func `one that an asynchronous factory meets is told, also to those who wait`() async {
    await #expect(processExitsWith: .success) {
      let knots = Knots()
      async let both = knots.validate(\.waiting)
      let errors = await knots.validate(\.waiting) + both
      #expect(errors.count == 2)
      for error in errors { #expect("\(error)".contains("itself → itself")) }
    }
  }

  @Test func `one is told even where the test for cycles is off`() async {
    await #expect(processExitsWith: .success) {
      let knots = Knots()
      knots.manager.circularDependencyTesting = false
      #expect(message(await knots.validate(\.itself)).contains("itself → itself"))
    }
  }

  @Test func `a promise and an actor that a plain factory needs are told`() async {
    await #expect(processExitsWith: .success) {
      let errors = await Knots().validate(\.wanting, \.displaced)
      #expect(errors.count == 2)
      let text = message(errors)
      #expect(text.contains("promised, but not registered: absent (RegistryTests/Validation"))
      #expect(text.contains("needed by wanting (RegistryTests/ValidationTests.swift:"))
      #expect(text.contains("hall (RegistryTests/ValidationTests.swift:"))
      #expect(text.contains("belongs to MainActor"))
    }
  }

  @Test func `the main thread goes on`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      #expect(await Knots().validate(\.itself, \.hall).count == 1)
    }
  }

  @Test func `a thread that waits for a value that is given up makes its own or has the error`()
    async
  {
    await #expect(processExitsWith: .success) {
      for _ in 1...20 {
        let knots = Knots()
        async let errors = knots.validate(\.once)
        await knots.begun.wait()
        let outcome = onThread { Result { try knots.once() } }
        switch outcome {
        case .success(let value): #expect(value == "again")
        case .failure(let error): #expect("\(error)".contains("itself → itself"))
        }
        #expect(await errors.count == 1)
      }
    }
  }

  @Test func `the picture is drawn after a cycle, of what was made`() async {
    await #expect(processExitsWith: .success) {
      let knots = Knots()
      knots.manager.recordsGraph = true
      #expect(await knots.validate(\.itself, \.sound).count == 1)
      #expect(knots.graph().nodes.map(\.name) == ["sound"])
    }
  }

  @Test func `a live program goes on, too`() async throws {
    await #expect(processExitsWith: .success) {
      FactoryContext.current.isTest = false
      let knots = Knots()
      let errors = await knots.validate(\.first, \.wanting)
      precondition(errors.count == 2 && knots.sound().name == "sound")
    }
  }

  @Test func `a cycle of an actor's plain factories ends the process with its chain`() async throws
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = await Knots().validate(\.mainA)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("circular dependency: mainA → mainB → mainA"))
  }
}
