/// Makes a container the shared one of its type for an operation: `withContainer(Payments.$shared, mock) { … }`.
///
/// Unlike `$shared.withValue` it is also carried along by `withEscapedDependencies`, to where task-local values end.
public func withContainer<C: SharedContainer, Result, Failure: Error>(
  _ shared: TaskLocal<C>,
  _ container: C,
  operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let noted = EscapingContainers.current.adding(shared)
  return try EscapingContainers.$current.binding(noted) { () throws(Failure) in
    try shared.binding(container, operation)
  }
}

/// Makes a container the shared one of its type for an asynchronous operation.
nonisolated(nonsending)
  public func withContainer<C: SharedContainer, Result, Failure: Error>(
    _ shared: TaskLocal<C>,
    _ container: C,
    operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result
{
  let noted = EscapingContainers.current.adding(shared)
  return try await EscapingContainers.$current.binding(noted) { () async throws(Failure) in
    try await shared.binding(container, operation)
  }
}

/// The task-local variables of containers that a task has bound, whatever they are bound to.
struct EscapingContainers: Sendable {
  @TaskLocal static var current = EscapingContainers()

  private var captures: [ObjectIdentifier: @Sendable () -> any TaskBinding] = [:]

  func adding<C: SharedContainer>(_ shared: TaskLocal<C>) -> EscapingContainers {
    var copy = self
    copy.captures[ObjectIdentifier(shared)] = { TaskLocalBinding(shared) }
    return copy
  }

  /// The containers in force now.
  var bindings: [any TaskBinding] {
    captures.values.map { $0() }
  }
}
