import Registry
import RegistryTesting
import Testing

/// Lets so many tasks arrive before any goes on; cancelled or not.
private actor Meeting {
  private var missing: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(of count: Int) { missing = count }

  func join() async {
    missing -= 1
    if missing > 0 { return await withCheckedContinuation { waiting.append($0) } }
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

private final class Web: SharedContainer {
  @TaskLocal static var shared = Web()
  let manager = ContainerManager()
  let meeting: Meeting
  let made = Counter()

  init(meeting count: Int = 0) { meeting = Meeting(of: count) }

  var itself: AsyncFactory<String> { self { try await self.itself() } }
  var a: AsyncFactory<String> { self { "a" + (try await self.b()) } }
  var b: AsyncFactory<String> { self { "b" + (try await self.a()) } }
  var keeper: AsyncFactory<String> { self { try await self.kept() }.cached }
  var kept: AsyncFactory<String> { self { try await self.keeper() }.singleton }
  var weak: AsyncFactory<Object> { self { try await self.weak() }.shared }
  var branch: AsyncFactory<String> { self { try await self.twig() }.graph }
  var twig: AsyncFactory<String> { self { try await self.branch() }.graph }
  var onMain: AsyncFactory<String> { self { @MainActor in try await self.offMain() }.cached }
  var offMain: AsyncFactory<String> { self { try await self.onMain() }.cached }
  var child: AsyncFactory<String> {
    self {
      async let child = self.child()
      return try await child
    }.cached
  }
  var grouped: AsyncFactory<String> {
    self {
      try await withThrowingTaskGroup { group in
        group.addTask { try await self.grouped() }
        return try await group.next() ?? ""
      }
    }
  }
  var tasked: AsyncFactory<String> {
    self { try await Task { try await self.tasked() }.value }.cached
  }

  var countdown: AsyncParameterFactory<Int, Int> {
    self { $0 == 0 ? 0 : 1 + (try await self.countdown($0 - 1)) }
  }
  var each: AsyncParameterFactory<Int, Int> {
    self { $0 == 0 ? 0 : 1 + (try await self.each($0 - 1)) }.scopeOnParameters.cached
  }
  var endless: AsyncParameterFactory<Int, Int> { self { try await self.endless($0 + 1) } }

  var left: AsyncFactory<String> {
    self {
      await self.meeting.join()
      return try await self.right()
    }.cached
  }
  var right: AsyncFactory<String> {
    self {
      await self.meeting.join()
      return try await self.left()
    }.cached
  }
  var first: AsyncFactory<String> {
    self {
      await self.meeting.join()
      async let idle = self.leaf()
      return try await self.second() + idle
    }.cached
  }
  var second: AsyncFactory<String> {
    self {
      await self.meeting.join()
      async let third = self.third()
      return try await third
    }.cached
  }
  var third: AsyncFactory<String> {
    self {
      await self.meeting.join()
      return try await self.between()
    }.cached
  }
  var between: AsyncFactory<String> { self { try await self.first() } }
  var leaf: AsyncFactory<String> { self { "leaf" } }

  /// Its two children need each other.
  var parent: AsyncFactory<String> {
    self {
      async let left = self.left()
      async let right = self.right()
      return try await left + right
    }.cached
  }

  /// Its three children need one value, which is no cycle.
  var diamond: AsyncFactory<[Object]> {
    self {
      async let one = self.side()
      async let two = self.side()
      return try await [one, two, self.base()]
    }.cached
  }
  var side: AsyncFactory<Object> { self { try await self.base() } }
  var base: AsyncFactory<Object> {
    self {
      for _ in 0..<10 { await Task.yield() }
      self.made.increment()
      return Object()
    }.cached
  }
}

@Suite(.container) struct AsyncCycleTests {
  private static func message(_ resolve: () async throws -> some Any) async -> String {
    do {
      return "no error but \(try await resolve())"
    } catch let error as RegistryError {
      return error.code == .circularDependency ? error.message : "another code: \(error)"
    } catch {
      return "another error: \(error)"
    }
  }

  @Test func `the error has the chain and its places`() async {
    let text = await Self.message { try await Web().a() }
    #expect(text.hasPrefix("circular dependency: a → b → a\n"))
    #expect(text.contains("\n  a (RegistryTests/AsyncCycleTests.swift:"))
    #expect(text.contains("\n  b (RegistryTests/AsyncCycleTests.swift:"))
  }

  private static let chains: [(chain: String, find: @Sendable (Web) async throws -> Void)] = [
    ("itself → itself", { _ = try await $0.itself() }),
    ("keeper → kept → keeper", { _ = try await $0.keeper() }),
    ("kept → keeper → kept", { _ = try await $0.kept() }),
    ("weak → weak", { _ = try await $0.weak() }),
    ("branch → twig → branch", { _ = try await $0.branch() }),
    ("onMain → offMain → onMain", { _ = try await $0.onMain() }),
    ("child → child", { _ = try await $0.child() }),
    ("grouped → grouped", { _ = try await $0.grouped() }),
    ("tasked → tasked", { _ = try await $0.tasked() }),
    ("endless → endless", { _ = try await $0.endless(0) }),
  ]

  @Test(arguments: chains.indices)
  func `every scope and every kind of child reports its chain, each time`(_ index: Int) async {
    let (chain, find) = Self.chains[index]
    let web = Web()
    for _ in 1...2 {
      let text = await Self.message { try await find(web) }
      #expect(text.hasPrefix("circular dependency: \(chain)\n"), "\(text)")
    }
  }

  @Test func `cached cycles are reported even where the test for cycles is off`() async {
    let web = Web()
    web.manager.circularDependencyTesting = false
    let text = await Self.message { try await web.keeper() }
    #expect(text.hasPrefix("circular dependency: keeper → kept → keeper\n"))
  }

  @Test func `recursion with other parameters is no cycle`() async throws {
    #expect(try await Web().countdown(150) == 150)
    #expect(try await Web().each(150) == 150)
  }

  @Test func `a cycle across two tasks is thrown in both`() async {
    for _ in 1...50 {
      let web = Web(meeting: 2)
      async let left = Self.message { try await web.left() }
      async let right = Self.message { try await web.right() }
      for text in await [left, right] {
        #expect(
          text.hasPrefix("circular dependency: left → right → left\n")
            || text.hasPrefix("circular dependency: right → left → right\n"),
          "\(text)"
        )
      }
    }
  }

  @Test func `a cycle across three tasks and their children is thrown in all`() async {
    let chains = [
      "first → second → third → between → first", "second → third → between → first → second",
      "third → between → first → second → third", "between → first → second → third → between",
    ]
    for _ in 1...50 {
      let web = Web(meeting: 3)
      async let first = Self.message { try await web.first() }
      async let second = Self.message { try await web.second() }
      async let third = Self.message { try await web.third() }
      for text in await [first, second, third] {
        #expect(chains.contains { text.hasPrefix("circular dependency: \($0)\n") }, "\(text)")
      }
    }
  }

  @Test func `children that need each other are a cycle`() async {
    for _ in 1...50 {
      let web = Web(meeting: 2)
      let text = await Self.message { try await web.parent() }
      #expect(
        text.hasPrefix("circular dependency: left → right → left\n")
          || text.hasPrefix("circular dependency: right → left → right\n"),
        "\(text)"
      )
    }
  }

  @Test func `children that need the same are none`() async throws {
    for _ in 1...50 {
      let web = Web()
      let objects = try await web.diamond()
      #expect(Set(objects.map(ObjectIdentifier.init)).count == 1)
      #expect(web.made.count == 1)
    }
  }

  @Test func `after a cycle was mended by an override everything resolves`() async throws {
    let web = Web()
    _ = await Self.message { try await web.keeper() }
    web.kept.register { "mended" }
    #expect(try await web.keeper() == "mended")
  }

  @Test func `a task that a factory started may resolve it when that has ended`() async throws {
    let web = Web()
    let meeting = Meeting(of: 2)
    web.leaf.register { "again" }
    let starter = AsyncFactory<Task<String, any Error>>(web) {
      Task {
        await meeting.join()
        return try await web.leaf() + web.diamond().map(\.name).joined()
      }
    }
    let task = try await starter()
    await meeting.join()
    #expect(try await task.value == "againobjectobjectobject")
  }
}
