import Registry
import RegistryTesting
import Testing

private class Accounts {
  @Injected(\.catalogue) var catalogue
  let kept: any Catalogue

  init(container: Container = .shared) {
    kept = container.keptCatalogue()
  }
}

extension Container {
  fileprivate var single: Factory<Counter> { self { Counter() }.singleton }
  fileprivate var count: Factory<Counter> { self { Counter() }.cached }

  fileprivate func setupStubs() {
    keptCatalogue.register { StubCatalogue("set up") }
  }
}

/// Not part of `Documented`, whose containers every suite within it inherits.
@Suite struct DocumentedTraitTests {
  @Test(.container)
  func `a test has a container of its own`() async {
    Container.shared.catalogue.register { StubCatalogue("a") }
    await Task.yield()
    #expect(Container.shared.catalogue().title == "a")
    #expect(Accounts().catalogue.title == "a")
  }

  @Test(.container, arguments: 1...10)
  func `each test case has a container and singletons of its own`(_ parameter: Int) async {
    Container.shared.catalogue.register { StubCatalogue("\(parameter)") }
    await Task.yield()
    #expect(Container.shared.catalogue().title == "\(parameter)")
    #expect(Container.shared.count().increment() == 1)
    #expect(Container.shared.single().increment() == 1)
  }

  @Test(.branch)
  func `a container type of one's own has a trait of its own`() {
    Branch.shared.shelf.register { StubCatalogue("b") }
    #expect(Branch.shared.shelf().title == "b")
  }

  @Test(.container, .branch)
  func `a test has several traits`() {
    Container.shared.catalogue.register { StubCatalogue("c") }
    Branch.shared.shelf.register { StubCatalogue("d") }
    #expect(Container.shared.catalogue().title + Branch.shared.shelf().title == "cd")
  }

  @Test(
    .container {
      $0.catalogue.register { StubCatalogue("e") }
      $0.keptCatalogue.register { StubCatalogue("f") }
    }
  )
  func `a trait registers beforehand`() {
    #expect(Container.shared.catalogue().title == "e")
    #expect(Accounts().kept.title == "f")
  }

  @Test(
    .container {
      await Task.yield()
      $0.catalogue.register { StubCatalogue("g") }
    },
    .branch { $0.shelf.register { StubCatalogue("h") } }
  )
  func `traits that register are asynchronous and go together`() {
    #expect(Container.shared.catalogue().title + Branch.shared.shelf().title == "gh")
  }

  @Suite(.container) struct Outer {
    @Test(arguments: 1...5)
    func `a suite's trait holds for each of its test cases`(_ parameter: Int) {
      #expect(Container.shared.count().increment() == 1)
    }

    @Suite struct Inner {
      @Test(arguments: 1...5)
      func `and for those of the suites within`(_ parameter: Int) {
        #expect(Container.shared.count().increment() == 1)
        #expect(Container.shared.single().increment() == 1)
      }
    }
  }

  @Suite(.container { $0.setupStubs() }) struct Prepared {
    @Test func `a suite's trait registers beforehand`() {
      #expect(Accounts().kept.title == "set up")
    }
  }
}

/// Set up as a class of XCTest is; the trait keeps it from others that run meanwhile.
@Suite(.container) final class DocumentedSetUpTests {
  let container = Container()

  init() {
    Container.shared.reset()
    Container.shared.manager.push()
    Container.shared.setupStubs()
    container.setupStubs()
  }

  deinit {
    Container.shared.manager.pop()
    #expect(Container.shared.keptCatalogue().title == "city")
  }

  @Test(arguments: ["a", "b"])
  func `each test starts from the same state`(_ title: String) {
    #expect(Container.shared.catalogue().title == "city")
    #expect(Accounts().kept.title == "set up")
    Container.shared.catalogue.register { StubCatalogue(title) }
    #expect(Accounts().catalogue.title == title)
  }

  @Test func `a container is passed to what is tested`() {
    container.keptCatalogue.register { StubCatalogue("passed") }
    #expect(Accounts(container: container).kept.title == "passed")
    #expect(Accounts().kept.title == "set up")
  }
}
