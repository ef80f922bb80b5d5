import Registry
import Testing

private class SharedModel {
  let desk = Container.shared.desk()
}

private class PassedModel {
  let catalogue: any Catalogue
  let reader: Reader

  init(container: Container, name: String) {
    catalogue = container.catalogue()
    reader = container.reader(name)
  }
}

private class LazyModel {
  private let container: Container

  lazy var desk: Desk = container.desk()
  lazy var catalogue: any Catalogue = container.keptCatalogue()

  init(container: Container) {
    self.container = container
  }
}

private class KeyPathModel {
  let desk = dependency(\.desk)
  let shelf = dependency(\Branch.shelf)
  let typed: any Catalogue = dependency(\.catalogue)
  lazy var reader: Reader = dependency(\.reader, parameter: "ann")
  let earlier = resolve(\.desk)
  let earlierShelf = resolve(\Branch.shelf)
}

extension Branch {
  fileprivate var visitor: ParameterFactory<String, Reader> { self { Reader(name: $0) } }
}

extension Documented {
  @Suite struct Resolutions {
    @Test func `a model resolves from the shared container`() {
      Container.shared.keptCatalogue.register { StubCatalogue() }
      #expect(SharedModel().desk.catalogue.title == "stub")
    }

    @Test func `a model resolves from the container that it is given`() {
      let container = Container()
      container.catalogue.register { StubCatalogue() }
      let model = PassedModel(container: container, name: "ann")
      #expect(model.catalogue.title == "stub")
      #expect(model.reader.name == "ann")
      #expect(PassedModel(container: .shared, name: "").catalogue.title == "city")
    }

    @Test func `a model resolves later from the container that it keeps`() {
      let container = Container()
      let model = LazyModel(container: container)
      container.keptCatalogue.register { StubCatalogue() }
      #expect(model.desk.catalogue === model.catalogue)
      #expect(model.catalogue.title == "stub")
    }

    @Test func `a composition root passes what the container gives`() {
      let desk = Desk(catalogue: Container.shared.keptCatalogue())
      #expect(desk.catalogue === Container.shared.keptCatalogue())
    }

    @Test func `functions resolve by key path`() {
      Container.shared.keptCatalogue.register { StubCatalogue() }
      let model = KeyPathModel()
      #expect(model.desk.catalogue.title == "stub")
      #expect(model.earlier.catalogue === model.desk.catalogue)
      #expect(model.shelf === Branch.shared.shelf())
      #expect(model.earlierShelf === model.shelf)
      #expect(model.typed.title == "city")
      #expect(model.reader.name == "ann")
      #expect(dependency(\Branch.visitor, parameter: "bob").name == "bob")
    }

    @Test func `a factory is a value that resolves when it is called`() {
      let factory = Container.shared.catalogue
      Container.shared.catalogue.register { StubCatalogue() }
      #expect(factory().title == "stub")
      #expect(factory.resolve().title == "stub")
      #expect(Container.shared.reader.resolve("ann").name == "ann")
    }
  }
}
