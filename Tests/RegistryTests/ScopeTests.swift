import Registry
import RegistryTesting
import Testing

extension Scope {
  fileprivate static let screen = Cached()
  fileprivate static let pool = Shared()
  fileprivate static let world = Singleton()
}

/// Two parameters with one hash.
private struct Colliding: Hashable {
  let value: Int
  func hash(into hasher: inout Hasher) {}
}

private final class Pair: Sendable {
  let left: Object
  let right: Object

  init(_ left: Object, _ right: Object) {
    self.left = left
    self.right = right
  }
}

extension Container {
  fileprivate var plain: Factory<Object> { self { Object() } }
  fileprivate var unique: Factory<Object> { self { Object() }.unique }
  fileprivate var cached: Factory<Object> { self { Object() }.cached }
  fileprivate var weak: Factory<Object> { self { Object() }.shared }
  fileprivate var weakLater: AsyncFactory<Object> { self { Object() }.shared }
  fileprivate var weakService: Factory<any Service> { self { Object() }.shared }
  fileprivate var weakError: Factory<any Error> { self { Fault() }.shared }
  fileprivate var weakOptional: Factory<(any Service)?> { self { Object() }.shared }
  fileprivate var weakStruct: Factory<any Service> { self { Live() }.shared }
  fileprivate var single: Factory<Object> { self { Object() }.singleton }
  fileprivate var session: Factory<Object> { self { Object() }.scope(.session) }
  fileprivate var screen: Factory<Object> { self { Object() }.scope(.screen) }
  fileprivate var pooled: Factory<Object> { self { Object() }.scope(.pool) }
  fileprivate var world: Factory<Object> { self { Object() }.scope(.world) }
  fileprivate var child: Factory<Object> { self { Object() }.graph }
  fileprivate var pair: Factory<Pair> { self { Pair(self.child(), self.child()) } }
  fileprivate var optional: ParameterFactory<Bool, Object?> { self { $0 ? Object() : nil }.cached }
  fileprivate var any: ParameterFactory<Int, Object> { self { Object("\($0)") }.cached }
  fileprivate var each: ParameterFactory<Int, Object> {
    self { Object("\($0)") }.scopeOnParameters.cached
  }
  fileprivate var colliding: ParameterFactory<Colliding, Object> {
    self { Object("\($0.value)") }.scopeOnParameters.cached
  }
  fileprivate var brief: Factory<Object> { self { Object() }.cached.timeToLive(60) }
}

@Suite(.container) struct ScopeTests {
  let container = Container()

  @Test func `unique is the first default and makes a new value each time`() {
    #expect(container.plain() !== container.plain())
    container.manager.defaultScope = .cached
    #expect(container.plain() === container.plain())
    #expect(container.unique() !== container.unique())
  }

  @Test func `an override clears a default scope's value`() {
    container.manager.defaultScope = .cached
    _ = container.plain()
    container.plain.register { Object("mock") }
    #expect(container.plain().name == "mock")
  }

  @Test func `cached is one value per container`() {
    #expect(container.cached() === container.cached())
    #expect(container.cached() !== Container().cached())
  }

  @Test func `shared is one value while somebody holds it`() {
    weak var gone: Object?
    do {
      let held = container.weak()
      #expect(container.weak() === held)
      gone = held
    }
    #expect(gone == nil)
    let next = container.weak()
    #expect(container.weak() === next)
    let service = container.weakService() as? Object
    #expect(container.weakService() as? Object === service)
    let optional = container.weakOptional() as? Object
    #expect(optional != nil)
    #expect(container.weakOptional() as? Object === optional)
    #expect(container.weakStruct().name == "live")
  }

  @Test func `a shared value that is gone is made anew once, also asynchronously`() async throws {
    for _ in 0..<3 {
      let held = try await container.weakLater()
      #expect(try await container.weakLater() === held)
    }
  }

  @Test func `shared errors, which are boxes around their objects, are counted rightly`() {
    let fault = container.weakError()
    for _ in 0..<100 { #expect(container.weakError() is Fault) }
    #expect(fault is Fault)
  }

  @Test func `singleton is one value for all containers, until it is reset or replaced`() {
    let first = container.single()
    #expect(Container().single() === first)
    container.reset()
    #expect(container.single() === first)
    Scope.singleton.reset()
    let second = container.single()
    #expect(second !== first)
    container.single.register { Object("mock") }
    #expect(container.single().name == "mock")
    container.single.reset()
    #expect(container.single().name == "object")
    #expect(container.world() === Container().world())
  }

  @Test func `a clone of the singletons starts with the same and goes its own way`() {
    let first = container.single()
    Scope.$singleton.withValue(Scope.singleton.clone()) {
      #expect(container.single() === first)
      Scope.singleton.reset()
      #expect(container.single() !== first)
    }
    #expect(container.single() === first)
  }

  @Test func `graph is one value within the outermost factory`() {
    let pair = container.pair()
    #expect(pair.left === pair.right)
    #expect(container.pair().left !== pair.left)
    #expect(container.child() !== container.child())
  }

  @Test func `scopes of one's own are reset one by one`() {
    let session = container.session()
    let screen = container.screen()
    let pooled = container.pooled()
    container.manager.reset(scope: .session)
    #expect(container.session() !== session)
    #expect(container.screen() === screen)
    container.manager.reset(scope: .screen)
    #expect(container.screen() !== screen)
    #expect(container.pooled() === pooled)
  }

  @Test func `an override changes the scope`() {
    container.plain.scope(.cached)
    #expect(container.plain() === container.plain())
    container.cached.scope(.unique)
    #expect(container.cached() !== container.cached())
    container.single.register { Object("mock") }.scope(.unique)
    #expect(container.single() !== container.single())
  }

  @Test func `nil is not cached`() {
    #expect(container.optional(false) == nil)
    let object = container.optional(true)
    #expect(object != nil)
    #expect(container.optional(false) === object)
  }

  @Test func `one value serves all parameters unless the scope is on them`() {
    #expect(container.any(1) === container.any(2))
    #expect(container.each(1) !== container.each(2))
    #expect(container.each(1) === container.each(1))
    container.each.register { Object("mock \($0)") }
    #expect(container.each(1).name == "mock 1")
  }

  @Test func `parameters are compared by equality, not by hash`() {
    #expect(container.colliding(Colliding(value: 1)).name == "1")
    #expect(container.colliding(Colliding(value: 2)).name == "2")
  }
}

private final class Timed: SharedContainer {
  @TaskLocal static var shared = Timed()
  let manager: ContainerManager

  init(clock: ManualClock = ManualClock()) {
    manager = ContainerManager(now: { clock.now })
  }

  var brief: Factory<Object> { self { Object() }.cached.timeToLive(60) }
  var lasting: Factory<Object> { self { Object() }.cached }
}

@Suite struct TimeToLiveTests {
  let clock = ManualClock()

  @Test func `a value that nobody asked for in time is made anew`() {
    let container = Timed(clock: clock)
    let first = container.brief()
    clock.advance(by: .seconds(59))
    #expect(container.brief() === first)
    clock.advance(by: .seconds(59))
    #expect(container.brief() === first, "a hit restarts the clock")
    clock.advance(by: .seconds(60))
    #expect(container.brief() !== first)
  }

  @Test func `an override sets it, also for what is cached`() {
    let container = Timed(clock: clock)
    _ = container.lasting()
    container.lasting.timeToLive(1)
    let first = container.lasting()
    #expect(container.lasting() === first)
    clock.advance(by: .seconds(2))
    #expect(container.lasting() !== first)
  }
}

/// An error that is an object.
private final class Fault: Error {}
