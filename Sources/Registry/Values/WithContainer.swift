/// Makes a container the shared one of its type for an operation: `withContainer(Payments.$shared, mock) { … }`.
///
/// Unlike with `$shared.withValue`, `withEscapedDependencies` also carries the container to detached tasks and threads.
public func withContainer<C: SharedContainer, Result, Failure: Error>(
  _ shared: TaskLocal<C>,
  _ container: C,
  operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let containers = EscapingContainers.current.adding(shared)
  return try EscapingContainers.$current.binding(containers) { () throws(Failure) in
    try shared.binding(container, operation)
  }
}

/// Makes a container the shared one of its type for an asynchronous operation.
public func withContainer<C: SharedContainer, Result, Failure: Error>(
  isolation: isolated (any Actor)? = #isolation,
  _ shared: TaskLocal<C>,
  _ container: C,
  operation: @concurrent () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  let containers = EscapingContainers.current.adding(shared)
  return try await EscapingContainers.$current.binding(containers) { () async throws(Failure) in
    try await shared.binding(container, operation)
  }
}

/// The task-local variables of containers that a task has bound.
struct EscapingContainers: Sendable {
  @TaskLocal static var current = EscapingContainers()

  private var captures: [ObjectIdentifier: @Sendable () -> any TaskBinding] = [:]

  func adding<C: SharedContainer>(_ shared: TaskLocal<C>) -> EscapingContainers {
    var copy = self
    copy.captures[ObjectIdentifier(shared)] = { TaskLocalBinding(shared) }
    return copy
  }

  /// The current containers.
  var bindings: [any TaskBinding] {
    captures.values.map { $0() }
  }
}
