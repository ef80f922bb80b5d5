public import Observation

#if canImport(SwiftUI)
public import SwiftUI
#endif

/// Owns an `@Observable` model from a factory: `@InjectedObservable(\.model) var model`.
///
/// The factory runs once, when the model is first read, whichever thread comes first. The instance lives as long as the
/// owner, whose copies share it; resetting the container changes nothing for it. With SwiftUI this is a `DynamicProperty`
/// and the owner is the view, however often its struct is made; `$model.name` is a binding then.
@propertyWrapper
public struct InjectedObservable<T: Observable>: Sendable {
  @OwnedState var owned: FactoryModel<T>

  /// Takes the model from `Container.shared`.
  public init(_ keyPath: KeyPath<Container, Factory<T>>) {
    self.init(InjectionSource(keyPath))
  }

  /// Takes it from the shared container of another type: `@InjectedObservable(\Payments.model)`.
  public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
    self.init(InjectionSource(keyPath))
  }

  private init(_ source: InjectionSource<T>) {
    _owned = OwnedState(wrappedValue: FactoryModel(source: source))
  }

  /// The model, made now if this is the first read.
  public var wrappedValue: T { owned.value }

  #if canImport(SwiftUI)
  /// A binding, for `$model.name` and for views that take one.
  public var projectedValue: Binding<T> { $owned.value }
  #else
  /// The wrapper itself, for `$model.factory` and `$model.resolvedOrNil()`.
  public var projectedValue: InjectedObservable<T> { self }
  #endif

  /// The factory that the model comes from.
  public var factory: Factory<T> { owned.source.factory }

  /// The model if it was read before.
  public func resolvedOrNil() -> T? {
    owned.storage.current
  }
}

/// A model that a factory makes on first use.
struct FactoryModel<T>: Sendable {
  let source: InjectionSource<T>
  var storage = LazyStorage<T>()

  /// The model; setting it begins a storage of its own, which SwiftUI sees as a change.
  var value: T {
    get { storage.value { source.factory() } }
    set {
      storage = LazyStorage()
      storage.replace(newValue)
    }
  }
}
