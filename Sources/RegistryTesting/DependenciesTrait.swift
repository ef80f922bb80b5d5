public import Registry
public import Testing

/// Gives each test context values of its own, so that tests that override can run in parallel.
///
/// Counters, generators and clocks start again in each test, and a read of the live value of a
/// `DependencyKey` fails the test. On a suite, the trait applies to every test in it; a test's own
/// trait adds to it.
public struct DependenciesTrait: TestTrait, SuiteTrait, TestScoping {
  private let update: @Sendable (inout DependencyValues) async throws -> Void

  init(_ update: @escaping @Sendable (inout DependencyValues) async throws -> Void) {
    self.update = update
  }

  /// True: each test of a suite gets its own values.
  public var isRecursive: Bool { true }

  /// Runs a test with its values; an error while they are set fails the test.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTestDependencies(update) { try await function() }
  }
}

extension Trait where Self == DependenciesTrait {
  /// Gives each test context values of its own.
  public static var dependencies: DependenciesTrait { DependenciesTrait { _ in } }

  /// Overrides context values for each test: `@Test(.dependencies { $0.api = MockApi() })`.
  public static func dependencies(
    _ update: @escaping @Sendable (inout DependencyValues) async throws -> Void
  ) -> DependenciesTrait {
    DependenciesTrait(update)
  }

  /// Overrides one context value for each test: `@Test(.dependency(\.api, MockApi()))`.
  public static func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> DependenciesTrait {
    DependenciesTrait { $0[keyPath: keyPath] = try value() }
  }

  /// Overrides the value of a key that is its own value: `@Test(.dependency(ApiClient.mock))`.
  public static func dependency<Key: TestDependencyKey>(
    _ value: @autoclosure @escaping @Sendable () throws -> Key
  ) -> DependenciesTrait where Key.Value == Key {
    DependenciesTrait { $0[Key.self] = try value() }
  }
}
