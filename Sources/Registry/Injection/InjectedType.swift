/// Injects the value registered for a type when its owner is made: `@InjectedType var service: (any Service)?`.
@propertyWrapper
public struct InjectedType<T> {
  private var dependency: T?

  /// Injects from `Container.shared`; nil if nothing is registered, or if `Container` is not `Resolving`.
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
