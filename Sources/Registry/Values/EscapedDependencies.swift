/// Carries what is in force here to where tasks do not inherit it: detached tasks, dispatch queues, threads.
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

/// Carries what is in force here to where tasks do not inherit it, from an asynchronous operation.
nonisolated(nonsending)
  public func withEscapedDependencies<Result, Failure: Error>(
    _ operation: nonisolated(nonsending) (EscapedDependencies) async throws(Failure) -> Result
  ) async throws(Failure) -> Result
{
  try await operation(EscapedDependencies())
}

/// What was in force in a task: shared containers, singletons, contexts, context values and the reporter of issues.
///
/// Containers of your own types are carried when `withContainer` or a test's trait made them the shared ones.
public struct EscapedDependencies: Sendable {
  private let bindings: [any TaskBinding]

  init() {
    let own: [any TaskBinding] = [
      TaskLocalBinding(Container.$shared),
      TaskLocalBinding(Scope.$singleton),
      TaskLocalBinding(FactoryContext.$overlay),
      TaskLocalBinding(DependencyScope.$local),
      TaskLocalBinding(DependencyScope.$localDefaults),
      TaskLocalBinding(IssueReporter.$current),
      TaskLocalBinding(EscapingContainers.$current),
    ]
    bindings = own + EscapingContainers.current.bindings
  }

  /// Runs the operation with all of it; any number of times, from any thread, or never.
  public func yield<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try Self.run(bindings[...], operation)
  }

  /// Runs the asynchronous operation with all of it; any number of times, from any task, or never.
  nonisolated(nonsending)
    public func yield<Result, Failure: Error>(
      _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
    ) async throws(Failure) -> Result
  {
    try await Self.run(bindings[...], operation)
  }

  /// Binds the first value and, within that, the rest.
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
