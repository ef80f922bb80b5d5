import Registry
import RegistryTesting
import Testing

extension Container {
  fileprivate var service: Factory<any Service> { self { Live() } }
  fileprivate var counter: Factory<Counter> { self { Counter() }.cached }
  fileprivate var single: Factory<Counter> { self { Counter() }.singleton }
}

private final class Custom: SharedContainer {
  @TaskLocal static var shared = Custom()
  let manager = ContainerManager()

  var counter: Factory<Counter> { self { Counter() }.cached }
  var service: Factory<any Service> { self { Live() } }
}

extension Trait where Self == ContainerTrait<Custom> {
  fileprivate static var custom: Self {
    ContainerTrait(shared: Custom.$shared, container: Custom())
  }
}

@Suite(.container, .custom) struct ContainerTraitTests {
  @Test(arguments: 1...20)
  func `each test case has containers and singletons of its own`(_ number: Int) async {
    #expect(Container.shared.counter().increment() == 1)
    #expect(Container.shared.single().increment() == 1)
    #expect(Custom.shared.counter().increment() == 1)
    Container.shared.service.register { Mock(name: "\(number)") }
    await Task.yield()
    let name = await Task { Container.shared.service().name }.value
    #expect(name == "\(number)")
  }

  @Test(.container { $0.service.register { Mock() } })
  func `a container is prepared before the test`() {
    #expect(Container.shared.service().name == "mock")
  }

  @Test(
    .container {
      await Task.yield()
      $0.service.register { Mock(name: "first") }
    }({ $0.counter().increment() }),
    .custom { $0.service.register { Mock(name: "custom") } }
  )
  func `preparations may be asynchronous and follow each other`() {
    #expect(Container.shared.service().name == "first")
    #expect(Container.shared.counter().count == 1)
    #expect(Custom.shared.service().name == "custom")
  }

  @Suite struct Inner {
    @Test func `a suite within has them too`() {
      #expect(Container.shared.counter().increment() == 1)
    }
  }
}
