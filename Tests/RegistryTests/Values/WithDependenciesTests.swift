import Registry
import RegistryTesting
import Testing

private final class Model: Sendable {
  let greeter = Greeter()
}

private class Parent {
  let greeter = Greeter()
  @Dependency(\.greeting) var greeting
}

private final class Child: Parent {
  func makeGreeter() -> Greeter { withDependencies(from: self) { Greeter() } }
}

private final class Tool: Sendable {}

private enum ToolKey: DependencyKey {
  static var defaultValue: Tool? { nil }
}

extension DependencyValues {
  fileprivate var tool: Tool? {
    get { self[ToolKey.self] }
    set { self[ToolKey.self] = newValue }
  }
}

private final class Bench {
  @Dependency(\.tool) var tool
}

@Suite(.dependencies) struct WithDependenciesTests {
  @Test func `overrides add up, and end`() {
    let greeter = Greeter()
    withDependencies {
      $0.greeting = "outer"
    } operation: {
      withDependencies {
        #expect($0.greeting == "outer")
        $0.farewell = "inner"
      } operation: {
        #expect(greeter.greeting == "outer")
        #expect(greeter.farewell == "inner")
      }
      #expect(greeter.farewell == "bye")
    }
    #expect(greeter.greeting == "test")
  }

  @Test func `where setting the values throws, the operation does not run`()
    async
  {
    func word() throws -> String { throw CancellationError() }
    #expect(throws: CancellationError.self) {
      try withDependencies {
        $0.greeting = try word()
      } operation: {
        Issue.record("it ran")
      }
    }
    await #expect(throws: CancellationError.self) {
      try await withDependencies(from: Greeter()) {
        await Task.yield()
        $0.greeting = try word()
      } operation: {
        Issue.record("it ran")
      }
    }
    let both = try? withDependencies {
      $0.greeting = try greeting("set")
    } operation: {
      DependencyValues.current.greeting
    }
    #expect(both == "set")
  }

  @Test(.dependency(\.greeting, try greeting("hi")))
  func `a trait's value may be one that throws`() {
    #expect(DependencyValues.current.greeting == "hi")
  }

  @Test func `child tasks inherit overrides`() async {
    let greeter = Greeter()
    await withDependencies {
      await Task.yield()
      $0.greeting = "mock"
    } operation: {
      async let child = greeter.greeting
      #expect(await child == "mock")
      #expect(await Task { greeter.greeting }.value == "mock")
      #expect(await Task.detached { greeter.greeting }.value == "test")
    }
    #expect(greeter.greeting == "test")
  }

  @Test func `an owner keeps the overrides that it was made with`() {
    let model = withDependencies {
      $0.greeting = "made"
    } operation: {
      Model()
    }
    #expect(model.greeter.greeting == "made")
    #expect(model.greeter.farewell == "bye")
    withDependencies {
      $0.farewell = "read"
    } operation: {
      #expect(model.greeter.greeting == "made")
      #expect(model.greeter.farewell == "read")
    }
    withDependencies {
      $0.greeting = "read"
    } operation: {
      #expect(model.greeter.greeting == "read")
    }
    #expect(onThread { model.greeter.greeting } == "made")
  }

  @Test func `what an owner was made with goes with the owner`() {
    weak var left: Tool?
    do {
      let tool = Tool()
      left = tool
      let bench = withDependencies {
        $0.tool = tool
      } operation: {
        Bench()
      }
      #expect(bench.tool === tool)
      #expect(withDependencies(from: bench) { DependencyValues.current.tool } === tool)
    }
    #expect(left == nil)
  }

  @Test func `an override within that of the owner comes first`() {
    withDependencies {
      $0.greeting = "outer"
      $0.farewell = "outer"
    } operation: {
      let greeter = Greeter()
      withDependencies {
        $0.greeting = "inner"
      } operation: {
        #expect(greeter.greeting == "inner")
        #expect(greeter.farewell == "outer")
      }
    }
  }

  @Test func `an override around that of the owner comes after it`() {
    withDependencies {
      $0.greeting = "outer"
      $0.farewell = "outer"
    } operation: {
      let greeter = withDependencies {
        $0.greeting = "inner"
      } operation: {
        Greeter()
      }
      #expect(greeter.greeting == "inner")
      #expect(greeter.farewell == "outer")
    }
  }

  @Test func `what an owner makes sees its overrides`() {
    let child = withDependencies {
      $0.greeting = "made"
    } operation: {
      Child()
    }
    #expect(child.makeGreeter().greeting == "made")
    #expect(Greeter().greeting == "test")
    withDependencies(from: child) {
      $0.farewell = "more"
    } operation: {
      #expect(DependencyValues.current.greeting == "made")
      #expect(DependencyValues.current.farewell == "more")
    }
    withDependencies(from: "no owner") {
      #expect(DependencyValues.current.greeting == "test")
    }
  }

  @Test func `what an owner makes later sees its overrides`() async {
    let child = withDependencies {
      $0.greeting = "made"
    } operation: {
      Child()
    }
    await withDependencies(from: child) {
      await Task.yield()
      #expect(DependencyValues.current.greeting == "made")
    }
  }

  @Test func `an error leaves the overrides, typed`() async {
    func fail() throws(Problem) {
      try withDependencies(
        { $0.greeting = "mock" },
        operation: { () throws(Problem) in throw Problem() }
      )
    }
    func failLater() async throws(Problem) {
      try await withDependencies(
        { $0.greeting = "mock" },
        operation: { () async throws(Problem) in
          await Task.yield()
          throw Problem()
        }
      )
    }
    #expect(throws: Problem.self) { try fail() }
    await #expect(throws: Problem.self) { try await failLater() }
    #expect(DependencyValues.current.greeting == "test")
  }
}

private func greeting(_ word: String) throws -> String {
  guard !word.isEmpty else { throw Problem() }
  return word
}

private struct Problem: Error {}
