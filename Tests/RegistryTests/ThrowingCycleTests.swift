import Foundation
import Registry
import RegistryTesting
import Testing

private final class Ring: SharedContainer {
  @TaskLocal static var shared = Ring()
  let manager = ContainerManager()
  let two = Latch(of: 2)
  let three = Latch(of: 3)

  var itself: ThrowingFactory<String> { self { try self.itself() } }
  var a: ThrowingFactory<String> { self { "a" + (try self.b()) } }
  var b: ThrowingFactory<String> { self { "b" + (try self.a()) } }
  var keeper: ThrowingFactory<String> { self { try self.kept() }.cached }
  var kept: ThrowingFactory<String> { self { try self.keeper() }.singleton }
  var weak: ThrowingFactory<Object> { self { try self.weak() }.shared }
  var branch: ThrowingFactory<String> { self { try self.branch() }.graph }
  var plain: Factory<String> { self { (try? self.viaPlain()) ?? "broken here" } }
  var viaPlain: ThrowingFactory<String> { self { self.plain2() } }
  var plain2: Factory<String> { self { (try? self.viaPlain()) ?? "broken" } }
  var countdown: ThrowingParameterFactory<Int, Int> {
    self { $0 == 0 ? 0 : 1 + (try self.countdown($0 - 1)) }
  }
  var each: ThrowingParameterFactory<Int, Int> {
    self { $0 == 0 ? 0 : 1 + (try self.each($0 - 1)) }.scopeOnParameters.cached
  }
  var twoStep: ThrowingParameterFactory<Int, Int> { self { try self.twoStep(1 - $0) } }
  var endless: ThrowingParameterFactory<Int, Int> { self { try self.endless($0 + 1) } }
  var left: ThrowingFactory<String> {
    self {
      self.two.meet()
      return try self.right()
    }.cached
  }
  var right: ThrowingFactory<String> {
    self {
      self.two.meet()
      return try self.left()
    }.cached
  }
  var first: ThrowingFactory<String> { cornered { try $0.second() } }
  var second: ThrowingFactory<String> { cornered { try $0.third() } }
  var third: ThrowingFactory<String> { cornered { try $0.first() } }

  private func cornered(
    key: StaticString = #function,
    line: UInt = #line,
    _ next: @escaping @Sendable (Ring) throws -> String
  ) -> ThrowingFactory<String> {
    ThrowingFactory(self, key: key, line: line) {
      self.three.meet()
      return try next(self)
    }.cached
  }
}

@Suite(.container) struct ThrowingCycleTests {
  private func message(_ resolve: () throws -> some Any) -> String {
    do {
      return "no error but \(try resolve())"
    } catch let error as RegistryError {
      return error.code == .circularDependency ? error.message : "another code: \(error)"
    } catch {
      return "another error: \(error)"
    }
  }

  @Test func `the error has the chain and its places`() {
    let text = message { try Ring().a() }
    #expect(text.hasPrefix("circular dependency: a → b → a\n"))
    #expect(text.contains("\n  a (RegistryTests/ThrowingCycleTests.swift:"))
    #expect(text.contains("\n  b (RegistryTests/ThrowingCycleTests.swift:"))
    #expect(message { try Ring().b() }.hasPrefix("circular dependency: b → a → b\n"))
  }

  private static let chains: [(chain: String, find: @Sendable (Ring) throws -> Void)] = [
    ("itself → itself", { _ = try $0.itself() }),
    ("keeper → kept → keeper", { _ = try $0.keeper() }),
    ("kept → keeper → kept", { _ = try $0.kept() }),
    ("weak → weak", { _ = try $0.weak() }),
    ("branch → branch", { _ = try $0.branch() }),
    ("twoStep → twoStep", { _ = try $0.twoStep(0) }),
    ("endless → endless", { _ = try $0.endless(0) }),
  ]

  @Test(arguments: chains.indices)
  func `every scope reports its chain, each time`(_ index: Int) {
    let (chain, find) = Self.chains[index]
    let ring = Ring()
    for _ in 1...2 {
      #expect(message { try find(ring) }.hasPrefix("circular dependency: \(chain)\n"))
    }
  }

  @Test func `cached cycles are reported even where the test for cycles is off`() {
    let ring = Ring()
    ring.manager.circularDependencyTesting = false
    #expect(message { try ring.keeper() }.hasPrefix("circular dependency: keeper → kept"))
  }

  @Test func `a cycle that is broken by an override is none, and the error may be caught midway`() {
    let ring = Ring()
    #expect(ring.plain() == "broken")
    ring.b.register { "b" }
    #expect(throws: Never.self) { try ring.a() }
  }

  @Test func `recursion with other parameters is no cycle`() throws {
    #expect(try Ring().countdown(150) == 150)
    #expect(try Ring().each(150) == 150)
  }

  @Test func `a cycle across two threads is thrown on both`() {
    for _ in 1...20 {
      let ring = Ring()
      let texts = onThreads(2) { index in
        message { try index == 0 ? ring.left() : ring.right() }
      }
      for text in texts {
        #expect(
          text.hasPrefix("circular dependency: left → right → left\n")
            || text.hasPrefix("circular dependency: right → left → right\n")
        )
      }
    }
  }

  @Test func `a cycle across three threads is thrown on all`() {
    for _ in 1...20 {
      let ring = Ring()
      let texts = onThreads(3) { index in
        message { try [ring.first, ring.second, ring.third][index]() }
      }
      let chains = [
        "first → second → third → first", "second → third → first → second",
        "third → first → second → third",
      ]
      for text in texts {
        #expect(chains.contains { text.hasPrefix("circular dependency: \($0)\n") }, "\(text)")
      }
    }
  }
}
