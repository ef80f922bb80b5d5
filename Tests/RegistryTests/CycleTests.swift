import Foundation
import Registry
import Testing

private final class Knot: SharedContainer {
  @TaskLocal static var shared = Knot()
  let manager = ContainerManager()
  let bothRun = Latch(of: 2)

  var a: Factory<String> { self { "a" + self.b() } }
  var b: Factory<String> { self { "b" + self.c() } }
  var c: Factory<String> { self { "c" + self.a() } }
  var itself: Factory<Object> { self { self.itself() }.cached }
  var countdown: ParameterFactory<Int, Int> {
    self { $0 == 0 ? 0 : 1 + self.countdown($0 - 1) }
  }
  var endless: ParameterFactory<Int, Int> { self { self.endless($0 + 1) } }
  var twice: Factory<[String]> { self { [self.leaf(), self.leaf()] } }
  var leaf: Factory<String> { self { "leaf" } }
  var tasking: Factory<Task<Object, Never>> { self { Task { self.tasked() } } }
  var tasked: Factory<Object> {
    self {
      _ = self.tasking(); return Object()
    }.cached
  }
  var left: Factory<String> {
    self {
      self.bothRun.meet()
      return "left" + self.right()
    }.cached
  }
  var right: Factory<String> {
    self {
      self.bothRun.meet()
      return "right" + self.left()
    }.singleton
  }
}

@Suite struct CycleTests {
  private func standardError(_ result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }

  @Test func `a cycle ends the process with its chain and places`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Knot().b()
    }
    let text = try standardError(result)
    #expect(text.contains("circular dependency: b → c → a → b\n"))
    #expect(text.contains("\n  b (RegistryTests/CycleTests.swift:"))
    #expect(text.contains("\n  a (RegistryTests/CycleTests.swift:"))
  }

  @Test func `a cached factory that needs itself ends the process`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let knot = Knot()
      knot.manager.circularDependencyTesting = false
      _ = knot.itself()
    }
    #expect(try standardError(result).contains("circular dependency: itself → itself\n"))
  }

  @Test func `a cycle across two threads ends the process`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let knot = Knot()
      _ = onThreads(2) { index in index == 0 ? knot.left() : knot.right() }
    }
    let text = try standardError(result)
    #expect(
      text.contains("circular dependency: left → right → left\n")
        || text.contains("circular dependency: right → left → right\n")
    )
  }

  @Test func `a recursion whose parameters differ is no cycle`() {
    #expect(Knot().countdown(100) == 100)
  }

  @Test func `an endless recursion ends the process, whatever its parameters`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Knot().endless(0)
    }
    #expect(try standardError(result).contains("circular dependency: endless → endless\n"))
  }

  @Test func `a factory used twice is no cycle`() {
    #expect(Knot().twice() == ["leaf", "leaf"])
  }

  @Test func `a task that a factory starts may wait for that factory`() async {
    let knot = Knot()
    let object = knot.tasked()
    let task = Task { knot.tasked() }
    #expect(await task.value === object)
  }
}

/// Reads itself by way of its factory.
private final class Ouroboros: @unchecked Sendable {
  @LazyInjected(\Serpent.head) var head
}

private final class Serpent: SharedContainer {
  @TaskLocal static var shared = Serpent()
  let manager = ContainerManager()
  let snake = Ouroboros()

  var head: Factory<Object> { self { self.snake.head } }
}

extension CycleTests {
  @Test func `a lazy property that needs itself ends the process with its chain`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Serpent.shared.snake.head
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("circular dependency: @LazyInjected → head → @LazyInjected\n"))
  }
}
