// A program written for FactoryKit: its containers and factories. Only the import is ours.

import Foundation
import Registry

protocol MyServiceType { func text() -> String }

class MyService: MyServiceType {
  let id = UUID()
  func text() -> String { "MyService" }
}

class MockService: MyServiceType {
  var calls = 0
  func text() -> String {
    calls += 1
    return "MockService"
  }
}

final class SendableService: MyServiceType, Sendable {
  func text() -> String { "SendableService" }
}

struct ValueService: MyServiceType {
  var name = "ValueService"
  func text() -> String { name }
}

class ParameterService: MyServiceType {
  let value: Int
  init(value: Int) { self.value = value }
  func text() -> String { "ParameterService\(value)" }
}

class Constructed {
  let service: MyServiceType
  let other: MyServiceType?
  init(service: MyServiceType, other: MyServiceType? = nil) {
    self.service = service
    self.other = other
  }
}

@MainActor class MainModel {
  var name = "main"
  init() {}
}

enum FetchError: Error { case none }

struct User: Hashable, Sendable {
  var id = 0
}

extension Scope {
  static let custom = Cached()
  static let weakly = Shared()
  static let once = Singleton()
}

extension Container {
  var service: Factory<MyServiceType> { self { MyService() } }
  var formal: Factory<MyServiceType> { Factory(self) { MyService() } }
  var scoped: Factory<MyServiceType> { Factory(self, scope: .cached) { MyService() } }
  var unique: Factory<MyService> { self { MyService() }.unique }
  var cached: Factory<MyService> { self { MyService() }.cached }
  var weakly: Factory<MyService> { self { MyService() }.shared }
  var singleton: Factory<MyService> { self { MyService() }.singleton }
  var graph: Factory<MyService> { self { MyService() }.graph }
  var custom: Factory<MyService> { self { MyService() }.scope(.custom) }
  var session: Factory<MyService> { self { MyService() }.scope(.session) }
  var optional: Factory<MyServiceType?> { self { nil } }
  var promise: Factory<MyServiceType?> { promised() }
  var promisedParameter: ParameterFactory<Int, MyServiceType?> { promised() }
  var user: ParameterFactory<Int, User> { self { User(id: $0) } }
  var tuple: ParameterFactory<(Int, String), String> { self { number, text in "\(number)\(text)" } }
  var parameter: ParameterFactory<Int, ParameterService> { self { ParameterService(value: $0) } }
  var perParameter: ParameterFactory<Int, ParameterService> {
    self { ParameterService(value: $0) }.scopeOnParameters.cached
  }
  var expiring: Factory<MyService> { self { MyService() }.cached.timeToLive(60) }
  var decorated: Factory<MyService> { self { MyService() }.decorator { print($0.text()) } }
  var decoratedNew: Factory<MyService> {
    self { MyService() }.decorator { service, isNew in print(service.text(), isNew) }.cached
  }
  var constructed: Factory<Constructed> {
    self { Constructed(service: self.service(), other: self.optional()) }
  }
  var inContexts: Factory<MyServiceType> {
    self { MyService() }
      .onArg("mock") { MockService() }
      .onArgs(["mock1", "mock2"]) { MockService() }
      .onPreview { MockService() }
      .onTest { MockService() }
      .onSimulator { MockService() }
      .onDevice { MyService() }
      .onDebug { MyService() }
      .context(.arg("other"), .preview, .test) { MockService() }
      .singleton
  }
  var onlyOnce: Factory<MyServiceType> { self { MyService() }.onTest { MockService() }.once() }
  @MainActor var mainModel: Factory<MainModel> { self { MainModel() } }
  var closureMainModel: Factory<MainModel> { self { @MainActor in MainModel() } }
  var function: Factory<@Sendable (Int) async throws -> User> { self { { User(id: $0) } } }
  var contextual: ParameterFactory<Int, MyServiceType> {
    self { ParameterService(value: $0) }.onTest { _ in MockService() }
  }
  static var statically: Factory<MyServiceType> { shared { MyService() } }
  var constant: Factory<Int> { self { 42 } }
}

extension SharedContainer {
  var everywhere: Factory<MyServiceType> { self { MyService() } }
  var everywhereOnce: Factory<MyService> { self { MyService() }.singleton }
}

final class Payments: SharedContainer {
  @TaskLocal static var shared = Payments()
  let manager = ContainerManager()
  var gateway: Factory<MyServiceType> { self { MyService() } }
  var fee: ParameterFactory<Double, Double> { self { $0 * 0.1 } }
}

extension Container: @retroactive AutoRegistering {
  /// Registers what the program needs.
  public func autoRegister() {
    service.register { MyService() }
    cached.onTest { MyService() }
    manager.defaultScope = nil
    promise.register { MyService() }
  }
}

extension Container: @retroactive Resolving {}

func makesFactory(_ make: @escaping VoidFactoryType<MyServiceType>) {
  Container.shared.service.register(factory: make)
}

func makesParameterFactory(_ make: @escaping ParameterFactoryType<Int, User>) {
  Container.shared.user.register(factory: make)
}
