import Foundation
import Registry
import Testing

private struct Refused: Error, Equatable {
  var number = 0
}

/// A place where tasks wait until it is opened, whether they are cancelled or not.
private actor Door {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

private final class Slow: SharedContainer {
  @TaskLocal static var shared = Slow()
  let manager = ContainerManager()
  let made = Counter()
  let entered = Door()
  let leave = Door()

  var value: AsyncFactory<Object> {
    self {
      let number = self.made.increment()
      await self.entered.open()
      await self.leave.pass()
      return Object("\(number)")
    }.cached
  }

  /// Lets other tasks run so often that those that are ready have come to where they wait.
  func settle() async {
    for _ in 0..<2000 { await Task.yield() }
  }
}

@Suite struct AsyncWaitTests {
  @Test func `tasks that wait for a failing creation get its failure`() async {
    var numbers: [Int] = []
    // A task may be late for a round; so few that every round has one is out of the question.
    while numbers.count < 50, !numbers.contains(1) {
      let slow = Slow()
      slow.value.register {
        let number = slow.made.increment()
        await slow.leave.pass()
        throw Refused(number: number)
      }
      let errors = await withTaskGroup { group in
        for _ in 0..<50 {
          group.addTask { () -> Refused? in
            do {
              _ = try await slow.value()
              return nil
            } catch {
              return error as? Refused
            }
          }
        }
        await slow.settle()
        await slow.leave.open()
        return await group.reduce(into: []) { $0.append($1) }
      }
      for error in errors {
        #expect(error.map { (1...slow.made.count).contains($0.number) } == true)
      }
      numbers.append(slow.made.count)
    }
    #expect(numbers.contains(1), "made in each round: \(numbers)")
  }

  @Test func `a cancelled waiter leaves at once and disturbs nobody`() async throws {
    let slow = Slow()
    async let first = slow.value()
    await slow.entered.pass()
    let cancelled = Task { try await slow.value() }
    let other = Task { try await slow.value() }
    await slow.settle()
    cancelled.cancel()
    // It ends although the creation goes on: the door is still shut.
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    let late = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await slow.value()
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    await slow.leave.open()
    let object = try await first
    #expect(try await other.value === object)
    #expect(try await slow.value() === object)
    #expect(slow.made.count == 1)
  }

  @Test func `a cancelled task gets what is cached, and may be the first`() async throws {
    let slow = Slow()
    await slow.leave.open()
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await slow.value()
    }
    let object = try await task.value
    #expect(try await slow.value() === object)
    let again = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await slow.value()
    }
    #expect(try await again.value === object)
  }

  /// How a factory tells that its task was cancelled.
  private static let reports: [(name: String, error: any Error & Sendable)] = [
    ("Swift's error", CancellationError()), ("an error of its own", Refused(number: 1)),
  ]

  @Test(arguments: reports.indices)
  func `when the first caller is cancelled another one tries again`(_ index: Int) async throws {
    let error = Self.reports[index].error
    let slow = Slow()
    slow.value.register {
      let number = slow.made.increment()
      await slow.entered.open()
      await slow.leave.pass()
      if Task.isCancelled { throw error }
      return Object("\(number)")
    }
    let first = Task { try await slow.value() }
    await slow.entered.pass()
    let others = (0..<20).map { _ in Task { try await slow.value().name } }
    await slow.settle()
    first.cancel()
    await slow.leave.open()
    await #expect(throws: (any Error).self) { try await first.value }
    for other in others { #expect(try await other.value == "2") }
    #expect(slow.made.count == 2)
  }

  @Test func `a reset while a value is made lets the next caller begin anew`() async throws {
    let slow = Slow()
    async let first = slow.value()
    await slow.entered.pass()
    slow.value.reset(.scope)
    async let second = slow.value()
    await slow.settle()
    await slow.leave.open()
    let (old, new) = try await (first, second)
    #expect(old !== new)
    #expect(try await slow.value() === new)
  }

  @Test func `an override while a value is made wins`() async throws {
    let slow = Slow()
    async let first = slow.value()
    await slow.entered.pass()
    slow.value.register { Object("new") }
    #expect(try await slow.value().name == "new")
    await slow.leave.open()
    #expect(try await first.name == "1")
    #expect(try await slow.value().name == "new")
  }

  @Test func `cancelling, failing and resetting at random neither hangs nor mixes`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    let slow = Slow()
    slow.value.register {
      let number = slow.made.increment()
      for _ in 0..<number % 7 { await Task.yield() }
      try Task.checkCancellation()
      if number % 5 == 0 { throw Refused(number: number) }
      return Object("\(number)")
    }
    for _ in 0..<100 {
      let tasks = (0..<8).map { _ in Task { try await slow.value().name } }
      for task in tasks where random.next() % 3 == 0 { task.cancel() }
      if random.next() % 2 == 0 { slow.value.reset(.scope) }
      for task in tasks {
        switch await task.result {
        case .success(let name): #expect(Int(name) != nil, "seed \(seed)")
        case .failure(let error):
          let isKnown = error is CancellationError || error is Refused
          #expect(isKnown, "\(error), seed \(seed)")
          if error is CancellationError { #expect(task.isCancelled, "seed \(seed)") }
        }
      }
    }
  }
}

/// Numbers that a seed tells (SplitMix64).
private struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
