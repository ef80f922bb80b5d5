import Registry
import RegistryTesting
import Testing

extension Scope {
  fileprivate static let strong = Cached()
  fileprivate static let weak = Shared()
  fileprivate static let world = Singleton()
}

extension Container {
  fileprivate var plain: Factory<Object> { self { Object() } }
  fileprivate var cached: Factory<Object> { self { Object() }.cached }
  fileprivate var shared: Factory<Object> { self { Object() }.shared }
  fileprivate var single: Factory<Object> { self { Object() }.singleton }
  fileprivate var strong: Factory<Object> { self { Object() }.scope(.strong) }
  fileprivate var weak: Factory<Object> { self { Object() }.scope(.weak) }
  fileprivate var world: Factory<Object> { self { Object() }.scope(.world) }
  fileprivate var timed: Factory<Object> { self { Object() }.cached.timeToLive(1000) }
  fileprivate var contexts: Factory<Object> {
    self { Object() }
      .onArg("override") { Object("arg") }
      .onPreview { Object("preview") }
      .onTest { Object("test") }
      .onSimulator { Object("simulator") }
      .onDevice { Object("device") }
      .onDebug { Object("debug") }
      .singleton
  }
  fileprivate var each: ParameterFactory<Int, Object> {
    self { Object("\($0)") }.onTest { Object("test \($0)") }.scopeOnParameters.singleton
  }
  fileprivate var decorated: Factory<Object> { self { Object() }.cached.decorator { _ in } }
}

private final class Timed: SharedContainer {
  @TaskLocal static var shared = Timed(clock: ManualClock())
  let manager: ContainerManager

  init(clock: ManualClock) {
    manager = ContainerManager(now: { clock.now })
  }

  var hourly: Factory<Object> { self { Object() }.cached.timeToLive(3600) }
}

@Suite(.container) struct OverrideTests {
  static let factories: [@Sendable (Container) -> Factory<Object>] = [
    { $0.plain }, { $0.cached }, { $0.shared }, { $0.single }, { $0.strong }, { $0.weak },
    { $0.world }, { $0.timed }, { $0.contexts },
  ]
  static let defaults: [Scope] = [.cached, .shared, .strong, .weak, .world, Scope.Singleton()]

  private let container = Container()

  @Test(arguments: factories.indices)
  func `it clears the value that the factory's scope cached`(_ index: Int) {
    container.manager.defaultScope = .cached
    expectCleared(Self.factories[index])
  }

  @Test(arguments: defaults.indices)
  func `it clears the value that a default scope cached`(_ index: Int) {
    container.manager.defaultScope = Self.defaults[index]
    expectCleared { $0.plain }
  }

  @Test func `a value takes the place of the closure, in every scope, until it is reset`() {
    let container = Container()
    let object = Object("value")
    for factory in [container.plain, container.cached, container.single] {
      factory.register(object)
      #expect(factory() === object && factory() === object)
      factory.reset()
      #expect(factory() !== object)
    }
    container.each.register(object)
    #expect(container.each(1) === object && container.each(2) === object)
  }

  @Test func `it clears the value that the default singleton scope cached`() {
    container.manager.defaultScope = Scope.singleton
    expectCleared { $0.plain }
  }

  private func expectCleared(_ find: @Sendable (Container) -> Factory<Object>) {
    let first = find(container)()
    #expect(find(container)() === first, "it is cached")
    find(container).register { Object("1") }
    let second = find(container)()
    #expect(second.name == "1")
    #expect(find(container)() === second, "it is cached again")
    find(container).onTest { Object("2") }
    #expect(find(container)().name == "2")
    find(container).reset()
    #expect(find(container)().name == first.name)
  }

  @Test(arguments: [
    FactoryContextType.arg("override"), .preview, .test, .simulator, .device, .debug,
  ])
  func `it wins over each context of the definition`(_ context: FactoryContextType) {
    FactoryContext.withContext(context) {
      #expect(container.contexts().name != "object")
      container.contexts.register { Object("mock") }
      #expect(container.contexts().name == "mock")
      container.contexts.context(context) { Object("context") }
      #expect(container.contexts().name == "context")
    }
  }

  @Test func `it wins for every parameter`() {
    #expect([1, 2].map { container.each($0).name } == ["test 1", "test 2"])
    container.each.register { Object("mock \($0)") }
    #expect([1, 2].map { container.each($0).name } == ["mock 1", "mock 2"])
  }

  @Test func `it wins over the time to live of the definition`() {
    let clock = ManualClock()
    let timed = Timed(clock: clock)
    timed.hourly.timeToLive(60)
    let first = timed.hourly()
    clock.advance(by: .seconds(61))
    #expect(timed.hourly() !== first)
    timed.hourly.reset()
    let second = timed.hourly()
    clock.advance(by: .seconds(61))
    #expect(timed.hourly() === second)
  }

  @Test func `it wins over scope and decorator of the definition`() {
    let seen = Counter()
    container.timed.scope(.unique)
    #expect(container.timed() !== container.timed())
    container.single.scope(.strong)
    let strong = container.single()
    #expect(Container().single() !== strong)
    container.manager.reset(scope: .strong)
    #expect(container.single() !== strong)
    container.decorated.decorator { _ in seen.increment() }
    _ = container.decorated()
    #expect(seen.count == 1)
  }

  @Test func `an override of a singleton holds in its container only, but clears what all share`() {
    let first = container.single()
    let other = Container()
    container.single.register { Object("mock") }
    let mock = container.single()
    #expect(mock.name == "mock")
    #expect(first !== mock)
    #expect(other.single() === mock, "what is cached is for all containers")
  }

  @Test func `an override in a test's container leaves the process's singletons alone`() {
    let single = container.single()
    Scope.$singleton.withValue(Scope.singleton.clone()) {
      let inner = Container()
      inner.single.register { Object("inner") }
      #expect(inner.single().name == "inner")
    }
    #expect(container.single() === single)
  }
}
