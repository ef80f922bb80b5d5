import Foundation
import Registry
import RegistryTesting
import Testing

private final class Shop: SharedContainer {
  @TaskLocal static var shared = Shop()
  let manager = ContainerManager()

  var name: Factory<String> { self { "shop" } }
}

extension Container {
  fileprivate var name: Factory<String> { self { "container" } }
  fileprivate var single: Factory<Object> { self { Object() }.singleton }
}

extension Trait where Self == ContainerTrait<Shop> {
  fileprivate static var shop: Self { ContainerTrait(shared: Shop.$shared, container: Shop()) }
}

private enum OwnKey: DependencyKey {
  static var defaultValue: Object { Object() }
}

extension DependencyValues {
  /// Made once per test.
  fileprivate var own: Object { self[OwnKey.self] }
}

/// All that a task carries, as text.
private func state() -> [String] {
  [
    Container.shared.name(), Shop.shared.name(), DependencyValues.current.greeting,
    "\(FactoryContext.current.isPreview)", "\(ObjectIdentifier(DependencyValues.current.own))",
    "\(ObjectIdentifier(Container.shared.single()))",
    IssueReporter.current == nil ? "no reporter" : "reporter",
  ]
}

@Suite(
  .container { $0.name.register { "mock" } },
  .shop { $0.name.register { "mock shop" } },
  .dependencies { $0.greeting = "mock greeting" }
)
struct EscapedDependenciesTests {
  @Test func `without it a thread sees none of it`() {
    #expect(onThread { state()[0...2] } == ["container", "shop", "test"])
  }

  @Test func `a thread sees all of it`() {
    let expected = state()
    #expect(expected[0...2] == ["mock", "mock shop", "mock greeting"])
    let found = withEscapedDependencies { continuation in
      onThread { continuation.yield { state() } }
    }
    #expect(found == expected)
  }

  @Test func `a queue and a detached task see all of it, each time`() async {
    let expected = state()
    let found = await withEscapedDependencies { continuation in
      let first = await withCheckedContinuation { resume in
        DispatchQueue.global().async {
          continuation.yield { resume.resume(returning: state()) }
        }
      }
      let second = await Task.detached {
        await continuation.yield {
          await Task.yield()
          return state()
        }
      }.value
      return [first, second]
    }
    #expect(found == [expected, expected])
  }

  @Test func `contexts and overrides of the moment are carried`() {
    let found = FactoryContext.withContext(.preview) {
      withDependencies {
        $0.greeting = "moment"
      } operation: {
        withEscapedDependencies { continuation in
          onThread { continuation.yield { state() } }
        }
      }
    }
    #expect(found[2] == "moment")
    #expect(found[3] == "true")
    #expect(DependencyValues.current.greeting == "mock greeting")
  }

  @Test func `it may be carried on from there, or never be used`() {
    withEscapedDependencies { _ in }
    let found = withEscapedDependencies { first in
      onThread {
        first.yield {
          withEscapedDependencies { second in
            onThread { second.yield { state()[0...2] } }
          }
        }
      }
    }
    #expect(found == ["mock", "mock shop", "mock greeting"])
  }

  @Test func `errors pass`() async {
    #expect(throws: CancellationError.self) {
      try withEscapedDependencies { continuation in
        try continuation.yield { throw CancellationError() }
      }
    }
    await #expect(throws: CancellationError.self) {
      try await withEscapedDependencies { continuation in
        try await continuation.yield {
          await Task.yield()
          throw CancellationError()
        }
      }
    }
  }

  @Test func `a container of the moment is carried`() async {
    let container = Shop()
    container.name.register { "bound" }
    let found = withContainer(Shop.$shared, container) {
      withEscapedDependencies { continuation in
        onThread { continuation.yield { Shop.shared.name() } }
      }
    }
    #expect(found == "bound")
    let later = await withContainer(Shop.$shared, container) {
      await Task.yield()
      return withEscapedDependencies { continuation in
        onThread { continuation.yield { Shop.shared.name() } }
      }
    }
    #expect(later == "bound")
    #expect(Shop.shared.name() == "mock shop")
  }
}
