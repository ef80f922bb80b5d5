/// Injects what was registered for a type when its owner is made: `@InjectedType var service: (any Service)?`.
@propertyWrapper
public struct InjectedType<T> {
  private var dependency: T?

  /// Injects from `Container.shared`; nil where nothing was registered.
  public init() {
    dependency = Container.shared.resolve(T.self)
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

/// Injects a shared container itself: `@InjectedContainer var payments: Payments`.
@propertyWrapper
public struct InjectedContainer<C: SharedContainer>: Sendable {
  private let container: C

  /// Injects the container that is shared while the owner is made.
  public init() {
    container = C.shared
  }

  /// The container.
  public var wrappedValue: C { container }
}
