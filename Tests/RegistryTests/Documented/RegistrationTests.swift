import Registry
import Testing

extension Container {
  fileprivate var member: Factory<Reader?> { self { nil } }
  fileprivate var keptMember: Factory<StubCatalogue?> { self { nil }.cached }
  fileprivate var loader: Factory<(any Catalogue)?> { promised() }
  fileprivate var loaderOf: ParameterFactory<String, Reader?> { promised() }
  fileprivate var single: Factory<StubCatalogue> { self { StubCatalogue() }.singleton }

  fileprivate func setupStubs() {
    catalogue.register { StubCatalogue() }
    keptCatalogue.register { StubCatalogue("kept stub") }
  }
}

extension Documented {
  @Suite struct Registrations {
    let container = Container()

    @Test func `an override replaces the original and what is cached`() {
      let first = container.keptCatalogue()
      container.keptCatalogue.register { StubCatalogue() }
      #expect(container.keptCatalogue() !== first)
      #expect(container.keptCatalogue().title == "stub")
      #expect(first.title == "city", "what was given out stays")
    }

    @Test func `an override needs no name`() {
      container.catalogue { StubCatalogue() }
      #expect(container.catalogue().title == "stub")
      container.reader { Reader(name: "Ms \($0)") }
      #expect(container.reader("Day").name == "Ms Day")
    }

    @Test func `an override may be an argument with a label`() {
      container.catalogue.register(factory: { StubCatalogue() })
      #expect(container.catalogue().title == "stub")
      container.reader.register(factory: { Reader(name: "Ms \($0)") })
      #expect(container.reader("Day").name == "Ms Day")
    }

    @Test func `the latest override counts, and a reset brings the original back`() {
      container.catalogue.register { StubCatalogue("1") }
      container.catalogue.register { StubCatalogue("2") }
      #expect(container.catalogue().title == "2")
      container.catalogue.reset()
      #expect(container.catalogue().title == "city")
    }

    @Test func `an override of one container is none of another's`() {
      container.keptCatalogue { StubCatalogue() }
      #expect(container.keptCatalogue().title == "stub")
      #expect(Container.shared.keptCatalogue().title == "city")
    }

    @Test func `an override replaces a singleton`() {
      let first = container.single()
      container.single.register { StubCatalogue("new") }
      #expect(container.single().title == "new")
      #expect(container.single() !== first)
    }

    @Test func `an optional is registered and taken back while the program runs`() {
      #expect(container.member() == nil)
      container.member.register { Reader(name: "ann") }
      #expect(container.member()?.name == "ann")
      container.member.register { nil }
      #expect(container.member() == nil)
      container.member.register { Reader(name: "bob") }
      container.member.reset()
      #expect(container.member() == nil)
    }

    @Test func `registering removes a cached optional`() {
      container.keptMember.register { StubCatalogue("1") }
      #expect(container.keptMember() === container.keptMember())
      container.keptMember.register { StubCatalogue("2") }
      #expect(container.keptMember()?.title == "2")
    }

    @Test func `a promise is kept by a registration`() {
      container.loader.register { CityCatalogue() }
      #expect(container.loader()?.title == "city")
      container.loaderOf.register { Reader(name: $0) }
      #expect(container.loaderOf("ann")?.name == "ann")
    }

    @Test func `a broken promise is nil where it triggers no error`() {
      container.manager.promiseTriggersError = false
      #expect(container.loader() == nil)
      #expect(container.loaderOf("ann") == nil)
    }

    @Test func `a broken promise with a parameter ends the process where it triggers an error`()
      async
    {
      await #expect(processExitsWith: .failure) {
        let container = Container()
        container.manager.promiseTriggersError = true
        _ = container.loaderOf("ann")
      }
    }

    @Test func `a function sets up several overrides`() {
      container.setupStubs()
      #expect(container.catalogue().title == "stub")
      #expect(container.desk().catalogue.title == "kept stub")
    }

    @Test func `an override deep below reaches what depends on it`() {
      container.keptCatalogue.register { StubCatalogue("deep") }
      #expect(container.desk().catalogue.title == "deep")
    }
  }
}
