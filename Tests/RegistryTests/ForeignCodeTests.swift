// Code of the program's that runs where the container works: it may resolve, and what it changes counts.

import Registry
import RegistryTesting
import Testing

/// Calls a closure as it goes.
private final class Farewell: Sendable {
  private let say: @Sendable () -> Void

  init(_ say: @escaping @Sendable () -> Void) { self.say = say }

  deinit { say() }
}

/// A parameter that is equal to others of its number, and resolves as it goes.
private final class Ticket: Hashable, Sendable {
  private let number: Int
  private let farewell: Farewell

  init(_ number: Int, _ farewell: @escaping @Sendable () -> Void) {
    self.number = number
    self.farewell = Farewell(farewell)
  }

  static func == (left: Ticket, right: Ticket) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private final class Hall: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = Hall()
  let manager = ContainerManager()

  var lamp: Factory<Object> { self { Object() }.cached }
  var guest: Factory<Object> { self { Object() }.scope(.session) }
  var stage: Factory<Object> { self { Object() }.singleton }
  var prop: Factory<Object> { self { Object() }.graph }
  var street: Factory<Object> { self { Object() }.scope(Scope.street) }
  // Only one test uses each: a singleton is the process's.
  var alley: Factory<Object> { self { Object() }.scope(Scope.alley) }
  var seat: ParameterFactory<Ticket, Object> { self { _ in Object() }.scopeOnParameters.shared }
  var props: Factory<[Object]> {
    self {
      let first = self.prop()
      self.prop.reset(.scope)
      return [first, self.prop(), self.prop()]
    }
  }
  var nested: ThrowingFactory<Int> { self { 1 }.cached }

  func autoRegister() {}
}

extension Scope {
  fileprivate static let street = Singleton()
  fileprivate static let alley = Singleton()
}

@Suite(.container) struct ForeignCodeTests {
  private let hall = Hall()

  @Test func `a parameter that goes with its value may resolve`() {
    let hall = hall
    let log = Log<String>()
    do {
      let ticket = Ticket(1) { log.append(hall.lamp().name) }
      _ = hall.seat(ticket)
    }
    #expect(hall.seat(Ticket(1) {}).name == hall.seat(Ticket(1) {}).name)
    #expect(log.all.count == 1)
  }

  @Test func `a decorator and a logger that are replaced may resolve as they go`() {
    let hall = hall
    let log = Log<String>()
    for _ in 0..<2 {
      let farewell = Farewell { log.append("\(hall.manager.trace)") }
      hall.decorator { _ in _ = farewell }
    }
    hall.decorator(nil)
    hall.manager.push()
    let farewell = Farewell { log.append("\(hall.manager.trace)") }
    hall.manager.logger = { _ in _ = farewell }
    hall.manager.pop()
    #expect(log.all.count >= 2)
  }

  @Test func `a reset of a scope counts for a value that is being made`() {
    let hall = hall
    let log = Log<String>()
    hall.guest.register {
      hall.manager.reset(scope: .session)
      log.append("made")
      return Object()
    }
    let first = hall.guest()
    #expect(hall.guest() !== first)
    #expect(log.all.count == 2)
  }

  @Test func `resets within an override count for what is kept there`() {
    withDependencies {
      $0.greeting = "within"
    } operation: {
      let (lamp, guest, stage) = (hall.lamp(), hall.guest(), hall.stage())
      #expect(hall.lamp() === lamp && hall.guest() === guest && hall.stage() === stage)
      hall.lamp.reset(.scope)
      #expect(hall.lamp() !== lamp && hall.guest() === guest)
      hall.manager.reset(scope: .session)
      #expect(hall.guest() !== guest && hall.stage() === stage)
      Scope.singleton.reset()
      #expect(hall.stage() !== stage)
      let last = hall.lamp()
      hall.reset(options: .scope)
      #expect(hall.lamp() !== last)
    }
  }

  @Test func `a reset counts for the graph of the resolution in progress`() {
    let props = hall.props()
    #expect(props[0] !== props[1] && props[1] === props[2])
  }

  @Test func `a factory that leaves a singleton scope leaves no value there`() {
    weak var left: Object?
    do { left = hall.street() }
    #expect(left != nil)
    hall.street.scope(.cached)
    #expect(left == nil)
  }

  @Test func `values that an override kept are released in reverse order of creation`() {
    let log = Log<String>()
    withDependencies {
      $0.greeting = "within"
    } operation: {
      for (name, factory) in [("stage", hall.stage), ("lamp", hall.lamp), ("alley", hall.alley)] {
        factory.onRelease { _ in log.append(name) }
        _ = factory()
      }
    }
    #expect(log.all == ["alley", "lamp", "stage"])
  }

  @Test func `a task that outlives a traced factory writes its own lines`() async {
    let hall = hall
    let log = Log<String>()
    let (go, start) = AsyncStream.makeStream(of: Void.self)
    hall.manager.trace = true
    hall.manager.logger = { log.append($0) }
    let tasks = Tasks()
    hall.guest.register {
      tasks.start {
        for await _ in go {}
        _ = hall.lamp()
      }
      return Object()
    }
    _ = hall.guest()
    #expect(log.all == ["0: guest = R:Object"])
    start.finish()
    await tasks.end()
    #expect(log.all == ["0: guest = R:Object", "0: lamp = F:Object"])
  }

  @Test func `a factory that comes back to itself on its thread, unseen, is a cycle`()
    throws
  {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let hall = hall
    hall.nested.register {
      let outcomes = Log<Result<Int, any Error>>()
      // It runs here and now, and inherits nothing.
      Task.immediateDetached { outcomes.append(Result { try hall.nested() }) }
      return try #require(outcomes.all.first).get()
    }
    let error = #expect(throws: RegistryError.self) { try hall.nested() }
    #expect(error?.code == .circularDependency)
  }

  @Test func `a time to live beyond all measure is for ever`() {
    let lamp = hall.lamp.timeToLive(.infinity)()
    #expect(hall.lamp() === lamp)
  }
}

/// Holds a task that a factory starts.
private final class Tasks: Sendable {
  private let tasks = Locked<[Task<Void, Never>]>([])

  func start(_ body: @escaping @Sendable () async -> Void) {
    let task = Task { await body() }
    tasks.withLock { $0.append(task) }
  }

  func end() async {
    for task in tasks.withLock({ $0 }) { await task.value }
  }
}
