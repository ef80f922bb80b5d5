/// Starts work that nobody waits for: `@Dependency(\.fireAndForget) var fireAndForget`, then `await fireAndForget { … }`.
public struct FireAndForget: Sendable {
  /// Work whose error is dropped.
  public typealias Operation = @Sendable () async throws -> Void

  private let start: @Sendable (TaskPriority?, @escaping Operation) async -> Void

  /// Starts work by the closure.
  public init(_ start: @escaping @Sendable (TaskPriority?, @escaping Operation) async -> Void) {
    self.start = start
  }

  /// Starts the work; in tests it returns at the end of the work.
  public func callAsFunction(
    priority: TaskPriority? = nil,
    _ operation: @escaping Operation
  ) async {
    await start(priority, operation)
  }
}

enum FireAndForgetKey: DependencyKey {
  static var defaultValue: FireAndForget {
    FireAndForget { priority, operation in
      Task(priority: priority) { try await operation() }
    }
  }
  static var testingValue: FireAndForget {
    FireAndForget { _, operation in try? await operation() }
  }
}

extension DependencyValues {
  /// Starts work that nobody waits for; in tests, the call waits for the work.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }
}
