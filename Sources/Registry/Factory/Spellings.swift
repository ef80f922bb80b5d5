// Spellings that Factory's articles use beside the usual ones.

extension Factory {
  /// Defines a factory with its scope: `Factory(self, scope: .cached) { LiveService() }`.
  public init(
    _ container: some ManagedContainer,
    scope: Scope,
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable () -> T
  ) {
    self = Factory(container, key: key, fileID: fileID, line: line, column: column, factory)
      .scope(scope, function: key, fileID: fileID)
  }
}

extension ParameterFactory {
  /// Defines a factory with a parameter and its scope.
  public init(
    _ container: some ManagedContainer,
    scope: Scope,
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable (P) -> T
  ) {
    self = ParameterFactory(
      container,
      key: key,
      fileID: fileID,
      line: line,
      column: column,
      factory
    )
    .scope(scope, function: key, fileID: fileID)
  }
}

extension FactoryModifying {
  /// The same as `reset(_:)`, spelled as a container spells it.
  @discardableResult
  public func reset(options: FactoryResetOptions) -> Self {
    reset(options)
  }
}
