import Registry
import RegistryTesting
import Testing

extension Container {
  fileprivate var service: Factory<any Service> { self { Live() } }
  fileprivate var explicit: Factory<any Service> { Factory(self) { Live() } }
  fileprivate var object: Factory<Object> { self { Object() }.cached }
  fileprivate var user: ParameterFactory<String, Object> { self { name in Object(name) } }
  fileprivate var pair: ParameterFactory<(Int, Int), Int> { self { $0.0 + $0.1 } }
  fileprivate var function: Factory<@Sendable (Int) async -> Int> { self { { $0 + 1 } } }
  fileprivate var promise: Factory<(any Service)?> { promised() }
  fileprivate var userPromise: ParameterFactory<Int, Object?> { promised() }
  fileprivate var delegating: Factory<any Service> { self { Payments.shared.delegating() } }
}

final class Payments: SharedContainer {
  @TaskLocal static var shared = Payments()
  let manager = ContainerManager()
}

extension Payments {
  fileprivate var service: Factory<any Service> { self { Mock() }.cached }
  fileprivate var delegating: Factory<any Service> { self { Mock(name: "paid") } }
}

extension SharedContainer {
  fileprivate var common: Factory<Object> { self { Object("common") }.singleton }
}

@Suite(.container) struct ContainerTests {
  let container = Container()

  @Test func `a factory is called like a function or by resolve`() {
    #expect(container.service().name == "live")
    #expect(container.service.resolve().name == "live")
    #expect(container.explicit().name == "live")
    #expect(container.user("ann").name == "ann")
    #expect(container.user.resolve("bob").name == "bob")
    #expect(container.pair((1, 2)) == 3)
  }

  @Test func `a function is a dependency`() async {
    let increment = container.function()
    #expect(await increment(1) == 2)
  }

  @Test func `an override holds in its container only, until it is reset`() {
    container.service.register { Mock() }
    #expect(container.service().name == "mock")
    #expect(Container().service().name == "live")
    container.service { Mock(name: "again") }
    #expect(container.service().name == "again")
    container.service.reset()
    #expect(container.service().name == "live")
  }

  @Test func `a factory with a parameter is overridden`() {
    container.user.register { Object("mock \($0)") }
    #expect(container.user("ann").name == "mock ann")
    container.user { name in Object("again \(name)") }
    #expect(container.user("ann").name == "again ann")
  }

  @Test func `a transform registers several at once`() async {
    let same = container { $0.service.register { Mock() } }
    #expect(same === container)
    #expect(container.service().name == "mock")
    await container {
      await Task.yield()
      $0.service.register { Live() }
    }
    #expect(container.service().name == "live")
  }

  @Test func `containers with a service of one name do not mix`() {
    container.service.register { Mock(name: "other") }
    #expect(Payments().service().name == "mock")
    #expect(Container.shared.delegating().name == "paid")
  }

  @Test func `a singleton declared for all containers is one`() {
    #expect(Container().common() === Payments().common())
  }

  @Test func `a promise is nil until somebody registers`() {
    container.manager.promiseTriggersError = false
    #expect(container.promise() == nil)
    #expect(container.userPromise(1) == nil)
    container.promise.register { Mock() }
    container.userPromise.register { Object("\($0)") }
    container.manager.promiseTriggersError = true
    #expect(container.promise()?.name == "mock")
    #expect(container.userPromise(1)?.name == "1")
  }

  @Test func `a broken promise ends the process with its place`() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = Container().promise()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("promise (RegistryTests/ContainerTests.swift:"))
  }

  @Test func `resets forget registrations, cached values or both`() {
    let first = container.object()
    container.manager.reset(options: .registration)
    #expect(container.object() === first)
    container.manager.reset(options: .none)
    #expect(container.object() === first)
    container.reset(options: .scope)
    #expect(container.object() !== first)

    container.object.register { Object("mock") }
    container.manager.reset(options: .scope)
    #expect(container.object().name == "mock")
    container.object.reset(.registration)
    #expect(container.object().name == "mock", "the cached value stays")
    container.object.reset(.scope)
    #expect(container.object().name == "object")

    container.service.register { Mock() }
    container.reset()
    #expect(container.service().name == "live")
  }

  @Test func `push and pop save and restore`() {
    let first = container.object()
    container.manager.push()
    container.object.register { Object("inner") }
    container.service.register { Mock() }
    container.manager.defaultScope = .cached
    container.manager.push()
    container.object.register { Object("innermost") }
    #expect(container.object().name == "innermost")
    container.manager.pop()
    #expect(container.object().name == "inner")
    container.manager.pop()
    #expect(container.object() === first)
    #expect(container.service().name == "live")
    #expect(container.manager.defaultScope == nil)
    container.manager.pop()
    #expect(container.object() === first)
  }

  @Test func `a factory outlives its container`() {
    let factory = Container().object
    #expect(factory() === factory())
  }

  @Test func `a factory keeps its container's manager, and lets it go`() {
    weak var manager: ContainerManager?
    var factory: Factory<Object>?
    do {
      let container = Container()
      manager = container.manager
      factory = container.object
    }
    #expect(manager != nil)
    #expect(factory?() === factory?())
    factory = nil
    #expect(manager == nil)
  }
}

@Suite struct DecoratorTests {
  let container = Container()
  let seen = Log<String>()

  @Test func `a container's decorator sees each value, cached ones too`() {
    container.decorator { [seen] in seen.append("\(type(of: $0))") }
    _ = container.object()
    _ = container.object()
    _ = container.service()
    #expect(seen.all == ["Object", "Object", "Live"])
    container.decorator(nil)
    _ = container.service()
    #expect(seen.all.count == 3)
  }

  @Test func `a factory's decorator replaces the container's`() {
    container.decorator { [seen] _ in seen.append("container") }
    container.object.decorator { [seen] value, isNew in seen.append("\(value.name) \(isNew)") }
    _ = container.object()
    _ = container.object()
    #expect(seen.all == ["object true", "object false"])
    container.object.decorator { [seen] value in seen.append(value.name) }
    _ = container.object()
    #expect(seen.all.last == "object")
  }

  @Test func `trace lines show depth, origin and name`() {
    container.manager.logger = { [seen] in seen.append($0) }
    container.manager.trace = true
    _ = container.object()
    _ = container.object()
    container.service.register { Mock() }
    _ = container.service()
    #expect(seen.all == ["0: object = F:Object", "0: object = C:Object", "0: service = R:Mock"])
  }
}
