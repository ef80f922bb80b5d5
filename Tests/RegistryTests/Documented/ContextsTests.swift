import Registry
import Testing

extension Container {
  fileprivate var counter: Factory<String> { self { "original" } }
  fileprivate var lamp: Factory<String> {
    self { "standard" }
      .onArg("documented light") { "light" }
      .onArgs(["documented dark", "documented dim"]) { "dark" }
  }
  fileprivate var defined: Factory<String> {
    self { "original" }
      .context(.preview, .simulator) { "stub" }
      .onTest { "test" }
  }
  fileprivate var greeting: ParameterFactory<String, String> {
    self { "hello \($0)" }
      .onPreview { "preview \($0)" }
      .onArg("documented loud") { "HELLO \($0)" }
  }
  fileprivate var kept: Factory<StubCatalogue> { self { StubCatalogue("original") }.cached }
  fileprivate var onlyDebug: Factory<String> { self { "original" }.onDebug { "debug" } }
}

extension Documented {
  @Suite struct Contexts {
    let container = Container()

    static let shortcuts: [(FactoryContextType, @Sendable (Factory<String>) -> Factory<String>)] = [
      (.arg("documented one"), { $0.onArg("documented one") { "context" } }),
      (.arg("documented two"), { $0.onArgs(["documented two"]) { "context" } }),
      (.preview, { $0.onPreview { "context" } }),
      (.test, { $0.onTest { "context" } }),
      (.simulator, { $0.onSimulator { "context" } }),
      (.device, { $0.onDevice { "context" } }),
      (.debug, { $0.onDebug { "context" } }),
    ]

    @Test(arguments: shortcuts.indices)
    func `each context has a shortcut, which serves it`(_ index: Int) {
      let (context, modify) = Self.shortcuts[index]
      container.counter.context(context) { "long" }
      FactoryContext.withContext(context) { #expect(container.counter() == "long") }
      _ = modify(container.counter)
      FactoryContext.withContext(context) { #expect(container.counter() == "context") }
    }

    static let order: [FactoryContextType] = [
      .args(["documented winner"]), .preview, .test, .simulator, .device, .debug,
    ]

    @Test(arguments: 0...7)
    func `contexts, registration and original count in the documented order`(_ first: Int) {
      for (index, context) in Self.order.enumerated() where index >= first {
        container.counter.context(context) { "\(index)" }
      }
      if first <= 6 { container.counter.register { "6" } }
      let value = FactoryContext.withContext(
        .arg("documented winner"),
        .preview,
        .test,
        .simulator,
        .device,
        .debug
      ) {
        container.counter()
      }
      #expect(value == (first == 7 ? "original" : "\(first)"))
    }

    @Test func `tests run in the test context`() {
      #expect(FactoryContext.current.isTest)
      #expect(!FactoryContext.current.isPreview)
      #expect(FactoryContext.current.isDevice != FactoryContext.current.isSimulator)
      #expect(container.defined() == "test")
    }

    @Test func `the debug context holds in debug builds`() {
      #if DEBUG
      #expect(FactoryContext.current.isDebug)
      #expect(container.onlyDebug() == "debug")
      #else
      #expect(!FactoryContext.current.isDebug)
      #expect(container.onlyDebug() == "original")
      #endif
    }

    @Test(.enabled(if: CommandLine.arguments.count > 1))
    func `an argument of the command line is a context`() throws {
      let argument = try #require(CommandLine.arguments.dropFirst().first)
      container.counter.onArg(argument) { "launched" }.onArg("documented other") { "other" }
      #expect(container.counter() == "launched")
    }

    @Test func `arguments come and go while the program runs`() {
      #expect(container.lamp() == "standard")
      FactoryContext.setArg("documented light", forKey: "documented theme")
      #expect(container.lamp() == "light")
      FactoryContext.setArg("documented dim", forKey: "documented theme")
      #expect(container.lamp() == "dark", "the new value of a key replaces the old")
      FactoryContext.removeArg(forKey: "documented theme")
      #expect(container.lamp() == "standard")
    }

    @Test func `one closure serves several contexts`() {
      FactoryContext.withContext(.preview) { #expect(container.defined() == "stub") }
      FactoryContext.withContext(.simulator) { #expect(container.defined() == "stub") }
    }

    @Test func `a factory with a parameter has contexts`() {
      #expect(container.greeting("ann") == "hello ann")
      FactoryContext.withContext(.preview) { #expect(container.greeting("ann") == "preview ann") }
      FactoryContext.withContext(.preview, .arg("documented loud")) {
        #expect(container.greeting("ann") == "HELLO ann")
      }
      container.greeting.onTest { "test \($0)" }
      #expect(container.greeting("ann") == "test ann")
    }

    @Test func `contexts are chained with a registration`() {
      container.counter { "registered" }
        .onArg("documented day") { "day" }
        .onArg("documented night") { "night" }
      #expect(container.counter() == "registered")
      FactoryContext.withContext(.arg("documented night")) {
        #expect(container.counter() == "night")
      }
    }

    @Test func `a changed context is followed by a reset of the scope, which is kept harmless`() {
      #expect(container.kept().title == "original")
      container.kept.onTest { StubCatalogue("test") }.reset(.scope)
      #expect(container.kept().title == "test")
      container.kept.reset()
      #expect(container.kept().title == "original", "a reset of everything clears contexts too")
    }
  }
}
