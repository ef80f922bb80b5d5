/// A task-local value that is carried from one task to another.
protocol TaskBinding: Sendable {
  func run<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result

  nonisolated(nonsending)
    func run<Result, Failure: Error>(
      _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
    ) async throws(Failure) -> Result
}

/// The value of a task-local variable at the creation of this binding.
struct TaskLocalBinding<Value: Sendable>: TaskBinding {
  private let variable: TaskLocal<Value>
  private let value: Value

  init(_ variable: TaskLocal<Value>) {
    self.variable = variable
    value = variable.get()
  }

  func run<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try variable.binding(value, operation)
  }

  nonisolated(nonsending)
    func run<Result, Failure: Error>(
      _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
    ) async throws(Failure) -> Result
  {
    try await variable.binding(value, operation)
  }
}

extension TaskLocal {
  /// Runs the operation with this value; the same as `withValue`, with typed errors.
  @inlinable
  func binding<Result, Failure: Error>(
    _ value: consuming Value,
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do {
      return try withValue(value, operation: operation)
    } catch {
      throw Wiring.error(error, as: Failure.self)
    }
  }

  /// Runs the asynchronous operation with this value.
  nonisolated(nonsending)
    func binding<Result, Failure: Error>(
      _ value: Value,
      _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
    ) async throws(Failure) -> Result
  {
    let outcome = await withValue(value) {
      do throws(Failure) {
        return Swift.Result<Result, Failure>.success(try await operation())
      } catch {
        return Swift.Result<Result, Failure>.failure(error)
      }
    }
    return try outcome.get()
  }
}
