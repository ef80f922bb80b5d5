import Registry
import RegistryTesting
import Testing

protocol Greeter: Sendable { var text: String { get } }
struct Live: Greeter { let text = "live" }
struct Mock: Greeter { let text = "mock" }
final class Object: Sendable { let x: Int; init(_ x: Int = 0) { self.x = x } }

extension Container {
  var greeter: Factory<any Greeter> { self { Live() }.onPreview { Mock() }.singleton }
  var object: Factory<Object> { self { Object() }.cached }
  var weak: Factory<Object> { self { Object() }.shared }
  var user: ParameterFactory<Int, Object> { self { id in Object(id) } }
  var log: Factory<(any Greeter)?> { promised() }
}

@Suite(.container) struct SmokeTests {
  @Test func `it works`() {
    #expect(Container.shared.greeter().text == "live")
    #expect(FactoryContext.withContext(.preview) { Container.shared.greeter().text } == "mock")
    #expect(Container.shared.greeter().text == "live")
    Container.shared.greeter.register { Mock() }
    #expect(Container.shared.greeter().text == "mock")
    #expect(Container.shared.object() === Container.shared.object())
    let w = Container.shared.weak()
    #expect(Container.shared.weak() === w)
    #expect(Container.shared.user(7).x == 7)
    #expect(FactoryContext.current.isTest)
  }
  @Test(.container { $0.greeter.register { Mock() } }) func `trait transforms`() {
    #expect(Container.shared.greeter().text == "mock")
  }
}
