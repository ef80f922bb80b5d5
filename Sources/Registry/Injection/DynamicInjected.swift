/// Resolves a dependency each time it is read.
@propertyWrapper
public struct DynamicInjected<T>: Sendable {
  private let source: InjectionSource<T>

  /// Injects from `Container.shared`.
  public init(
    _ keyPath: KeyPath<Container, Factory<T>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    source = InjectionSource(keyPath, Reader("@DynamicInjected", fileID, line))
  }

  /// Injects from the shared container of another type: `@DynamicInjected(\Payments.service)`.
  public init<C: SharedContainer>(
    _ keyPath: KeyPath<C, Factory<T>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    source = InjectionSource(keyPath, Reader("@DynamicInjected", fileID, line))
  }

  /// The factory's value now.
  public var wrappedValue: T { source.value() }

  /// The factory that the dependency comes from: `$service()`, `$service.register { Mock() }`.
  public var projectedValue: Factory<T> { source.factory }
}
