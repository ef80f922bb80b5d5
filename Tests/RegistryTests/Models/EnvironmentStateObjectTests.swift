import Registry
import RegistryTesting
import Testing

private enum StoreKey: DependencyKey {
  static var defaultValue: Object { Object("default") }
}

extension DependencyValues {
  fileprivate var store: Object {
    get { self[StoreKey.self] }
    set { self[StoreKey.self] = newValue }
  }
}

/// A model that knows nothing of the container.
private final class Model {
  let store: Object
  @EnvironmentStateObject({ environment in Detail(store: environment.store) }) var detail

  init(store: Object) {
    self.store = store
  }
}

@MainActor
private final class Detail {
  let store: Object

  nonisolated init(store: Object) {
    self.store = store
  }
}

private struct Screen {
  let made: Counter
  @EnvironmentStateObject var model: Model

  init(_ made: Counter = Counter(), id: String = "") {
    self.made = made
    _model = EnvironmentStateObject { environment in
      made.increment()
      return Model(store: environment.store)
    }
  }
}

@MainActor
private final class Window {
  @EnvironmentStateObject({ environment in MainModel(store: environment.store) }) var model
}

@MainActor
private final class MainModel {
  let store: Object

  init(store: Object) {
    self.store = store
  }
}

/// `@unchecked Sendable`: its one property is a wrapper whose storage is synchronised; a wrapped `var` cannot say so.
private final class Owner: @unchecked Sendable {
  let screen: Screen

  init(_ screen: Screen) {
    self.screen = screen
  }
}

@Suite(.container) struct EnvironmentStateObjectTests {
  @Test func `the closure runs once, at the first read, with the values in force`() {
    let store = Object("owner")
    let screen = withDependencies {
      $0.store = store
    } operation: {
      Screen()
    }
    #expect(screen.$model.resolvedOrNil() == nil)
    #expect(screen.made.count == 0)
    #expect(screen.model === screen.model)
    #expect(screen.$model.resolvedOrNil() === screen.model)
    #expect(screen.made.count == 1)
    #expect(screen.model.store === store)
    #expect(screen.model.detail.store === store)
  }

  @Test func `a value can be set for the model and what it owns`() {
    let wrapper = EnvironmentStateObject { Model(store: $0.store) }
    let changed = wrapper.dependency(\.store, Object("changed"))
    #expect(changed.wrappedValue.store.name == "changed")
    #expect(changed.wrappedValue.detail.store.name == "changed")
    #expect(wrapper.wrappedValue.store.name == "default")
  }

  @Test func `eight threads that read first make one model`() {
    let owner = Owner(Screen())
    let models = onThreads(8) { _ in ObjectIdentifier(owner.screen.model) }
    #expect(Set(models).count == 1)
    #expect(owner.screen.made.count == 1)
  }

  @Test @MainActor func `a closure of the main actor makes its models`() {
    let window = withDependencies {
      $0.store = Object("owner")
    } operation: {
      Window()
    }
    #expect(window.model === window.model)
    #expect(window.model.store.name == "owner")
  }
}
