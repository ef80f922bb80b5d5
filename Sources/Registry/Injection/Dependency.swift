/// What a factory of `Container.shared` gives: `dependency(\.service)`.
public func dependency<T>(_ keyPath: KeyPath<Container, Factory<T>>) -> T {
  Container.shared[keyPath: keyPath]()
}

/// What a factory of another type's shared container gives: `dependency(\Payments.service)`.
public func dependency<C: SharedContainer, T>(_ keyPath: KeyPath<C, Factory<T>>) -> T {
  C.shared[keyPath: keyPath]()
}

/// What a factory of `Container.shared` gives for a parameter: `dependency(\.user, parameter: 7)`.
public func dependency<P, T>(
  _ keyPath: KeyPath<Container, ParameterFactory<P, T>>,
  parameter: P
) -> T {
  Container.shared[keyPath: keyPath](parameter)
}

/// What a factory of another type's shared container gives for a parameter.
public func dependency<C: SharedContainer, P, T>(
  _ keyPath: KeyPath<C, ParameterFactory<P, T>>,
  parameter: P
) -> T {
  C.shared[keyPath: keyPath](parameter)
}

// MARK: - By its earlier name

/// The same as `dependency(\.service)`, by the name that Factory's articles use too.
public func resolve<T>(_ keyPath: KeyPath<Container, Factory<T>>) -> T {
  dependency(keyPath)
}

/// The same as `dependency(\Payments.service)`.
public func resolve<C: SharedContainer, T>(_ keyPath: KeyPath<C, Factory<T>>) -> T {
  dependency(keyPath)
}
