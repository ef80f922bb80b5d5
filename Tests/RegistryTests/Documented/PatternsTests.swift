import Registry
import Testing

private typealias ReaderProviding = () async throws -> [Reader]

private class ReaderModel {
  @Injected(\.readers) var readers
  private(set) var names: [String] = []
  private(set) var isError = false

  func load() async {
    do {
      names = try await readers().map(\.name)
    } catch {
      isError = true
    }
  }
}

private struct Tag<T>: Sendable {
  let path: any KeyPath<Container, Factory<T>> & Sendable
  let priority: Int
}

extension Container {
  fileprivate var readers: Factory<ReaderProviding> {
    self { { [Reader(name: "ann"), Reader(name: "bob")] } }
  }

  fileprivate var paperback: Factory<StubCatalogue> { self { StubCatalogue("paperback") } }
  fileprivate var hardcover: Factory<StubCatalogue> { self { StubCatalogue("hardcover") } }

  fileprivate static let bindings: [any KeyPath<Container, Factory<StubCatalogue>> & Sendable] = [
    \.paperback,
    \.hardcover,
  ]
  fileprivate static let tagged = [
    Tag(path: \.paperback, priority: 20),
    Tag(path: \.hardcover, priority: 10),
  ]

  fileprivate func allBindings() -> [StubCatalogue] {
    Container.bindings.map { self[keyPath: $0]() }
  }

  fileprivate func byPriority() -> [StubCatalogue] {
    Container.tagged
      .sorted(by: { $0.priority < $1.priority })
      .map { self[keyPath: $0.path]() }
  }
}

actor Turnstile {
  private var count = 0

  func pass() -> Int {
    count += 1
    return count
  }
}

extension Container {
  fileprivate var turnstile: Factory<Turnstile> { self { Turnstile() }.cached }
}

extension Documented {
  @Suite struct Patterns {
    @Test func `a function is injected`() async {
      let model = ReaderModel()
      await model.load()
      #expect(model.names == ["ann", "bob"])
    }

    @Test func `a function is registered, to give nothing or to throw`() async {
      Container.shared.readers.register { { [] } }
      let empty = ReaderModel()
      await empty.load()
      #expect(empty.names.isEmpty)
      #expect(!empty.isError)
      Container.shared.readers.register { { throw Overdue() } }
      let failing = ReaderModel()
      await failing.load()
      #expect(failing.isError)
    }

    @Test func `key paths list factories of one kind, also by priority`() {
      let container = Container()
      container.paperback.register { StubCatalogue("pocket") }
      #expect(container.allBindings().map(\.title) == ["pocket", "hardcover"])
      #expect(container.byPriority().map(\.title) == ["hardcover", "pocket"])
    }

    @Test func `an actor is a dependency like any other`() async {
      let turnstile = Container.shared.turnstile()
      #expect(await turnstile.pass() == 1)
      #expect(await Container.shared.turnstile().pass() == 2)
    }
  }
}
