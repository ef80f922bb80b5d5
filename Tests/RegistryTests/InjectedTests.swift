import Registry
import RegistryTesting
import Testing

private final class Shop: SharedContainer {
  @TaskLocal static var shared = Shop()
  let manager = ContainerManager()

  var service: Factory<any Service> { self { Mock(name: "shop") } }
}

extension Container {
  fileprivate var service: Factory<any Service> { self { Live() } }
  fileprivate var object: Factory<Object> { self { Object() } }
  fileprivate var held: Factory<Object> { self { Object() }.cached }
  fileprivate var greeting: ParameterFactory<String, String> { self { "hello \($0)" } }
}

private final class Model {
  @Injected(\.service) var service
  @Injected(\Shop.service) var shop: any Service
  @LazyInjected(\.object) var lazy
  @LazyInjected(\Shop.service) var lazyShop
  @WeakLazyInjected(\.held) var weak
  @WeakLazyInjected(\.object) var fleeting
  @DynamicInjected(\.object) var dynamic
  @DynamicInjected(\Shop.service) var dynamicShop
  @InjectedType var type: Object?
  @InjectedContainer var container: Shop
}

extension Trait where Self == ContainerTrait<Shop> {
  fileprivate static var shop: Self { ContainerTrait(shared: Shop.$shared, container: Shop()) }
}

@Suite(.container, .shop) struct InjectedTests {
  @Test func `injected is resolved with its owner`() {
    let model = Model()
    Container.shared.service.register { Mock() }
    #expect(model.service.name == "live")
    #expect(Model().service.name == "mock")
    #expect(model.shop.name == "shop")
    model.service = Mock(name: "set")
    #expect(model.service.name == "set")
    model.$service.resolve()
    #expect(model.service.name == "mock")
    model.$service.resolve(reset: .all)
    #expect(model.service.name == "live")
    #expect(model.$service.factory().name == "live")
  }

  @Test func `lazily injected is resolved by the first read, once`() {
    let model = Model()
    #expect(model.$lazy.resolvedOrNil() == nil)
    Container.shared.object.register { Object("mock") }
    let first = model.lazy
    #expect(first.name == "mock")
    #expect(model.lazy === first)
    #expect(model.$lazy.resolvedOrNil() === first)
    model.$lazy.resolve(reset: .all)
    #expect(model.lazy.name == "object")
    model.lazy = Object("set")
    #expect(model.lazy.name == "set")
    #expect(model.lazyShop.name == "shop")
    #expect(model.$lazyShop.factory().name == "shop")
  }

  @Test func `weakly injected is held as long as others hold it`() {
    let model = Model()
    let first = model.weak
    #expect(first === Container.shared.held())
    #expect(model.$weak.resolvedOrNil() === first)
    #expect(model.fleeting != nil)
    #expect(model.fleeting == nil)
    #expect(model.$weak.resolve(reset: .scope) !== first)
    model.weak = nil
    #expect(model.weak == nil)
  }

  @Test func `dynamically injected is resolved by each read`() {
    let model = Model()
    #expect(model.dynamic !== model.dynamic)
    #expect(model.dynamicShop.name == "shop")
    Shop.shared.service.register { Mock() }
    #expect(model.dynamicShop.name == "mock")
    #expect(model.$dynamicShop().name == "mock")
  }

  @Test func `injected by type is what was registered for the type`() {
    #expect(Model().type == nil)
    Container.shared.register(Object.self) { Object("typed") }
    #expect(Model().type?.name == "typed")
    #expect(Container.shared.resolve(Object.self)?.name == "typed")
    Container.shared.register(Object.self) { Object("again") }.scope(.cached)
    #expect(Container.shared.resolve(Object.self) === Container.shared.resolve(Object.self))
    Container.shared.factory(Object.self)?.register { Object("replaced") }
    #expect(Model().type?.name == "replaced")
    #expect(Container.shared.resolve(Mock.self) == nil)
    #expect(Container.shared.factory(Mock.self) == nil)
  }

  @Test func `an injected container is the shared one`() {
    #expect(Model().container === Shop.shared)
  }

  @Test func `dependencies are found by key path`() {
    #expect(dependency(\.service).name == "live")
    #expect(dependency(\Shop.service).name == "shop")
    #expect(dependency(\.greeting, parameter: "ann") == "hello ann")
  }
}
