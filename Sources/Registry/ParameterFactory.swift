/// Makes a dependency from a parameter: `container.user(7)`.
///
/// A scope caches one value for all parameters, unless `.scopeOnParameters` says otherwise. For several parameters use a
/// tuple or a struct.
public struct ParameterFactory<P, T>: FactoryModifying {
  /// What the factory is made of.
  public var registration: FactoryRegistration<P, T>

  /// Defines a factory of this container; its identity is the place where that is written.
  @inlinable
  public init(
    _ container: some ManagedContainer,
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable (P) -> T
  ) {
    registration = FactoryRegistration(
      container,
      .parameter(factory),
      Declaration(
        name: key,
        fileID: fileID,
        line: line,
        column: column,
        type: ObjectIdentifier(Recipe<P, T>.self)
      )
    )
  }

  /// The value for this parameter: `container.user(7)`.
  @inlinable
  public func callAsFunction(_ parameter: P) -> T {
    registration.resolve(parameter, throwing: Never.self)
  }

  /// The value for this parameter, by name.
  @inlinable
  public func resolve(_ parameter: P) -> T {
    registration.resolve(parameter, throwing: Never.self)
  }

  /// Replaces what the factory makes, in this container, and forgets its cached values.
  @discardableResult
  public func register(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable (P) -> T
  ) -> ParameterFactory<P, T> {
    modified(.registered(.parameter(factory)), function, fileID)
  }

  /// The same as `register`: `container.user { id in Mock(id) }`.
  @discardableResult
  public func callAsFunction(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable (P) -> T
  ) -> ParameterFactory<P, T> {
    register(function: function, fileID: fileID, factory)
  }
}

extension ParameterFactory where P: Hashable & SendableMetatype {
  /// Caches one value for each parameter; parameters are compared by equality.
  ///
  /// It belongs in the definition: `self { id in User(id) }.scopeOnParameters.cached`.
  public var scopeOnParameters: ParameterFactory<P, T> {
    // A property cannot know where it is written: it changes this value.
    modified(
      .parameterKey { AnyHashable($0) },
      registration.declaration.name,
      registration.declaration.fileID
    )
  }
}
