import RegistryTesting
import Testing

@testable import Registry

private final class Library: SharedContainer {
  @TaskLocal static var shared = Library()
  let manager = ContainerManager()

  var shelf: Factory<Object> { self { Object("live shelf") } }
  var reader: Factory<Object> { self { Object("reader of \(self.shelf().name)") }.cached }
  var single: Factory<Object> { self { Object("single of \(self.shelf().name)") }.singleton }
  var archive: ThrowingFactory<Object> { self { throw Missing() } }
  var remote: AsyncFactory<Object> { self { throw Missing() } }
  var book: ParameterFactory<Int, Object> {
    self { Object("book \($0)") }.onTest { Object("test \($0)") }
  }

  struct Missing: Error {}
}

extension Container {
  fileprivate var librarian: Factory<Object> { self { Object("live librarian") }.cached }
}

private struct Visitor: Sendable {
  @Dependency(\.librarian) var librarian
}

extension Trait where Self == ContainerTrait<Library> {
  fileprivate static var library: Self {
    ContainerTrait(shared: Library.$shared, container: Library())
  }
}

@Suite(.container, .library) struct FactoryOverrideTests {
  @Test func `overrides within overrides of the same factories keep a short list`() {
    func nest(_ depth: Int, _ body: () -> Void) {
      guard depth > 0 else { return body() }
      withDependencies {
        $0.greeting = "\(depth)"
        $0.librarian = Object("\(depth)")
      } operation: {
        nest(depth - 1, body)
      }
    }
    nest(200) {
      let overrides = DependencyValues.current.overrides
      #expect(overrides.boxes.count < 64)
      #expect(overrides.factories.count < 64)
      #expect(DependencyValues.current.greeting == "1")
      #expect(Container.shared.librarian().name == "1")
    }
  }

  @Test func `a value overrides a factory for an operation, and no longer`() {
    let mock = Object("mock")
    withDependencies {
      $0.librarian = mock
    } operation: {
      #expect(Container.shared.librarian() === mock)
      #expect(dependency(\.librarian) === mock)
    }
    #expect(Container.shared.librarian().name == "live librarian")
  }

  @Test func `what was cached meanwhile depends on the override and stays within it`() {
    let before = Library.shared.reader()
    let inside = withDependencies {
      $0[\Library.shelf] = Object("mock shelf")
    } operation: {
      let reader = Library.shared.reader()
      #expect(Library.shared.reader() === reader)
      return [reader, Library.shared.single()]
    }
    #expect(inside.map(\.name) == ["reader of mock shelf", "single of mock shelf"])
    #expect(Library.shared.reader() === before)
    #expect(Library.shared.single().name == "single of live shelf")
  }

  @Test func `factories that throw, await or take parameters are overridden by set`() async throws {
    let mock = Object("mock")
    try await withDependencies {
      $0.set(\Library.archive, to: mock)
      $0.set(\Library.remote, to: mock)
      $0.set(\Library.book, to: mock)
    } operation: {
      let archive = try Library.shared.archive()
      let remote = try await Library.shared.remote()
      #expect(archive === mock)
      #expect(remote === mock)
      #expect(Library.shared.book(3) === mock)
    }
    #expect(throws: Library.Missing.self) { try Library.shared.archive() }
    #expect(Library.shared.book(3).name == "test 3")
  }

  @Test func `@Dependency reads a factory, with its cache`() {
    let visitor = Visitor()
    #expect(visitor.librarian.name == "live librarian")
    #expect(visitor.librarian === visitor.librarian)
    withDependencies {
      $0.librarian = Object("mock")
    } operation: {
      #expect(visitor.librarian.name == "mock")
    }
    let other = withDependencies {
      $0.librarian = Object("kept")
    } operation: {
      Visitor()
    }
    #expect(other.librarian.name == "kept")
  }

  @Test func `a value is cached where the owner's override and another meet`() {
    let visitor = withDependencies {
      $0.greeting = "made"
    } operation: {
      Visitor()
    }
    withDependencies {
      $0.farewell = "read"
    } operation: {
      let first = visitor.librarian
      #expect(visitor.librarian === first)
      Container.shared.librarian.register { Object("registered") }
      #expect(visitor.librarian.name == "registered")
    }
  }

  @Test func `registering within an operation also empties what it cached`() {
    withDependencies {
      $0[\Library.shelf] = Object("mock shelf")
    } operation: {
      _ = Library.shared.reader()
      Library.shared.reader.register { Object("registered") }
      #expect(Library.shared.reader().name == "registered")
    }
  }

  @Test func `child tasks inherit the override, and several do not mix`() async {
    let names = await withTaskGroup(of: String.self) { group in
      for number in 0..<20 {
        group.addTask {
          await withDependencies {
            $0[\Library.shelf] = Object("shelf \(number)")
          } operation: {
            await Task.yield()
            async let name = Library.shared.reader().name
            return await name
          }
        }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(names == Set((0..<20).map { "reader of shelf \($0)" }))
  }
}
