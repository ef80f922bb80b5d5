/// The value of a factory of `Container.shared`: `dependency(\.service)`.
public func dependency<T>(_ keyPath: KeyPath<Container, Factory<T>>) -> T {
  Container.shared[keyPath: keyPath]()
}

/// The value of a factory of another type's shared container: `dependency(\Payments.service)`.
public func dependency<C: SharedContainer, T>(_ keyPath: KeyPath<C, Factory<T>>) -> T {
  C.shared[keyPath: keyPath]()
}

/// The value of a factory of `Container.shared` for a parameter: `dependency(\.user, parameter: 7)`.
public func dependency<P, T>(
  _ keyPath: KeyPath<Container, ParameterFactory<P, T>>,
  parameter: P
) -> T {
  Container.shared[keyPath: keyPath](parameter)
}

/// The value of a factory of another type's shared container for a parameter.
public func dependency<C: SharedContainer, P, T>(
  _ keyPath: KeyPath<C, ParameterFactory<P, T>>,
  parameter: P
) -> T {
  C.shared[keyPath: keyPath](parameter)
}

// MARK: - FactoryKit's name

/// The same as `dependency(\.service)`.
public func resolve<T>(_ keyPath: KeyPath<Container, Factory<T>>) -> T {
  dependency(keyPath)
}

/// The same as `dependency(\Payments.service)`.
public func resolve<C: SharedContainer, T>(_ keyPath: KeyPath<C, Factory<T>>) -> T {
  dependency(keyPath)
}
