import Foundation
import Registry
import Testing

private actor Room {
  let number: Int

  init(_ number: Int) { self.number = number }

  /// Runs the body on this actor, with it.
  func run<Result: Sendable>(_ body: @Sendable (isolated Room) throws -> Result) rethrows -> Result
  {
    try body(self)
  }
}

/// An actor whose jobs run on a queue that the program uses otherwise, too.
private actor Workshop {
  private final class Executor: SerialExecutor {
    let queue = DispatchQueue(label: "workshop")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let executor = unsafe asUnownedSerialExecutor()
      queue.async { unsafe job.runSynchronously(on: executor) }
    }
  }

  private let executor = Executor()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }
  nonisolated var queue: DispatchQueue { executor.queue }

  func run<Result: Sendable>(_ body: @Sendable (isolated Workshop) throws -> Result) rethrows
    -> Result
  {
    try body(self)
  }
}

private final class House: SharedContainer {
  @TaskLocal static var shared = House()
  let manager = ContainerManager()

  /// A factory that belongs to the room.
  func greeting(of room: isolated Room) -> ThrowingFactory<Int> {
    ThrowingFactory(self) { room.number }
  }

  func work(of workshop: isolated Workshop) -> ThrowingFactory<Int> {
    ThrowingFactory(self) {
      _ = workshop
      return 1
    }
  }
}

/// Whether the factory found the code that resolved it to be on its actor.
private func isAccepted(_ factory: ThrowingFactory<Int>) -> Bool {
  do {
    _ = try factory()
    return true
  } catch {
    return false
  }
}

@Suite struct CurrentActorTests {
  @Test func `many tasks on and off many actors are always told rightly`() async {
    let house = House()
    let rooms = (0..<6).map(Room.init)
    var factories: [ThrowingFactory<Int>] = []
    for room in rooms { factories.append(await house.greeting(of: room)) }
    let known = factories
    let wrong = await withTaskGroup { group in
      for task in 0..<24 {
        group.addTask {
          var wrong = 0
          for round in 0..<150 {
            let own = (task + round) % rooms.count
            let other = (own + 1 + round % 5) % rooms.count
            wrong += await rooms[own].run { _ in
              (isAccepted(known[own]) ? 0 : 1) + (isAccepted(known[other]) ? 1 : 0)
            }
            if isAccepted(known[other]) { wrong += 1 }
            if round % 16 == 0 {
              wrong += await MainActor.run { isAccepted(known[own]) ? 1 : 0 }
            }
          }
          return wrong
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  @Test func `threads and queues are told rightly while the actor is busy and while it is idle`()
    async
  {
    let house = House()
    let room = Room(1)
    let factory = await house.greeting(of: room)
    let stop = Counter()
    let busy = Task {
      while stop.count == 0 { _ = await room.run { _ in isAccepted(factory) } }
    }
    let accepted = await withCheckedContinuation { done in
      Thread.detachNewThread {
        let counts = onThreads(4) { index in
          (0..<500).count { _ in
            index % 2 == 0
              ? isAccepted(factory) : DispatchQueue.global().sync { isAccepted(factory) }
          }
        }
        done.resume(returning: counts)
      }
    }
    stop.increment()
    await busy.value
    #expect(accepted == [0, 0, 0, 0])
  }

  @Test func `an actor with an executor of its own is told rightly`() async {
    let house = House()
    let workshop = Workshop()
    let factory = await house.work(of: workshop)
    for _ in 0..<200 {
      #expect(await workshop.run { _ in isAccepted(factory) })
      #expect(!isAccepted(factory))
    }
    #expect(await Room(1).run { _ in !isAccepted(factory) })
  }

  @Test func `within a factory that is running the answer is the same`() async throws {
    let house = House()
    let room = Room(7)
    let factory = await house.greeting(of: room)
    let outer = Factory(house) { isAccepted(factory) }
    #expect(await room.run { _ in outer() })
    #expect(!outer())
    let child = AsyncFactory(house) {
      async let within = room.run { _ in outer() }
      return await [within, outer()]
    }
    #expect(try await child() == [true, false])
  }
}
