import Registry
import Testing

private class Child {
  weak var parent: Parent?
}

private class Parent {
  let child: Child

  init(child: Child) {
    self.child = child
  }
}

extension Container {
  fileprivate var analytics: Factory<StubCatalogue> {
    self { StubCatalogue("live") }
      .singleton
      .onTest { StubCatalogue("defined for tests") }
  }
  fileprivate var onceOnly: Factory<StubCatalogue> {
    self { StubCatalogue("live") }
      .singleton
      .onTest { StubCatalogue("defined for tests") }
      .once()
  }
  fileprivate var onceReader: ParameterFactory<String, Reader> {
    self { Reader(name: $0) }.cached.scopeOnParameters.once()
  }
  fileprivate var parent: Factory<Parent> {
    self { Parent(child: Child()) }
      .decorator { $0.child.parent = $0 }
  }
}

extension Documented {
  @Suite struct Modifiers {
    let container = Container()
    let seen = Log<String>()

    @Test func `an override wins over the definition, with once and without`() {
      #expect(container.analytics().title == "defined for tests")
      container.analytics.onTest { StubCatalogue("null") }
      #expect(container.analytics().title == "null")
      #expect(container.onceOnly().title == "defined for tests")
      container.onceOnly.onTest { StubCatalogue("null") }
      #expect(container.onceOnly().title == "null")
      container.onceOnly.scope(.unique)
      #expect(container.onceOnly() !== container.onceOnly())
    }

    @Test func `a chain ends in a resolution`() {
      #expect(container.analytics.onTest { StubCatalogue("chained") }().title == "chained")
    }

    @Test func `a definition may end in once`() {
      #expect(container.onceReader("ann").name == "ann")
      #expect(container.onceReader("bob").name == "bob")
      container.onceReader.register { Reader(name: "other \($0)") }
      #expect(container.onceReader("ann").name == "other ann")
    }

    @Test func `resetting contexts drops those before once`() {
      container.onceOnly.reset(.context)
      container.onceOnly.reset(.scope)
      #expect(container.onceOnly().title == "live")
      container.onceOnly.reset(.all)
      #expect(container.onceOnly().title == "defined for tests")
    }

    @Test func `each kind of reset forgets its own`() {
      let factory = container.keptCatalogue
      factory.register { StubCatalogue("registered") }
      factory.reset(.none)
      #expect(factory().title == "registered")
      factory.onTest { StubCatalogue("test") }
      #expect(factory().title == "test")
      factory.reset(.context).reset(.scope)
      #expect(factory().title == "registered")
      factory.reset(.registration)
      factory.reset(options: .scope)
      #expect(factory().title == "city")
      factory.register { StubCatalogue("again") }
      factory.reset(.all)
      #expect(factory().title == "city")
    }

    @Test func `a decorator finishes what the factory made`() {
      let parent = container.parent()
      #expect(parent.child.parent === parent)
    }

    @Test func `a decorator is told whether the value is new`() {
      container.keptCatalogue.decorator { (instance, isNew) in
        seen.append("\(instance.title) \(isNew)")
      }
      _ = container.keptCatalogue()
      _ = container.keptCatalogue()
      #expect(seen.all == ["city true", "city false"])
    }

    @Test func `a container's decorator sees what factories without one give`() {
      container.decorator { seen.append("\(type(of: $0))") }
      _ = container.catalogue()
      _ = container.reader("ann")
      _ = container.parent()
      #expect(seen.all == ["CityCatalogue", "Reader"])
      container.decorator(nil)
      _ = container.catalogue()
      #expect(seen.all.count == 2)
    }
  }
}
