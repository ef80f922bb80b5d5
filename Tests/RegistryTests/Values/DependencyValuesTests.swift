import Foundation
import Registry
import RegistryTesting
import Testing

@Suite(.dependencies) struct DependencyValuesTests {
  @Test func `a key has a value for each context`() {
    #expect(DependencyValues.current.greeting == "test")
    FactoryContext.withContext(.preview) {
      #expect(DependencyValues.current.greeting == "preview")
      #expect(DependencyValues.current.farewell == "bye")
    }
    FactoryContext.withContext { #expect(DependencyValues.current.greeting == "live") }
    #expect(DependencyValues.current.farewell == "bye")
    #expect(DependencyValues.current.calm == "test")
    FactoryContext.withContext(.preview) { #expect(DependencyValues.current.calm == "live") }
  }

  @Test func `a copy changes on its own`() {
    let first = DependencyValues.current
    var second = first
    second.greeting = "second"
    var third = second
    third.greeting = "third"
    #expect(first.greeting == "test")
    #expect(second.greeting == "second")
    #expect(third.greeting == "third")
    #expect(DependencyValues.current.greeting == "test")
  }

  @Test func `a property reads the running context`() {
    let greeter = Greeter()
    #expect(greeter.greeting == "test")
    #expect(greeter.farewell == "bye")
    #expect(FactoryContext.withContext { greeter.greeting } == "live")
  }

  @Test func `a function is a dependency like another`() {
    let greeter = Greeter()
    #expect(greeter.fetch(7) == "fetched 7")
    withDependencies {
      $0.fetch = { "mock \($0)" }
    } operation: {
      #expect(greeter.fetch(8) == "mock 8")
    }
  }

  @Test func `values read on a thread are those of their task`() {
    let values = withDependencies {
      $0.greeting = "mock"
    } operation: {
      DependencyValues.current
    }
    #expect(onThread { values.greeting } == "mock")
  }
}

/// Counts its evaluations, which take five milliseconds; no test depends on the time.
private enum SlowKey: DependencyKey {
  static let count = Counter()
  static var defaultValue: Object { make("live") }
  static var previewValue: Object { make("preview") }
  static var testingValue: Object { make("test") }

  private static func make(_ name: String) -> Object {
    count.increment()
    Thread.sleep(forTimeInterval: 0.005)
    return Object(name)
  }
}

/// Ends only when another key was read meanwhile.
private enum WaitingKey: DependencyKey {
  static let entered = DispatchSemaphore(value: 0)
  static let otherDone = DispatchSemaphore(value: 0)
  static var defaultValue: String {
    entered.signal()
    return otherDone.isSignalled() ? "in time" : "blocked"
  }
}

private enum NumberKey<Tag>: DependencyKey {
  static var defaultValue: Object { Object() }
}

private enum NestedKey: DependencyKey {
  static var defaultValue: String { "nested \(DependencyValues.current.greeting)" }
}

/// Depends on itself by way of another.
private enum LeftKey: DependencyKey {
  static var defaultValue: String { DependencyValues.current[RightKey.self, function: "right"] }
}

private enum RightKey: DependencyKey {
  static var defaultValue: String { DependencyValues.current[LeftKey.self, function: "left"] }
}

@Suite struct DependencyEvaluationTests {
  @Test func `eight threads evaluate a default once, for each context`() {
    let contexts: [[FactoryContextType]] = [[], [.preview], [.test]]
    for (index, context) in contexts.enumerated() {
      let objects = onThreads(8) { _ -> Object in
        switch context.first {
        case nil: FactoryContext.withContext { DependencyValues.current[SlowKey.self] }
        case .some(let context):
          FactoryContext.withContext(context) { DependencyValues.current[SlowKey.self] }
        }
      }
      #expect(Set(objects.map(ObjectIdentifier.init)).count == 1)
      #expect(objects[0].name == ["live", "preview", "test"][index])
      #expect(SlowKey.count.count == index + 1)
    }
  }

  @Test func `an evaluation blocks no other key`() {
    let values = onThreads(2) { index -> String in
      if index == 0 { return DependencyValues.current[WaitingKey.self] }
      WaitingKey.entered.wait()
      let value = DependencyValues.current.farewell
      WaitingKey.otherDone.signal()
      return value
    }
    #expect(values == ["in time", "bye"])
  }

  @Test func `threads that race for many keys agree`() {
    let all = onThreads(8) { index in
      let reads: [@Sendable () -> Object] = [
        { DependencyValues.current[NumberKey<Int8>.self] },
        { DependencyValues.current[NumberKey<Int16>.self] },
        { DependencyValues.current[NumberKey<Int32>.self] },
        { DependencyValues.current[NumberKey<Int64>.self] },
        { DependencyValues.current[NumberKey<String>.self] },
      ]
      let offset = index % reads.count
      let objects = (0..<reads.count).map { reads[($0 + offset) % reads.count]() }
      let back = (reads.count - offset) % reads.count
      return (0..<reads.count).map { ObjectIdentifier(objects[($0 + back) % reads.count]) }
    }
    #expect(Set(all).count == 1)
    #expect(Set(all[0]).count == 5)
  }

  @Test func `a default is evaluated without overrides, so that none leaks`() {
    withDependencies {
      $0.greeting = "override"
    } operation: {
      #expect(DependencyValues.current[NestedKey.self] == "nested test")
    }
    #expect(DependencyValues.current[NestedKey.self] == "nested test")
  }

  @Test(.dependencies { $0.greeting = "trait" })
  func `a default sees what a test's trait set, and ends with the test`() {
    #expect(DependencyValues.current[NestedKey.self] == "nested trait")
    #expect(onThread { DependencyValues.current[NestedKey.self] } == "nested test")
  }

  @Test func `a default that needs itself ends the process with the chain`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DependencyValues.current[LeftKey.self, function: "left"]
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("circular dependency: left → right → left\n"))
  }
}
