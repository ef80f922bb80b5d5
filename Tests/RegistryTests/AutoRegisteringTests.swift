import Registry
import Synchronization
import Testing

private final class Registering: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = Registering()
  let manager = ContainerManager()
  let runs = Counter()

  var service: Factory<any Service> { self { Live() } }
  var single: Factory<Object> { self { Object("single") }.singleton }

  func autoRegister() {
    runs.increment()
    service.register { Mock(name: "auto") }
    single.register { Object("auto single") }
  }
}

@Suite struct AutoRegisteringTests {
  @Test func `it runs before the first use, once`() {
    let container = Registering()
    #expect(container.runs.count == 0)
    #expect(container.service().name == "auto")
    #expect(container.service().name == "auto")
    #expect(container.runs.count == 1)
  }

  @Test func `an override that comes first still comes after it`() {
    let container = Registering()
    container.service.register { Mock(name: "test") }
    #expect(container.service().name == "test")
  }

  @Test func `it runs again after registrations were reset`() {
    let container = Registering()
    container.service.register { Mock(name: "test") }
    container.manager.reset(options: .scope)
    #expect(container.service().name == "test")
    container.reset()
    #expect(container.service().name == "auto")
    #expect(container.runs.count == 2)
  }

  @Test func `another container leaves the singletons alone`() {
    Scope.$singleton.withValue(Scope.singleton.clone()) {
      let first = Registering().single()
      #expect(first.name == "auto single")
      #expect(Registering().single() === first)
    }
  }

  @Test func `threads that come meanwhile wait for it`() {
    let container = Registering()
    let names = onThreads(8) { _ in container.service().name }
    #expect(names == Array(repeating: "auto", count: 8))
    #expect(container.runs.count == 1)
  }
}
