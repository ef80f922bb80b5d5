/// The value of a factory of `Container.shared`: `dependency(\.service)`.
public func dependency<T>(
  _ keyPath: KeyPath<Container, Factory<T>>,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> T {
  read(keyPath, (), Reader("dependency", fileID, line))
}

/// The value of a factory of another type's shared container: `dependency(\Payments.service)`.
public func dependency<C: SharedContainer, T>(
  _ keyPath: KeyPath<C, Factory<T>>,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> T {
  read(keyPath, (), Reader("dependency", fileID, line))
}

/// The value of a factory of `Container.shared` for a parameter: `dependency(\.user, parameter: 7)`.
public func dependency<P, T>(
  _ keyPath: KeyPath<Container, ParameterFactory<P, T>>,
  parameter: P,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> T {
  read(keyPath, parameter, Reader("dependency", fileID, line))
}

/// The value of a factory of another type's shared container for a parameter.
public func dependency<C: SharedContainer, P, T>(
  _ keyPath: KeyPath<C, ParameterFactory<P, T>>,
  parameter: P,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> T {
  read(keyPath, parameter, Reader("dependency", fileID, line))
}

private func read<C: SharedContainer, F: SynchronousFactory>(
  _ keyPath: KeyPath<C, F>,
  _ parameter: F.P,
  _ reader: Reader
) -> F.T where F.Failure == Never {
  Step.reading(reader) { C.shared[keyPath: keyPath](parameter) }
}

// MARK: - FactoryKit's name

/// The same as `dependency(\.service)`.
public func resolve<T>(
  _ keyPath: KeyPath<Container, Factory<T>>,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> T {
  dependency(keyPath, fileID: fileID, line: line)
}

/// The same as `dependency(\Payments.service)`.
public func resolve<C: SharedContainer, T>(
  _ keyPath: KeyPath<C, Factory<T>>,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> T {
  dependency(keyPath, fileID: fileID, line: line)
}
