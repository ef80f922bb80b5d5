import Registry
import Testing

private final class Depot: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = Depot()
  let manager = ContainerManager()
  let runs = Counter()

  var loader: Factory<(any Catalogue)?> { promised() }
  var plain: Factory<StubCatalogue> { self { StubCatalogue("plain") } }
  var single: Factory<StubCatalogue> { self { StubCatalogue("original") }.singleton }
  var lamp: Factory<String> { self { "standard" } }

  func autoRegister() {
    runs.increment()
    loader.register { StubCatalogue("from another module") }
    single.register { StubCatalogue("registered") }
    lamp.onArg("depot dark") { "dark" }
    manager.defaultScope = .cached
  }
}

extension Documented {
  @Suite struct AutoRegistration {
    @Test func `it comes before the first resolution, once`() {
      let depot = Depot()
      #expect(depot.runs.count == 0)
      #expect(depot.loader()?.title == "from another module")
      #expect(depot.plain() === depot.plain(), "the default scope was set")
      FactoryContext.withContext(.arg("depot dark")) { #expect(depot.lamp() == "dark") }
      #expect(depot.runs.count == 1)
    }

    @Test(arguments: [FactoryResetOptions.all, .registration])
    func `it comes again after registrations were reset`(_ options: FactoryResetOptions) {
      let depot = Depot()
      _ = depot.loader()
      depot.loader.register { nil }
      depot.reset(options: options)
      depot.reset(options: .scope)
      #expect(depot.loader()?.title == "from another module")
      #expect(depot.runs.count == 2)
    }

    @Test func `it leaves a singleton that exists alone`() {
      let first = Depot().single()
      #expect(first.title == "registered")
      #expect(Depot().single() === first)
    }
  }

  @Suite struct States {
    @Test func `a push saves the state and a pop restores it`() {
      let container = Container()
      container.catalogue.register { StubCatalogue("before") }
      let kept = container.keptCatalogue()
      container.manager.push()
      container.catalogue.register { StubCatalogue("during") }
      container.keptCatalogue.register { StubCatalogue("during") }
      #expect(container.keptCatalogue().title == "during")
      container.manager.pop()
      #expect(container.catalogue().title == "before")
      #expect(container.keptCatalogue() === kept)
    }

    @Test func `pushes are nested`() {
      let container = Container()
      for depth in 1...3 {
        container.manager.push()
        container.catalogue.register { StubCatalogue("\(depth)") }
      }
      container.manager.pop()
      #expect(container.catalogue().title == "2")
      container.manager.pop()
      #expect(container.catalogue().title == "1")
      container.manager.pop()
      #expect(container.catalogue().title == "city")
    }

    @Test func `a container is reset in whole or in part`() {
      let container = Container()
      container.keptCatalogue.register { StubCatalogue() }
      let kept = container.keptCatalogue()
      container.manager.reset(options: .registration)
      #expect(container.keptCatalogue() === kept, "the cached value stays")
      container.manager.reset(options: .scope)
      #expect(container.keptCatalogue().title == "city")
      container.keptCatalogue.register { StubCatalogue() }
      container.manager.reset(options: .scope)
      #expect(container.keptCatalogue().title == "stub", "the registration stays")
      container.keptCatalogue.onTest { StubCatalogue("test") }
      container.manager.reset(options: .context)
      container.manager.reset(options: .scope)
      #expect(container.keptCatalogue().title == "stub")
      container.manager.reset(options: .none)
      #expect(container.keptCatalogue().title == "stub")
      container.manager.reset()
      #expect(container.keptCatalogue().title == "city")
      container.catalogue.register { StubCatalogue() }
      container.reset()
      #expect(container.catalogue().title == "city")
    }

    @Test func `what a container cached goes with it`() {
      var container = Container()
      let first = container.keptCatalogue()
      #expect(container.keptCatalogue() === first)
      container = Container()
      let second = container.keptCatalogue()
      #expect(second !== first)
      weak var gone: Desk?
      do {
        let another = Container()
        another.manager.defaultScope = .cached
        gone = another.desk()
        #expect(gone != nil)
      }
      #expect(gone == nil)
    }

    @Test func `the shared container is replaced for a task`() async {
      await Container.$shared.withValue(Container()) {
        Container.shared.catalogue.register { StubCatalogue("inner") }
        let title = await Task { Container.shared.catalogue().title }.value
        #expect(title == "inner")
      }
      #expect(Container.shared.catalogue().title == "city")
    }
  }
}
