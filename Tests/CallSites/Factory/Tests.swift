// Tests written for FactoryKit: how they override. FactoryTesting's import is RegistryTesting.

import Foundation
import Registry
import RegistryTesting
import Testing
import XCTest

final class RegisteringTests: XCTestCase {
  let mock = MockService()
  lazy var lazyMock = MockService()
  var calls = 0

  override func setUp() {
    super.setUp()
    Container.shared.reset()
    Container.shared.manager.push()
    Container.shared.service.register { self.mock }
  }

  override func tearDown() {
    Container.shared.manager.pop()
    Container.shared.service.reset()
    Container.shared.service.reset(.registration)
    super.tearDown()
  }

  func testRegisters() {
    let mock = MockService()
    let container = Container.shared
    container.service.register { mock }
    container.service { mock }
    container.service.register { [mock] in mock }
    container.service.register { [unowned self] in self.lazyMock }
    container.service.register { [weak self] in self?.mock ?? MockService() }
    container.service.register(factory: makeMock)
    container.service.register(factory: MockService.init)
    container.service.register {
      self.calls += 1
      return mock
    }
    var count = 0
    container.service.register {
      count += 1
      return mock
    }
    container.user.register { User(id: $0 + 1) }
    container.user { _ in User() }
    container.parameter.register { value in
      count += value
      return ParameterService(value: value)
    }
    container.optional.register { mock }
    container.optional.register { nil }
    container.promise.register { mock }
    container.service.register { mock }.scope(.cached)
    container.service.register { mock }.cached.reset()
    container.cached.register { MyService() }.singleton.register { MyService() }
    XCTAssertEqual(mock.calls, count)
  }

  func testContexts() {
    let mock = MockService()
    let container = Container.shared
    container.service.onTest { mock }
    container.service.onPreview { mock }.onTest { mock }
    container.service.onArg("x") { mock }
    container.service.onArgs(["x", "y"]) { self.mock }
    container.service.onDebug { mock }
    container.service.onSimulator { mock }.onDevice { mock }
    container.service.context(.test) { mock }
    container.service.context(.arg("x"), .test) { mock }
    container.contextual.onTest { _ in mock }
    container.service.once()
    container.service.reset(.context)
    container.service.reset(.scope)
    container.service.reset(.none)
    container.service.scope(.singleton)
    container.cached.timeToLive(10)
  }

  func testDecorators() {
    var seen: [String] = []
    let container = Container.shared
    container.decorator { _ in seen.append("any") }
    container.service.decorator { seen.append($0.text()) }
    container.cached.decorator { service, isNew in seen.append(service.text() + "\(isNew)") }
    container.manager.logger = { seen.append($0) }
    container.decorator(nil)
  }

  func testTransforms() async {
    let mock = MockService()
    let container = Container().with {
      $0.service.register { mock }
      $0.cached.register { MyService() }
    }
    Container.shared {
      $0.service.register { mock }
      $0.service.onTest { mock }
    }
    await container { await $0.mainModel.register { @MainActor in MainModel() } }
    await Container.shared.with { await $0.mainModel.register { @MainActor in MainModel() } }
    passed { mock }
    passedEscaping { self.mock }
  }

  private func makeMock() -> MyServiceType { mock }

  private func passed(_ make: @escaping () -> MyServiceType) {
    Container.shared.service.register(factory: make)
    Container.shared.service.register { make() }
    makesFactory(make)
  }

  private func passedEscaping(_ make: @escaping () -> MyServiceType) {
    let container = Container()
    container.service.register { make() }
    container.service.onTest(factory: make)
  }
}

@MainActor
final class MainActorTests: XCTestCase {
  let mock = MockService()
  let model = MainModel()

  func testMainActor() {
    Container.shared.service.register { self.mock }
    Container.shared.mainModel.register { self.model }
    Container.shared.closureMainModel.register { self.model }
    Container.shared.mainModel { MainModel() }
    Container.shared.mainModel.onTest { self.model }
    let model = MainModel()
    Container.shared.mainModel.register { model }
    _ = Container.shared.mainModel()
  }
}

@Suite(.container)
struct TraitTests {
  let mock = MockService()

  @Test(.container { $0.service.register { MockService() } })
  func trait() { #expect(Container.shared.service().text() == "MockService") }

  @Test(
    .container {
      $0.service.register { MockService() }
      await $0.mainModel.register { @MainActor in MainModel() }
    }
  )
  func severalInTrait() {}

  @Test func inTest() {
    let mock = MockService()
    Container.shared.service.register { mock }
    Container.shared.service.register { self.mock }
    #expect(mock.calls == 0)
  }

  @Test func inAsyncTest() async {
    let mock = MockService()
    Container.shared.service.register { mock }
    await Task.yield()
    #expect(mock.calls == 0)
  }

  @Test @MainActor func onMainActor() {
    let mock = MockService()
    Container.shared.service.register { mock }
    _ = Container.shared.service()
  }

  @Test(.payments { $0.gateway.register { MockService() } })
  func ownContainer() {}
}

extension Trait where Self == ContainerTrait<Payments> {
  static var payments: Self { .init(shared: Payments.$shared, container: .init()) }
}

func previews() {
  Container.shared.service.preview { MockService() }
  Container.shared.user.preview { _ in User() }
  Container.preview { $0.service.register { MockService() } }
  Container.shared.preview { $0.service.register { MockService() } }
}
