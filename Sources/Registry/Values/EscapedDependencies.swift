/// Carries the values in force here to code that does not inherit them: detached tasks, dispatch queues, threads.
///
/// ```swift
/// withEscapedDependencies { continuation in
///   queue.async {
///     continuation.yield { model.load() }
///   }
/// }
/// ```
public func withEscapedDependencies<Result, Failure: Error>(
  _ operation: (EscapedDependencies) throws(Failure) -> Result
) throws(Failure) -> Result {
  try operation(EscapedDependencies())
}

/// Carries the values in force here, from an asynchronous operation, to code that does not inherit them.
public func withEscapedDependencies<Result, Failure: Error>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: @concurrent (EscapedDependencies) async throws(Failure) -> Result
) async throws(Failure) -> Result {
  try await operation(EscapedDependencies())
}

/// The values in force in a task: shared containers, singletons, contexts, context values and the issue reporter.
///
/// A container of a type of your own is included if `withContainer` or a test's trait made it the shared one.
public struct EscapedDependencies: Sendable {
  private let bindings: [any TaskBinding]

  init() {
    let own: [any TaskBinding] = [
      TaskLocalBinding(Container.$shared),
      TaskLocalBinding(Scope.$singleton),
      EscapedOperation(),
      TaskLocalBinding(IssueReporter.$current),
      TaskLocalBinding(EscapingContainers.$current),
    ]
    bindings = own + EscapingContainers.current.bindings
  }

  /// Runs the operation with these values, any number of times and on any thread.
  public func yield<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try Self.run(bindings[...], operation)
  }

  /// Runs the asynchronous operation with these values, any number of times and in any task.
  public func yield<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: @concurrent () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await Self.run(bindings[...], operation)
  }

  /// Applies the first binding and, within it, the rest.
  private static func run<Result, Failure: Error>(
    _ bindings: ArraySlice<any TaskBinding>,
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let first = bindings.first else { return try operation() }
    return try first.run { () throws(Failure) in
      try run(bindings.dropFirst(), operation)
    }
  }

  nonisolated(nonsending)
    private static func run<Result, Failure: Error>(
      _ bindings: ArraySlice<any TaskBinding>,
      _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
    ) async throws(Failure) -> Result
  {
    guard let first = bindings.first else { return try await operation() }
    return try await first.run { () async throws(Failure) in
      try await run(bindings.dropFirst(), operation)
    }
  }
}
