public import Registry
public import Testing

/// Gives each test context values of its own, so that tests that override can run in parallel.
///
/// Counters, generators and clocks begin anew with each test, and reading the live value of a `LiveDependencyKey` fails
/// it. On a suite the trait holds for every test in it; an inner one adds to it.
public struct DependenciesTrait: TestTrait, SuiteTrait, TestScoping {
  private let update: @Sendable (inout DependencyValues) async throws -> Void

  init(_ update: @escaping @Sendable (inout DependencyValues) async throws -> Void) {
    self.update = update
  }

  /// Each test of a suite gets its own, instead of all of them sharing one.
  public var isRecursive: Bool { true }

  /// Runs a test with the values; an error in setting them is the test's.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTestDependencies(update, operation: function)
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
}
