import Foundation
import Registry
import RegistryTesting
import Testing

@globalActor private actor Weaver {
  static let shared = Weaver()
}

private final class Loom: SharedContainer, Resolving {
  @TaskLocal static var shared = Loom()
  let manager = ContainerManager()
  let runs = Counter()
  let begun = Latch()

  var warp: Factory<Object> { self { Object(self.weft()) }.cached }
  var weft: Factory<String> { self { self.warp().name } }
  var shuttle: Factory<String> { self { self.shuttle() } }
  var sound: Factory<Object> { self { Object("sound") }.cached }
  var pattern: Factory<Object?> { promised() }
  var cloth: Factory<String> { self { self.pattern()?.name ?? "plain" } }
  var once: AsyncFactory<String> {
    self {
      await Task.yield()
      let run = self.runs.increment()
      self.begun.arrive()
      return run == 1 ? self.shuttle() : "again"
    }.cached
  }
}

private enum Dye {
  @TaskLocal static var color = "none"
}

private struct Torn: Error {}

/// Expects that a test fails, once, with this text.
private struct StoppedTrait: TestTrait, TestScoping {
  let text: String

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let issues = Log<String>()
    try await Dye.$color.withValue("red") {
      try await withKnownIssue {
        try await function()
      } matching: { issue in
        issues.append(issue.comments.map(\.rawValue).joined())
        return true
      }
    }
    #expect(issues.all.count == 1)
    #expect(issues.all.allSatisfy { $0.contains(text) }, "\(issues.all)")
  }
}

extension Trait where Self == StoppedTrait {
  fileprivate static func stops(_ text: String) -> StoppedTrait { StoppedTrait(text: text) }
}

// MARK: - The traits

/// What a plain factory cannot go on after stops the test that meets it, and nothing else.
@Suite(.failsIfThreadsPark) struct StoppedTestTests {
  @Test(.stops("torn"), .container)
  func `an error is thrown as ever, and values of the task are there`()
    async throws
  {
    await Task.yield()
    #expect(Dye.color == "red")
    #expect(DependencyValues.current.uuid() == UUID(0))
    Issue.record("torn")
  }

  @Test(.dependencies, .container) @MainActor func `a test of the main actor is on it`() async {
    MainActor.assertIsolated()
    await Task.yield()
    MainActor.assertIsolated()
    #expect(Loom().sound().name == "sound")
  }

  @Test func `a trait may be used by another trait`() async throws {
    let test = try #require(Test.current)
    let name = "\(#function) \(test.id)"
    for trait in [DependenciesTrait.dependencies, .dependency(\.uuid, .incrementing)] {
      await #expect(throws: Torn.self) {
        try await trait.provideScope(for: test, testCase: Test.Case.current) {
          await Task.yield()
          #expect(name == "\(#function) \(test.id)")
          throw Torn()
        }
      }
    }
  }

  @Test func `a test that is cancelled ends`() async throws {
    let test = try #require(Test.current)
    let task = Task {
      try await ContainerTrait.container.provideScope(for: test, testCase: nil) {
        // Longer than any run of the tests: only the cancellation ends it.
        try await Task.sleep(for: .seconds(100_000))
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

#if !canImport(Darwin)
/// Tests that pass if a mistake of a plain factory stops them; each leaves a thread asleep, so `StoppedTestTests` runs
/// them in a process of their own.
@Suite(.enabled(if: casesAreWanted)) struct StoppedTestCases {
  @Test(.stops("circular dependency: warp → weft → warp\n"), .container)
  func `a cycle of plain factories stops the test`() {
    _ = Loom.shared.warp()
    Issue.record("went on")
  }

  @Test(.stops("circular dependency: shuttle → shuttle\n"), .dependencies)
  func `one in a child task does`() async {
    async let name = Loom.shared.shuttle()
    #expect(Loom.shared.sound().name == "sound")
    Issue.record("went on with \(await name)")
  }

  @Test(.stops("circular dependency: shuttle → shuttle\n"), .dependencies, .container)
  func `one in a group of child tasks does, while the others end`() async {
    let count = await withTaskGroup(of: Int.self) { group in
      for index in 1...20 {
        group.addTask {
          for _ in 0..<index { await Task.yield() }
          return index == 10 ? Loom().shuttle().count : index
        }
      }
      return await group.reduce(0, +)
    }
    Issue.record("went on with \(count)")
  }

  @Test(.stops("Object is not registered"), .container)
  func `a type that is not registered any more does`() {
    let loom = Loom()
    let factory = loom.register(Object.self) { Object() }
    loom.manager.reset()
    Issue.record("went on with \(factory().name)")
  }

  @Test(
    .stops("circular dependency: shuttle → shuttle\n"),
    .container { _ in _ = Loom().shuttle() }
  )
  func `a mistake in a preparation does`() {
    Issue.record("went on")
  }

  @Test(.stops("circular dependency: shuttle → shuttle\n"), .container, arguments: [["a", "b"]])
  func `what goes on at the same time may use the test's arguments`(_ names: [String]) async {
    async let name = Loom().shuttle()
    await use(names)
    Issue.record("went on with \(await name)")
  }

  @Test(.container) func `a validation tells its test of mistakes, and stops only itself`() async {
    let errors = await Loom.shared.validate(\.shuttle, \.sound, \.cloth)
    let codes = errors.map { ($0.error as? RegistryError)?.code }
    #expect(codes == [.circularDependency, .notRegistered])
  }
}

extension StoppedTestTests {
  @Test func `a mistake of a plain factory stops the test that meets it, and nothing else`() throws
  {
    let (output, status) = try runSuite("RegistryTests.StoppedTestCases")
    let lines = output.split(separator: "\n")
    #expect(
      lines.contains { $0.contains("Test run with 7 tests in 1 suite passed") },
      "\(output)"
    )
    // That is all that lets the process fail.
    #expect(status == 1)
    for (name, count) in [
      ("a cycle of plain factories stops the test", 1), ("one in a child task does", 1),
      ("one in a group of child tasks does, while the others end", 1),
      ("a type that is not registered any more does", 1), ("a mistake in a preparation does", 1),
      ("what goes on at the same time may use the test's arguments", 1),
      ("a validation tells its test of mistakes, and stops only itself", 2),
    ] {
      let line = "error: a thread of the test process sleeps for ever because of \"\(name)\""
      #expect(lines.count { $0.contains(line) } == count, "\(name)")
    }
    #expect(lines.count { $0.contains("error: tests put threads to sleep for ever") } == 1)
  }
}
#endif

@MainActor private func use(_ names: [String]) async {
  for _ in 0..<1_000 {
    await Task.yield()
    #expect(names == ["a", "b"])
  }
}

// MARK: - The work

private func message(_ outcome: StoppableWork.Outcome) -> String {
  if case .stopped(let error) = outcome { "\(error)" } else { "\(outcome)" }
}

/// Where a thread goes to sleep for ever, it does in a process of its own.
@Suite struct StoppableWorkTests {
  @Test func `threads that sleep are replaced`() async {
    await #expect(processExitsWith: .success) {
      let count = 2 * ProcessInfo.processInfo.activeProcessorCount + 2
      await withTaskGroup(of: StoppableWork.Outcome.self) { group in
        for _ in 0..<count {
          group.addTask { await StoppableWork.run { _ = Loom().shuttle() } }
        }
        for await outcome in group { #expect(message(outcome).contains("shuttle → shuttle")) }
      }
      let counter = Counter()
      let outcome = await StoppableWork.run { counter.increment() }
      #expect(message(outcome) == "returned")
      #expect(counter.count == 1)
    }
  }

  @Test func `it may hop as often as it likes, and start as many child tasks`() async {
    let counter = Counter()
    let outcome = await StoppableWork.run {
      for _ in 0..<5_000 { await Task.yield() }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<5_000 {
          group.addTask {
            await Task.yield()
            counter.increment()
          }
        }
      }
      for _ in 0..<1_000 { _ = await Task.detached { counter.increment() }.value }
    }
    #expect(message(outcome) == "returned")
    #expect(counter.count == 6_000)
  }

  @Test func `many run at the same time`() async {
    await #expect(processExitsWith: .success) {
      let counter = Counter()
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<500 {
          group.addTask {
            let outcome = await StoppableWork.run {
              for _ in 0..<10 { await Task.yield() }
              if index % 10 == 0 { _ = Loom().shuttle() }
              counter.increment()
            }
            if index % 10 == 0 { #expect(message(outcome).contains("shuttle → shuttle")) }
          }
        }
      }
      #expect(counter.count == 450)
    }
  }

  @Test func `it keeps its caller's priority`() async {
    await Task(priority: .low) {
      let outcome = await StoppableWork.run { #expect(Task.basePriority == .low) }
      #expect(message(outcome) == "returned")
    }.value
  }

  @Test func `whoever waits for a value that it made has the error or makes another`() async {
    await #expect(processExitsWith: .success) {
      for _ in 1...20 {
        let loom = Loom()
        async let outcome = StoppableWork.run { _ = try await loom.once() }
        await loom.begun.wait()
        do {
          #expect(try await loom.once() == "again")
        } catch {
          #expect("\(error)".contains("shuttle → shuttle"))
        }
        #expect(message(await outcome).contains("shuttle → shuttle"))
      }
    }
  }

  private func standardError(_ result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }

  @Test func `an actor is not stopped: the process ends`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = await StoppableWork.run { await weave() }
    }
    #expect(try standardError(result).contains("circular dependency: shuttle → shuttle"))
    let main = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = await StoppableWork.run { await MainActor.run { _ = Loom().shuttle() } }
    }
    #expect(try standardError(main).contains("circular dependency: shuttle → shuttle"))
  }

  @Test func `a task that does not belong to it ends the process`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = await StoppableWork.run { await Task { _ = Loom().shuttle() }.value }
    }
    #expect(try standardError(result).contains("circular dependency: shuttle → shuttle"))
  }
}

@Weaver private func weave() {
  _ = Loom().shuttle()
}
