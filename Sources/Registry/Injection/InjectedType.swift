/// Injects the value registered for a type when its owner is made: `@InjectedType var service: (any Service)?`.
@propertyWrapper
public struct InjectedType<T> {
  private var dependency: T?

  /// Injects from `Container.shared`; nil if nothing is registered, or if `Container` is not `Resolving`.
  public init() {
    self.init(Container.shared)
  }

  /// Injects from this container; nil if nothing is registered, or if it is not `Resolving`.
  public init(_ container: any ManagedContainer) {
    dependency = (container as? any Resolving)?.resolve(T.self)
  }

  /// The dependency.
  public var wrappedValue: T? {
    get { dependency }
    set { dependency = newValue }
  }
}

extension InjectedType: Sendable where T: Sendable {}
