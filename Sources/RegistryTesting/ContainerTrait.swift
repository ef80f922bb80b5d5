public import Registry
public import Testing

/// Gives each test a container and singletons of its own, so that tests that register can run in parallel.
///
/// Each test also has context values of its own, as with `.dependencies`. On a suite, the trait
/// applies to every test in it.
public struct ContainerTrait<C: SharedContainer>: TestTrait, SuiteTrait, TestScoping {
  private let shared: TaskLocal<C>
  private let makeContainer: @Sendable () -> C
  private let transform: @Sendable (C) async throws -> Void

  /// A trait for a container type of your own: `ContainerTrait(shared: Payments.$shared, container: Payments())`.
  ///
  /// - Parameters:
  ///   - shared: The task-local value that the container type declares.
  ///   - container: The container, which is made for each test.
  ///   - transform: Prepares the container before the test.
  public init(
    shared: TaskLocal<C>,
    container: @autoclosure @escaping @Sendable () -> C,
    _ transform: @escaping @Sendable (C) async throws -> Void = { _ in }
  ) {
    self.shared = shared
    makeContainer = container
    self.transform = transform
  }

  /// True: each test of a suite gets its own container.
  public var isRecursive: Bool { true }

  /// The same trait with a preparation: `.container { $0.service.register { Mock() } }`.
  public func callAsFunction(_ transform: @escaping @Sendable (C) async throws -> Void) -> Self {
    Self(shared: shared, container: makeContainer()) { [earlier = self.transform] container in
      try await earlier(container)
      try await transform(container)
    }
  }

  /// Runs a test with its container as the shared one and a clone of the singletons.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTestDependencies {
      try await Scope.$singleton.withValue(Scope.singleton.clone()) {
        let container = makeContainer()
        try await withContainer(shared, container) {
          try await transform(container)
          try await function()
        }
      }
    }
  }
}

extension Trait where Self == ContainerTrait<Container> {
  /// Gives each test a fresh `Container.shared` and singletons of its own.
  public static var container: ContainerTrait<Container> {
    ContainerTrait(shared: Container.$shared, container: Container())
  }
}
