/// An object that factories belong to.
public protocol ManagedContainer: AnyObject, Sendable {
  /// Keeps overrides and cached values.
  var manager: ContainerManager { get }
}

/// A container with a shared instance, which the property wrappers use.
///
/// ```swift
/// final class Payments: SharedContainer {
///   @TaskLocal static var shared = Payments()
///   let manager = ContainerManager()
/// }
/// ```
public protocol SharedContainer: ManagedContainer {
  /// The running task's container.
  static var shared: Self { get }
}

// MARK: - Definitions

extension ManagedContainer {
  /// Defines a factory: `var service: Factory<any Service> { self { LiveService() } }`.
  @inlinable
  public func callAsFunction<T>(
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable () -> T
  ) -> Factory<T> {
    Factory(self, key: key, fileID: fileID, line: line, column: column, factory)
  }

  /// Defines a factory with a parameter: `var user: ParameterFactory<Int, User> { self { id in User(id) } }`.
  @inlinable
  public func callAsFunction<P, T>(
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable (P) -> T
  ) -> ParameterFactory<P, T> {
    ParameterFactory(self, key: key, fileID: fileID, line: line, column: column, factory)
  }

  /// Defines a factory that may fail: `var store: ThrowingFactory<Store> { self { try Store() } }`.
  @inlinable
  public func callAsFunction<T>(
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable () throws -> T
  ) -> ThrowingFactory<T> {
    ThrowingFactory(self, key: key, fileID: fileID, line: line, column: column, factory)
  }

  /// Defines a factory with a parameter that may fail: `self { path in try Book(path: path) }`.
  @inlinable
  public func callAsFunction<P, T>(
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable (P) throws -> T
  ) -> ThrowingParameterFactory<P, T> {
    ThrowingParameterFactory(self, key: key, fileID: fileID, line: line, column: column, factory)
  }

  /// Defines an asynchronous factory: `var store: AsyncFactory<Store> { self { try await Store() } }`.
  @inlinable
  public func callAsFunction<T: Sendable>(
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable () async throws -> T
  ) -> AsyncFactory<T> {
    AsyncFactory(self, key: key, fileID: fileID, line: line, column: column, factory)
  }

  /// Defines an asynchronous factory with a parameter: `self { user in await Session(user) }`.
  @inlinable
  public func callAsFunction<P: Sendable, T: Sendable>(
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable (P) async throws -> T
  ) -> AsyncParameterFactory<P, T> {
    AsyncParameterFactory(self, key: key, fileID: fileID, line: line, column: column, factory)
  }

  /// Defines a factory that another module registers: `var log: Factory<(any Log)?> { promised() }`.
  ///
  /// Before the registration, a resolution gives nil, or ends the process with a report if
  /// `manager.promiseTriggersError` is set.
  public func promised<T>(
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) -> Factory<T?> {
    var factory = Factory<T?>(self, key: key, fileID: fileID, line: line, column: column) { nil }
    factory.registration.definition.isPromise = true
    return factory
  }

  /// Defines a factory with a parameter that another module registers.
  public func promised<P, T>(
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) -> ParameterFactory<P, T?> {
    var factory = ParameterFactory<P, T?>(
      self,
      key: key,
      fileID: fileID,
      line: line,
      column: column
    ) { _ in nil }
    factory.registration.definition.isPromise = true
    return factory
  }

  /// Defines a factory that another module registers: `var store: ThrowingFactory<any Store> { promised() }`.
  ///
  /// Before the registration, a resolution throws a ``RegistryError`` that names the factory.
  public func promised<T>(
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) -> ThrowingFactory<T> {
    ThrowingFactory(self, key: key, fileID: fileID, line: line, column: column) {
      throw RegistryError.brokenPromise(
        Declaration(name: key, fileID: fileID, line: line, column: column, type: T.self)
      )
    }
  }

  /// Defines an asynchronous factory that another module registers.
  ///
  /// Before the registration, a resolution throws a ``RegistryError`` that names the factory.
  public func promised<T: Sendable>(
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) -> AsyncFactory<T> {
    AsyncFactory(self, key: key, fileID: fileID, line: line, column: column) {
      throw RegistryError.brokenPromise(
        Declaration(name: key, fileID: fileID, line: line, column: column, type: T.self)
      )
    }
  }
}

// MARK: - Changes

extension SharedContainer {
  /// Changes several things at once: `container { $0.service.register { Mock() } }`.
  @discardableResult
  public func callAsFunction(_ transform: (Self) -> Void) -> Self {
    with(transform)
  }

  /// Changes several things at once, asynchronously.
  @discardableResult
  nonisolated(nonsending)
    public func callAsFunction(_ transform: nonisolated(nonsending) (Self) async -> Void) async
    -> Self
  {
    await with(transform)
  }
}

extension ManagedContainer {
  /// Changes several things at once: `let container = Payments().with { $0.service.register { Mock() } }`.
  @discardableResult
  public func with(_ transform: (Self) -> Void) -> Self {
    transform(self)
    return self
  }

  /// Changes several things at once, asynchronously.
  @discardableResult
  nonisolated(nonsending)
    public func with(_ transform: nonisolated(nonsending) (Self) async -> Void) async -> Self
  {
    await transform(self)
    return self
  }

  /// Sets the manager's decorator; see ``ContainerManager/decorator(_:)``.
  public func decorator(_ decorator: ((Any) -> Void)?) {
    manager.decorator(decorator)
  }

  /// Resets every factory of the container; see ``ContainerManager/reset(options:)``.
  public func reset(options: FactoryResetOptions = .all) {
    manager.reset(options: options)
  }
}
