import Registry
import RegistryTesting
import Testing

/// Parameters that are unequal and have one hash.
private struct Colliding: Hashable {
  let value: Int
  func hash(into hasher: inout Hasher) {}
}

private final class Book: Sendable {
  let number: Int
  let related: Book?

  init(_ number: Int, related: Book? = nil) {
    self.number = number
    self.related = related
  }
}

extension Container {
  fileprivate var cached: ParameterFactory<Colliding, Book> {
    self { Book($0.value) }.scopeOnParameters.cached
  }
  fileprivate var weak: ParameterFactory<Colliding, Book> {
    self { Book($0.value) }.scopeOnParameters.shared
  }
  fileprivate var single: ParameterFactory<Colliding, Book> {
    self { Book($0.value) }.scopeOnParameters.singleton
  }
  fileprivate var session: ParameterFactory<Colliding, Book> {
    self { Book($0.value) }.scopeOnParameters.scope(.session)
  }
  fileprivate var unscoped: ParameterFactory<Colliding, Book> {
    self { Book($0.value) }.scopeOnParameters
  }
  fileprivate var graph: ParameterFactory<Colliding, Book> {
    self { Book($0.value) }.scopeOnParameters.graph
  }
  fileprivate var graphs: Factory<[Book]> {
    self { [1, 2, 1].map { self.graph(Colliding(value: $0)) } }
  }
  fileprivate var related: ParameterFactory<Colliding, Book> {
    self { book in
      Book(
        book.value,
        related: book.value == 0 ? nil : self.related(Colliding(value: book.value - 1))
      )
    }.scopeOnParameters.cached
  }
}

/// The library's promise that parameters are compared by equality, where hashes collide.
@Suite(.container) struct EqualityTests {
  private static let scopes: [@Sendable (Container) -> ParameterFactory<Colliding, Book>] = [
    { $0.cached }, { $0.weak }, { $0.single }, { $0.session }, { $0.unscoped },
  ]

  @Test(arguments: scopes.indices)
  func `each parameter has its own value`(_ index: Int) {
    let container = Container()
    container.manager.defaultScope = .cached
    let factory = Self.scopes[index](container)
    let books = (0..<20).map { factory(Colliding(value: $0)) }
    #expect(books.map(\.number) == Array(0..<20))
    let again = (0..<20).map { factory(Colliding(value: $0)) }
    #expect(zip(books, again).allSatisfy { $0 === $1 })
  }

  @Test func `a graph tells them apart`() {
    let books = Container.shared.graphs()
    #expect(books.map(\.number) == [1, 2, 1])
    #expect(books[0] === books[2])
  }

  @Test func `a recursion through them is no cycle`() {
    let book = Container.shared.related(Colliding(value: 3))
    #expect(book.related?.related?.related?.number == 0)
  }

  @Test func `eight threads that ask for two of them make two`() {
    let container = Container()
    let made = Counter()
    container.cached.register {
      made.increment()
      return Book($0.value)
    }
    let books = onThreads(8) { container.cached(Colliding(value: $0 % 2)) }
    #expect(books.map(\.number) == [0, 1, 0, 1, 0, 1, 0, 1])
    #expect(made.count == 2)
  }
}
