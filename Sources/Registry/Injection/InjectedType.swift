/// Injects what was registered for a type when its owner is made: `@InjectedType var service: (any Service)?`.
@propertyWrapper
public struct InjectedType<T> {
  private var dependency: T?

  /// Injects from `Container.shared`; nil where nothing was registered, or where `Container` is not `Resolving`.
  public init() {
    let container: any ManagedContainer = Container.shared
    dependency = (container as? any Resolving)?.resolve(T.self)
  }

  /// Injects from this container.
  public init(_ container: some Resolving) {
    dependency = container.resolve(T.self)
  }

  /// The dependency.
  public var wrappedValue: T? {
    get { dependency }
    set { dependency = newValue }
  }
}

extension InjectedType: Sendable where T: Sendable {}

/// Injects a shared container itself: `@InjectedContainer(Payments.self) var payments`.
@propertyWrapper
public struct InjectedContainer<C: SharedContainer>: Sendable {
  private let container: C

  /// Injects the container of this type that is shared while the owner is made.
  public init(_ type: C.Type = C.self) {
    container = C.shared
  }

  /// Injects `Container.shared`: `@InjectedContainer var container`.
  public init() where C == Container {
    container = Container.shared
  }

  /// The container.
  public var wrappedValue: C { container }
}
