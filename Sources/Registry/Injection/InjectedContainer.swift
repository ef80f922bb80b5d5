/// Injects a shared container itself: `@InjectedContainer(Payments.self) var payments`.
@propertyWrapper
public struct InjectedContainer<C: SharedContainer>: Sendable {
  private let container: C

  /// Injects the container of this type that is shared when the owner is made.
  public init(_ type: C.Type = C.self) {
    container = C.shared
  }

  /// Injects `Container.shared`: `@InjectedContainer var container`.
  public init() where C == Container {
    container = Container.shared
  }

  /// The container.
  public var wrappedValue: C { container }

  /// The wrapper itself, for `$container.reset()`.
  public var projectedValue: InjectedContainer<C> { self }

  /// Resets every factory of the container; see ``ContainerManager/reset(options:)``.
  public func reset(options: FactoryResetOptions = .all) {
    container.reset(options: options)
  }
}
