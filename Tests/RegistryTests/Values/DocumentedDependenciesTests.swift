import Foundation
import Registry
import RegistryTesting
import Testing

/// A client whose value for tests says that nothing has overridden it.
private struct Radio: TestDependencyKey, Sendable {
  var station = "none"

  static var testValue: Radio {
    if shouldReportUnimplemented { Issue.record("no radio was set") }
    return Radio()
  }
}

/// A part of a value that is not `Sendable`.
private final class Dial {
  var number: Int

  init(_ number: Int) { self.number = number }
}

extension DependencyValues {
  fileprivate var radio: Radio {
    get { self[Radio.self] }
    set { self[Radio.self] = newValue }
  }

  fileprivate var dial: Dial {
    get { Dial(Int(radio.station) ?? 0) }
    set { radio = Radio(station: "\(newValue.number)") }
  }
}

/// A model that belongs to the isolation that made it.
private final class Listener {
  @Dependency(\.greeting) private var greeting
  private(set) var heard: [String] = []

  func listen() async {
    await Task.yield()
    heard.append(greeting)
  }
}

@MainActor
private final class Player {
  var played = 0
  @Dependency(\.fireAndForget) private var fireAndForget

  func play() async {
    await fireAndForget(name: "play") { self.played += 1 }
  }
}

/// What swift-dependencies' documentation shows.
@Suite(.dependencies) struct DocumentedDependenciesTests {
  @Test func `a value is read as the type that it was overridden with`() {
    let mock = Mock()
    withDependencies {
      $0.payment = mock
    } operation: {
      @Dependency(\.payment, as: Mock.self) var payment
      @Dependency(PaymentKey.self, as: Mock.self) var keyed
      #expect(payment.name == mock.name && keyed.name == mock.name)
    }
  }

  @Test func `a value of another type ends the process with the place`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @Dependency(\.greeting, as: Int.self) var greeting
      _ = greeting
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("the value is a String, not a Int"))
    #expect(text.contains("RegistryTests/DocumentedDependenciesTests.swift:"))
  }

  @Test func `a value for tests reports that it was not set, but not while it is set`() {
    withKnownIssue {
      _ = DependencyValues.current.radio
    } matching: {
      $0.comments == ["no radio was set"]
    }
    withDependencies {
      $0 = DependencyValues()
      $0.radio.station = "set"
    } operation: {
      #expect(DependencyValues.current.radio.station == "set")
    }
    #expect(Radio.shouldReportUnimplemented)
  }

  @Test(.dependency(\.dial, Dial(7)))
  func `a trait sets what is not Sendable`() {
    #expect(DependencyValues.current.radio.station == "7")
  }

  @Test func `an asynchronous operation around a model stays with its caller`() async {
    let listener = Listener()
    await withDependencies {
      $0.greeting = "inner"
    } operation: {
      await listener.listen()
    }
    #expect(listener.heard == ["inner"])
  }

  @Test @MainActor func `also on the main actor`() async {
    let listener = await withDependencies {
      $0.greeting = "made"
    } operation: {
      let listener = Listener()
      await listener.listen()
      return listener
    }
    await withDependencies(from: listener) { await listener.listen() }
    #expect(listener.heard == ["made", "made"])
  }

  @Test func `new values in a test share nothing with those before`() {
    let read = {
      withDependencies {
        $0 = DependencyValues()
      } operation: {
        DependencyValues.current.uuid()
      }
    }
    #expect(DependencyValues.current.uuid() == UUID(0))
    #expect(DependencyValues.current.uuid() == UUID(1))
    #expect(read() == UUID(0))
    #expect(read() == UUID(0))
    #expect(DependencyValues.current.uuid() == UUID(2))
  }

  @Test func `an operation has new values as long as it runs`() {
    withDependencies {
      $0 = DependencyValues()
    } operation: {
      @Dependency(\.uuid) var uuid
      #expect(uuid() == UUID(0))
      #expect(uuid() == UUID(1))
    }
  }

  @Test(arguments: [1, 2, 3])
  func `each case of a test has values of its own`(_: Int) {
    #expect(DependencyValues.current.uuid() == UUID(0))
  }

  @Test func `values of a context drop what is set around them`() {
    withDependencies {
      $0.greeting = "outer"
    } operation: {
      let greetings = [DependencyValues.live, .preview, .test].map { values in
        withDependencies {
          $0 = values
        } operation: {
          DependencyValues.current.greeting
        }
      }
      #expect(greetings == ["live", "preview", "test"])
    }
  }

  @Test func `fire and forget ends its work although its caller is cancelled`() async {
    let count = Counter()
    let cancelled = Latch()
    let task = Task {
      await cancelled.wait()
      await DependencyValues.current.fireAndForget(priority: .high) {
        try Task.checkCancellation()
        await Task.yield()
        count.increment()
      }
    }
    task.cancel()
    cancelled.arrive()
    await task.value
    #expect(count.count == 1)
  }

  @Test func `fire and forget records what its work throws`() async {
    await withKnownIssue {
      await DependencyValues.current.fireAndForget { throw RadioError() }
    } matching: {
      $0.comments == ["fireAndForget's work threw RadioError()"]
    }
  }

  @Test func `fire and forget names its task`() async {
    let log = Log<String?>()
    await DependencyValues.current.fireAndForget(name: "send") { log.append(Task.name) }
    await DependencyValues.current.fireAndForget { log.append(Task.name) }
    #expect(log.all == ["send", nil])
  }

  @Test @MainActor func `the work belongs to the actor that starts it`() async {
    let player = Player()
    await player.play()
    #expect(player.played == 1)
  }

  @Test func `negative numbers give ids of their own`() {
    #expect("\(UUID(-16))" == "00000000-0000-0001-0000-000000000010")
    #expect("\(UUID(16))" == "00000000-0000-0000-0000-000000000010")
    #expect("\(UUID(Int.min))" == "00000000-0000-0001-8000-000000000000")
  }
}

private struct RadioError: Error {}
