// A program written for FactoryKit: how it injects and resolves.

import Foundation
import Observation
import Registry

@Observable class Screen { var title = "" }

extension Container {
  var screen: Factory<Screen> { self { Screen() } }
}

class Injecting {
  @Injected(\.service) var service: MyServiceType
  @Injected(\.cached) private var cached
  @Injected(\Payments.gateway) var gateway: MyServiceType
  @Injected(\.optional) var optional
  @LazyInjected(\.service) var lazy: MyServiceType
  @LazyInjected(\Payments.gateway) var lazyGateway: MyServiceType
  @LazyInjected(\.optional) var lazyOptional: MyServiceType?
  @WeakLazyInjected(\.weakly) var weak: MyService?
  @WeakLazyInjected(\Payments.gateway) var weakGateway: MyServiceType?
  @DynamicInjected(\.service) var dynamic: MyServiceType
  @DynamicInjected(\Payments.gateway) var dynamicGateway: MyServiceType
  @InjectedType var typed: MyServiceType?
  @InjectedType(Container.shared) var typedIn: MyServiceType?
  @InjectedContainer(Payments.self) var payments
  @InjectedContainer var container: Container

  func use() {
    _ = service.text() + cached.text() + gateway.text()
    $service.resolve()
    $service.resolve(reset: .scope)
    _ = $service.factory()
    service = MockService()
    _ = $lazy.resolvedOrNil()
    $lazy.resolve()
    _ = $lazy.factory
    lazy = MockService()
    lazyOptional = nil
    _ = $weak.resolvedOrNil()
    weak = nil
    _ = $dynamic()
    _ = $dynamic.resolve()
    $dynamic.register { MockService() }
    $dynamic.reset()
    $payments.reset()
    $container.reset(options: .scope)
    _ = optional?.text()
  }
}

final class Owning {
  @InjectedObservable(\.screen) var screen
  @InjectedObservable(\.screen) var other: Screen
  func use() { screen.title = "title" }
  static func given() -> InjectedObservable<Screen> { InjectedObservable(Screen()) }
}

@MainActor class MainInjecting {
  @Injected(\.mainModel) var model: MainModel
  @LazyInjected(\.mainModel) var lazy: MainModel
  let direct = Container.shared.mainModel()
  func use() { _ = Container.shared.mainModel.resolve().name }
}

func resolves() throws {
  let container = Container.shared
  _ = container.service()
  _ = container.service.resolve()
  _ = Container.shared.user(7)
  _ = Container.shared.user.resolve(7)
  _ = container.tuple((7, "seven"))
  _ = container.perParameter(7) === container.perParameter(7)
  _ = container.optional()?.text()
  _ = container.promise()
  _ = container.promisedParameter(7)
  _ = container.constructed().service.text()
  _ = Container.statically()
  _ = container.everywhere().text() + Payments.shared.everywhere().text()
  _ = container.everywhereOnce() === Payments.shared.everywhereOnce()
  _ = Payments.shared.fee(10)
  _ = Payments().gateway()
  _ = resolve(\.service)
  _ = resolve(\Payments.gateway)
  let local = Container()
  _ = local.service()
  let made: MyServiceType = Container.shared.service()
  _ = made
}

func resolvesOnActors() async throws {
  _ = await Container.shared.closureMainModel.resolveOnMainActor()
  _ = await Container.shared.mainModel()
  _ = try await Container.shared.function()(7)
  await MainActor.run { _ = Container.shared.mainModel() }
  Task { @MainActor in _ = Container.shared.mainModel() }
}

func typed() {
  Container.shared.register(MyServiceType.self) { MyService() }
  Container.shared.register { ValueService() }
  Container.shared.register { MyService() as MyServiceType }.scope(.singleton)
  _ = Container.shared.resolve(MyServiceType.self)
  let service: ValueService? = Container.shared.resolve()
  _ = service
  Container.shared.factory(MyServiceType.self)?.register { MockService() }
}

func contexts() {
  FactoryContext.setArg("mock", forKey: "k")
  FactoryContext.removeArg(forKey: "k")
  FactoryContext.current.isTest = true
  FactoryContext.current.isPreview = false
  FactoryContext.current.isDebug = true
  FactoryContext.current.isSimulator = false
  FactoryContext.current.arguments.append("x")
  FactoryContext.current.runtimeArguments["k"] = "v"
  let saved = FactoryContext.current
  FactoryContext.current = saved
  _ = FactoryContext.current.arguments.count + FactoryContext.current.runtimeArguments.count
  let types: [FactoryContextType] = [
    .arg("a"), .args(["b"]), .preview, .test, .simulator, .device, .debug,
  ]
  for type in types {
    switch type {
    case .arg(let name): print(name)
    case .args(let names): print(names)
    case .preview, .test, .simulator, .device, .debug: break
    }
    if case .arg(let x) = type { print(x) }
  }
}

func managers() {
  let manager = Container.shared.manager
  manager.defaultScope = .cached
  manager.defaultScope = nil
  manager.trace.toggle()
  manager.logger = { print($0) }
  manager.promiseTriggersError = true
  manager.circularDependencyTesting = true
  manager.reset()
  manager.reset(options: .all)
  manager.reset(options: .context)
  manager.reset(scope: .custom)
  manager.reset(scope: .singleton)
  manager.push()
  manager.pop()
  Container.shared.reset()
  Container.shared.reset(options: .registration)
  Container.shared.decorator { print(type(of: $0)) }
  Container.shared.manager.decorator(nil)
  Scope.singleton.reset()
  Scope.once.reset()
  _ = Scope.singleton.clone()
  _ = Scope.graph.depth
}

func lists() -> [MyServiceType] {
  [Container.shared.service(), Container.shared.formal(), Container.shared.scoped()]
}
