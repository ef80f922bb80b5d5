import Registry
import RegistryTesting
import Testing

private final class Shop: SharedContainer {
  @TaskLocal static var shared = Shop()
  let manager = ContainerManager()

  var name: Factory<String> { self { "live" } }
}

extension Container {
  fileprivate var name: Factory<String> { self { "live" }.cached }
  fileprivate var greeting: ParameterFactory<String, String> { self { "hello \($0)" } }
}

@Suite(.container) struct PreviewSetUpTests {
  @Test func `several things are set up at once`() {
    #expect(Container.shared.name() == "live")
    Container.preview {
      $0.name.register { "preview" }
      $0.greeting.register { "bye \($0)" }
    }
    #expect(Container.shared.name() == "preview")
    #expect(Container.shared.greeting("ann") == "bye ann")
  }

  @Test func `one factory is set up for a preview`() {
    Container.shared.name.preview { "preview" }
    Container.shared.greeting.preview { "bye \($0)" }
    #expect(Container.shared.name() == "preview")
    #expect(Container.shared.greeting("ann") == "bye ann")
  }

  @Test func `a container of another type, or of its own, is set up alike`() {
    Shop.$shared.withValue(Shop()) {
      Shop.preview { $0.name.register { "preview" } }
      #expect(Shop.shared.name() == "preview")
      let other = Shop()
      other.preview { $0.name.register { "other" } }
      #expect(other.name() == "other")
      #expect(Shop.shared.name() == "preview")
    }
  }
}
