import Registry
import RegistryTesting
import Testing

/// A model that needs itself to be made.
@MainActor
private final class Snake: ObservableDependency {
  private static let owner = Owner()
  let tail: String

  static func bite() -> String { owner.snake.tail }

  init(dependencies: DependencyValues) {
    tail = Snake.bite()
  }
}

@MainActor
private final class Owner {
  @DependencyState var snake: Snake
}

private enum DepthKey: DependencyKey {
  static var defaultValue: Int { 0 }
}

extension DependencyValues {
  fileprivate var depth: Int {
    get { self[DepthKey.self] }
    set { self[DepthKey.self] = newValue }
  }
}

/// A model that owns others of its own type, made while it is made.
@MainActor
private final class Doll: ObservableDependency {
  @DependencyState var inner: Doll
  let count: Int

  init(dependencies: DependencyValues) {
    let depth = dependencies.depth
    _inner = DependencyState().dependency(\.depth, depth - 1)
    count = depth == 0 ? 1 : 1 + _inner.wrappedValue.count
  }
}

@Suite struct OwnershipCycleTests {
  @Test func `a model that needs itself ends the process with the chain and the place`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = await Snake.bite()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("model → model"), "\(message)")
    #expect(message.contains("OwnershipCycleTests.swift:20"), "\(message)")
  }

  @Test(.container) @MainActor func `a model that owns others of its type is no cycle`() {
    let doll = DependencyState<Doll>().dependency(\.depth, 50)
    #expect(doll.wrappedValue.count == 51)
  }
}
