import Foundation
import Registry
import RegistryTesting
import Testing

private final class Cellar: SharedContainer {
  @TaskLocal static var shared = Cellar()
  let manager: ContainerManager
  let released: Log<String>

  init(_ released: Log<String> = Log(), now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.released = released
    manager = ContainerManager(now: now)
  }

  convenience init(_ released: Log<String> = Log()) {
    self.init(released, now: { ContinuousClock.now })
  }

  /// Notes whose value is let go of, without holding the container.
  private var note: @Sendable (Object) -> Void {
    { [released] in released.append($0.name) }
  }

  var unique: Factory<Object> { self { Object("unique") }.onRelease(note) }
  var leaf: Factory<Object> { self { Object("leaf") }.graph.onRelease(note) }
  var asyncLeaf: AsyncFactory<Object> { self { Object("async leaf") }.graph.onRelease(note) }
  var weak: Factory<Object> { self { Object("weak") }.shared.onRelease(note) }
  var one: Factory<Object> { self { Object("one") }.cached.onRelease(note) }
  var two: Factory<Object> {
    self {
      _ = self.one()
      return Object("two")
    }.cached.onRelease(note)
  }
  var three: ThrowingFactory<Object> { self { Object("three") }.cached.onRelease(note) }
  var four: AsyncFactory<Object> { self { Object("four") }.cached.onRelease(note) }
  var session: Factory<Object> { self { Object("session") }.scope(.session).onRelease(note) }
  var single: Factory<Object> { self { Object("single") }.singleton.onRelease(note) }
  var timed: Factory<Object> { self { Object("timed") }.cached.timeToLive(10).onRelease(note) }
  var each: ParameterFactory<Int, Object> {
    self { Object("each \($0)") }.scopeOnParameters.cached.onRelease(note)
  }
  var maybe: Factory<Object?> {
    self { nil }.cached.onRelease { [released] _ in released.append("nil") }
  }
  var later: Factory<Object> {
    self { Object("later") }.cached.onRelease { [released] object async in
      await Task.yield()
      released.append(object.name)
    }
  }
  var trunk: AsyncFactory<String> {
    self { self.leaf().name + (try await self.asyncLeaf().name) }
  }
}

@Suite(.container) struct ReleaseTests {
  private static let resets: [(name: String, reset: @Sendable (Cellar) -> Void)] = [
    ("factory", { $0.one.reset() }),
    ("factory's scope", { $0.one.reset(.scope) }),
    ("container", { $0.reset() }),
    ("container's scopes", { $0.reset(options: .scope) }),
    ("scope", { $0.manager.reset(scope: .cached) }),
    ("register", { $0.one.register { Object("other") } }),
    ("context", { $0.one.onTest { Object("other") } }),
    ("another scope", { $0.one.scope(.session) }),
  ]

  @Test(arguments: resets.indices)
  func `a cached value is released once by a reset and by an override`(_ index: Int) {
    let (name, reset) = Self.resets[index]
    let cellar = Cellar()
    _ = cellar.one()
    _ = cellar.one()
    #expect(cellar.released.all == [], "\(name)")
    reset(cellar)
    #expect(cellar.released.all == ["one"], "\(name)")
    reset(cellar)
    #expect(cellar.released.all == ["one"], "\(name)")
  }

  @Test func `what forgets no value releases none`() {
    let cellar = Cellar()
    _ = cellar.one()
    cellar.one.reset(.none)
    cellar.one.reset(.registration)
    cellar.one.reset(.context)
    cellar.reset(options: .registration)
    cellar.manager.reset(scope: .session)
    cellar.two.register { Object("other") }
    #expect(cellar.released.all == [])
  }

  @Test func `a scope's own reset releases its values alone`() {
    let cellar = Cellar()
    _ = (cellar.one(), cellar.session(), cellar.each(1))
    cellar.manager.reset(scope: .session)
    #expect(cellar.released.all == ["session"])
  }

  @Test func `values go in reverse order of their creation`() async throws {
    let cellar = Cellar()
    _ = (cellar.session(), cellar.two(), cellar.each(1))
    _ = try (await cellar.four(), cellar.three(), cellar.each(2))
    cellar.reset()
    let expected = ["each 2", "three", "four", "each 1", "two", "one", "session"]
    #expect(cellar.released.all == expected)
  }

  @Test func `values go in reverse order when their container goes`() async throws {
    let log = Log<String>()
    do {
      let cellar = Cellar(log)
      _ = (cellar.each(1), cellar.two(), cellar.single())
      _ = try (await cellar.four(), cellar.three(), cellar.each(2), cellar.unique())
    }
    #expect(log.all == ["each 2", "three", "four", "two", "one", "each 1"])
  }

  @Test func `what a push saved goes in that order too`() {
    let log = Log<String>()
    do {
      let cellar = Cellar(log)
      _ = (cellar.two(), cellar.session())
      cellar.manager.push()
      _ = cellar.each(1)
      cellar.one.reset(.scope)
      _ = cellar.one()
      cellar.manager.push()
      _ = cellar.each(2)
      cellar.manager.reset(scope: .session)
      #expect(log.all == [])
    }
    #expect(log.all == ["each 2", "one", "each 1", "session", "two", "one"])
  }

  @Test func `a push keeps values alive, and a pop releases those that came after`() {
    let cellar = Cellar()
    let one = cellar.one()
    cellar.manager.push()
    cellar.one.register { Object("other one") }
    #expect(cellar.one().name == "other one")
    _ = (cellar.session(), cellar.each(1))
    cellar.reset(options: .scope)
    #expect(cellar.released.all == ["each 1", "session", "other one"])
    _ = (cellar.one(), cellar.each(2))
    cellar.manager.pop()
    #expect(cellar.released.all.dropFirst(3) == ["each 2", "other one"])
    #expect(cellar.one() === one)
    cellar.reset()
    #expect(cellar.released.all.dropFirst(5) == ["one"])
  }

  @Test func `a value is released when a time to live ends, before the next is made`() {
    let clock = ManualClock()
    let cellar = Cellar(now: { clock.now })
    let first = cellar.timed()
    clock.advance(by: .seconds(9))
    #expect(cellar.timed() === first)
    clock.advance(by: .seconds(11))
    #expect(cellar.released.all == [])
    let released = cellar.released
    cellar.timed.register {
      released.append("made")
      return Object("again")
    }
    #expect(released.all == ["timed"])
    _ = cellar.timed()
    clock.advance(by: .seconds(11))
    _ = cellar.timed()
    #expect(released.all == ["timed", "made", "again", "made"])
  }

  @Test func `what is not kept is never released`() async throws {
    let log = Log<String>()
    do {
      let cellar = Cellar(log)
      _ = (cellar.unique(), cellar.leaf(), cellar.weak(), cellar.maybe())
      _ = try await cellar.trunk()
      _ = try await cellar.asyncLeaf()
      let weak = cellar.weak()
      cellar.reset()
      #expect(weak !== cellar.weak())
    }
    #expect(log.all == [])
  }

  @Test func `a singleton is released when the last clone of its scope lets go of it`() {
    let log = Log<String>()
    do {
      let singletons = Scope.singleton.clone()
      let clone = Scope.$singleton.withValue(singletons) {
        let cellar = Cellar(log)
        _ = (cellar.single(), cellar.one())
        return Scope.singleton.clone()
      }
      #expect(log.all == ["one"])
      singletons.reset()
      #expect(log.all == ["one"])
      Scope.$singleton.withValue(clone) {
        #expect(Cellar(log).single().name == "single")
      }
      #expect(log.all == ["one"])
    }
    #expect(log.all == ["one", "single"])
  }

  @Test func `a singleton is released by a reset of its scope and of its factory`() {
    let cellar = Cellar()
    _ = cellar.single()
    cellar.reset()
    #expect(cellar.released.all == [])
    Scope.singleton.reset()
    _ = cellar.single()
    cellar.single.reset()
    #expect(cellar.released.all == ["single", "single"])
  }

  @Test func `a container that shuts down leaves the singletons of one before alone`() async {
    let log = Log<String>()
    let single = Cellar(log).single()
    for _ in 0..<20 {
      // A new container often has the address of the one that went before.
      let cellar = Cellar(log)
      #expect(cellar.single() === single)
      await cellar.shutdown()
    }
    #expect(log.all == [])
  }

  @Test func `an asynchronous handler begins at a reset`() async {
    let cellar = Cellar()
    _ = cellar.later()
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    cellar.one.onRelease { object async in
      await Task.yield()
      continuation.yield(object.name)
    }
    _ = cellar.one()
    cellar.reset(options: .scope)
    var names = stream.makeAsyncIterator()
    #expect(await names.next() == "one")
  }

  @Test func `a handler may resolve and reset, also what is being released`() {
    let cellar = Cellar()
    let released = cellar.released
    cellar.one.onRelease { [weak cellar] object in
      released.append(object.name)
      guard released.all.count < 3 else { return }
      _ = cellar?.one()
      cellar?.one.reset(.scope)
      _ = cellar?.session()
    }
    _ = cellar.one()
    cellar.one.reset(.scope)
    #expect(released.all == ["one", "one", "one"])
    #expect(cellar.session().name == "session")
  }

  @Test func `a value that was overridden while it was made is released`() {
    let cellar = Cellar()
    let entered = DispatchSemaphore(value: 0)
    let overridden = DispatchSemaphore(value: 0)
    cellar.one.register {
      entered.signal()
      overridden.wait()
      return Object("old")
    }
    _ = onThreads(2) { index in
      if index == 0 { return _ = cellar.one() }
      entered.wait()
      cellar.one.register { Object("new") }
      overridden.signal()
    }
    #expect(cellar.released.all == ["old"])
    cellar.reset()
    #expect(cellar.released.all.filter { $0 != "new" } == ["old"])
  }

  @Test func `whoever resolves and resets at the same time, each value is released once`() {
    let log = Log<String>()
    let made = Counter()
    let cellar = Cellar(log)
    cellar.one.register { Object("\(made.increment())") }
    _ = onThreads(4) { index in
      for _ in 0..<500 {
        _ = cellar.one()
        switch index {
        case 0: cellar.one.reset(.scope)
        case 1: cellar.reset(options: .scope)
        default: break
        }
      }
    }
    // The container may outlive this line: an ending thread holds it a little longer.
    cellar.reset(options: .scope)
    #expect(log.all.count == made.count)
    #expect(Set(log.all).count == made.count)
  }

  @Test func `a task that a factory started does not keep the container alive`() async throws {
    let log = Log<String>()
    let (stream, stop) = AsyncStream.makeStream(of: Void.self)
    let task: Task<Void, Never>
    do {
      let cellar = Cellar(log)
      task = try await AsyncFactory(cellar) {
        _ = (cellar.one(), cellar.leaf())
        return Task { for await _ in stream {} }
      }()
    }
    #expect(log.all == ["one"])
    stop.finish()
    await task.value
  }
}
