/// Starts work that nobody waits for: `@Dependency(\.fireAndForget) var fireAndForget`, then `await fireAndForget { … }`.
public struct FireAndForget: Sendable {
  /// Work whose error is dropped; a test records it.
  public typealias Operation = @Sendable () async throws -> Void
  /// Starts work as a task of this name and priority.
  public typealias Start = @Sendable (String?, TaskPriority?, @escaping Operation) async -> Void

  private let start: Start

  /// Starts work by the closure.
  public init(_ start: @escaping Start) {
    self.start = start
  }

  /// Starts the work; in tests it returns at the end of the work, also if its caller is cancelled.
  public func callAsFunction(
    name: String? = nil,
    priority: TaskPriority? = nil,
    @_inheritActorContext _ operation: @escaping Operation
  ) async {
    await start(name, priority, operation)
  }
}

enum FireAndForgetKey: DependencyKey {
  static var defaultValue: FireAndForget {
    FireAndForget { name, priority, operation in
      Task(name: name, priority: priority) { try await operation() }
    }
  }
  static var testingValue: FireAndForget {
    FireAndForget { name, priority, operation in
      let work = Task(name: name, priority: priority) { try await operation() }
      guard case .failure(let error) = await work.result else { return }
      DependencyIssue("fireAndForget's work threw \(error)", at: .here).report(to: nil)
    }
  }
}

extension DependencyValues {
  /// Starts work that nobody waits for; in tests, the call waits for the work and records its error.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }
}
