import Observation
import Registry
import RegistryTesting
import Testing

private enum NameKey: DependencyKey {
  static var defaultValue: String { "default" }
}

private enum MadeKey: DependencyKey {
  static var defaultValue: Counter { Counter() }
}

extension DependencyValues {
  fileprivate var name: String {
    get { self[NameKey.self] }
    set { self[NameKey.self] = newValue }
  }

  fileprivate var made: Counter {
    get { self[MadeKey.self] }
    set { self[MadeKey.self] = newValue }
  }
}

/// A model at the end of a chain.
private final class Leaf: ObservableDependency {
  let name: String
  @Dependency(\.name) var injected

  nonisolated init(dependencies: DependencyValues) {
    dependencies.made.increment()
    name = dependencies.name
  }
}

/// A model that owns another.
@MainActor
private final class Bough: ObservableDependency {
  let name: String
  @DependencyState var leaf: Leaf

  init(dependencies: DependencyValues) {
    name = dependencies.name
  }
}

/// A model that gives its part of the program a value of its own.
@MainActor
private final class Trunk: ObservableDependency {
  @DependencyState var branch: Bough
  @DependencyState(\.name, "attribute") var other: Bough

  init(dependencies: DependencyValues) {
    _branch = DependencyState().dependency(\.name, "trunk")
  }
}

@MainActor
private struct Screen {
  @DependencyState var leaf: Leaf
  @DependencyState var trunk: Trunk
}

/// An owner off the main actor makes its model by a closure.
///
/// `@unchecked Sendable`: its one property is a wrapper whose storage is synchronised; a wrapped `var` cannot say so.
private final class Owner: @unchecked Sendable {
  @DependencyState({ Leaf(dependencies: $0) }) var leaf
}

@MainActor @Observable
private final class Page: ObservableDependency {
  var name: String
  @ObservationIgnored @DependencyState var footer: Footer

  init(dependencies: DependencyValues) {
    name = dependencies.name
  }
}

@MainActor
private final class Footer: ObservableDependency {
  let name: String

  init(dependencies: DependencyValues) {
    name = dependencies.name
  }
}

@MainActor
private final class Window {
  @DependencyState var page: Page
  @DependencyState({ Page(dependencies: $0.dependency(\.name, "closure")) }) var other
}

@MainActor @Suite(.container) struct DependencyStateTests {
  @Test func `the model is made by the first read, once`() {
    let made = Counter()
    withDependencies {
      $0.made = made
    } operation: {
      let screen = Screen()
      #expect(screen.$leaf.resolvedOrNil() == nil)
      #expect(made.count == 0)
      #expect(screen.leaf === screen.leaf)
      #expect(screen.$leaf.resolvedOrNil() === screen.leaf)
      #expect(made.count == 1)
    }
  }

  @Test func `without an override the model has the defaults`() {
    #expect(Screen().leaf.name == "default")
  }

  @Test
  func `what the owner was made with stays, and an override at the first read comes before it`() {
    let make = {
      withDependencies {
        $0.name = "owner"
      } operation: {
        Screen()
      }
    }
    #expect(make().leaf.name == "owner")
    let screen = make()
    withDependencies {
      $0.name = "reader"
    } operation: {
      #expect(screen.leaf.name == "reader")
    }
    #expect(screen.leaf.name == "reader")
  }

  @Test func `what the owner was made with comes before what is in force around both`() {
    withDependencies {
      $0.name = "outer"
    } operation: {
      let screen = withDependencies {
        $0.name = "owner"
      } operation: {
        Screen()
      }
      #expect(screen.leaf.name == "owner")
      #expect(Screen().leaf.name == "outer")
    }
  }

  @Test func `models that a model owns have its values, whenever they are read`() {
    let screen = withDependencies {
      $0.name = "owner"
    } operation: {
      Screen()
    }
    #expect(screen.leaf.injected == "owner")
    let trunk = screen.trunk
    #expect(trunk.branch.name == "trunk")
    #expect(trunk.branch.leaf.name == "trunk")
    #expect(trunk.branch.leaf.injected == "trunk")
    #expect(trunk.other.name == "attribute")
    #expect(trunk.other.leaf.name == "attribute")
  }

  @Test func `a value for one part comes before an override around the read`() {
    let screen = Screen()
    withDependencies {
      $0.name = "reader"
    } operation: {
      #expect(screen.trunk.branch.name == "trunk")
      #expect(screen.trunk.branch.leaf.name == "trunk")
    }
  }

  @Test func `copies of the owner share the model, other owners do not`() {
    let screen = Screen()
    let copy = screen
    #expect(copy.leaf === screen.leaf)
    #expect(Screen().leaf !== screen.leaf)
  }

  @Test func `the model goes with its owner`() {
    weak var leaf: Leaf?
    do {
      let screen = Screen()
      leaf = screen.leaf
      #expect(leaf != nil)
      withExtendedLifetime(screen) {}
    }
    #expect(leaf == nil)
  }

  @Test func `eight threads that read first make one model`() {
    let made = Counter()
    let owner = withDependencies {
      $0.made = made
    } operation: {
      Owner()
    }
    let leaves = onThreads(8) { _ in ObjectIdentifier(owner.leaf) }
    #expect(Set(leaves).count == 1)
    #expect(made.count == 1)
  }

  @Test func `models of the main actor own others`() {
    let window = withDependencies {
      $0.name = "owner"
    } operation: {
      Window()
    }
    #expect(window.page === window.page)
    #expect(window.page.name == "owner")
    #expect(window.page.footer.name == "owner")
    #expect(window.other.name == "closure")
    #expect(window.other.footer.name == "owner")
  }

  @Test func `values with one changed leave the others as they are`() {
    let values = DependencyValues.current.dependency(\.name, "one")
    #expect(values.name == "one")
    #expect(values.dependency(\.name, "two").name == "two")
    #expect(values.name == "one")
    #expect(Leaf(dependencies: values).name == "one")
  }
}
