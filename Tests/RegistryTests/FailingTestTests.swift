import Foundation
import Registry
import RegistryTesting
import Testing
import XCTest

private final class Depot: SharedContainer {
  @TaskLocal static var shared = Depot()
  let manager = ContainerManager()
  var promise: Factory<Object?> { promised() }
  var numbered: ParameterFactory<Int, Object?> { promised() }
  @MainActor var screen: Factory<Object> { self { @MainActor in Object("screen") } }
  var offActor: Factory<Object> { self { @MainActor in Object("screen") } }
}

private enum RemoteKey: DependencyKey {
  static let liveValue = "live"
}

/// What ends a process elsewhere fails the test that runs, with a trait or without.
@Suite struct FailingTestTests {
  /// The issues that the body records, by their first lines.
  private func issues(_ body: () -> Void) -> [String] {
    let log = Log<String>()
    withKnownIssue {
      body()
    } matching: { issue in
      log.append(issue.comments.map(\.rawValue).joined())
      return true
    }
    return log.all
  }

  @Test func `an unregistered promise gives nil and fails the test`() throws {
    var objects: [Object?] = []
    let issues = issues { objects = [Depot.shared.promise(), Depot.shared.numbered(7)] }
    #expect(objects.allSatisfy { $0 == nil })
    #expect(issues.count == 2)
    let first = try #require(issues.first)
    #expect(first.hasPrefix("promised, but not registered: promise (RegistryTests/FailingTest"))
    #expect(first.contains("Register it before it is resolved"))
  }

  @Test func `an actor's factory off its actor fails the test and goes on`() throws {
    var name = ""
    let issues = issues { name = Depot.shared.offActor().name }
    #expect(name == "screen")
    #expect(try #require(issues.first).hasPrefix("offActor (RegistryTests/FailingTestTests.swift:"))
    #expect(issues.count == 1)
  }

  @Test func `a live value fails the test and is given`() {
    var value = ""
    let issues = issues { value = DependencyValues.current[RemoteKey.self] }
    #expect(issues.count == 1)
    #expect(value == "live")
  }

  @Test(.container) func `a trait's reporter has them, too`() {
    #expect(issues { _ = Depot.shared.promise() }.count == 1)
  }

  @Test
  func `an override of a sealed container in the live context fails the test, and is ignored`()
    throws
  {
    let depot = Depot()
    depot.offActor.register { Object("before") }
    depot.seal(fileID: "Shop/Start.swift", line: 12)
    let issues = issues {
      FactoryContext.withContext { _ = depot.offActor.register { Object("after") }.cached }
      withDependencies {
        $0.context = .live
      } operation: {
        _ = depot.offActor.scope(.cached)
      }
    }
    #expect(depot.offActor().name == "before")
    #expect(issues.count == 2)
    let first = try #require(issues.first)
    #expect(first.hasPrefix("offActor (RegistryTests/FailingTestTests.swift:"))
    #expect(first.contains("was overridden after its container was sealed"))
    #expect(first.contains("overridden in \(#function) of RegistryTests/FailingTestTests.swift"))
    #expect(first.contains("sealed at Shop/Start.swift:12"))
    #expect(first.contains("Override before seal()"))
  }

  @Test(arguments: [true, false])
  func `a program that breaks its own seal fails the test, which itself may override`(
    _ hasTrait: Bool
  ) async throws {
    let issues = issues {
      let depot = Depot()
      depot.seal(fileID: "Shop/Start.swift", line: 12)
      depot.offActor.register(function: "start()", fileID: "Shop/Late.swift") { Object("late") }
      #expect(depot.offActor().name == "screen")
      depot.offActor.register { Object("mock") }
      #expect(depot.offActor().name == "mock")
    }
    #expect(issues.filter { $0.contains("overridden in start() of Shop/Late.swift") }.count == 1)
  }

  @Test func `a cycle of factories that throw or wait fails the test that meets it alone`()
    async throws
  {
    try withKnownIssue {
      _ = try Ring.shared.throwing()
    } matching: {
      ($0.error as? RegistryError)?.code == .circularDependency
    }
    try await withKnownIssue {
      _ = try await Ring.shared.waiting()
    } matching: {
      ($0.error as? RegistryError)?.code == .circularDependency
    }
  }

  @Test func `a cycle that closes at an optional value gives nil and fails the test`() throws {
    var names: [String?] = []
    let issues = issues { names = [Ring.shared.perhaps(), Ring.shared.kept()] }
    #expect(names == ["nothing", "nothing"])
    #expect(issues.count == 2)
    let first = try #require(issues.first)
    #expect(first.hasPrefix("circular dependency: perhaps → needy → perhaps\n"))
  }

  @Test func `a mistake in the live context fails the test, too`() {
    let issues = issues { FactoryContext.withContext { _ = Depot.shared.promise() } }
    #expect(issues.count == 1)
  }

  @Test func `a cycle names the test before the process ends`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      IssueReporter.$current.withValue(IssueReporter { print($0.message) }) {
        _ = Ring.shared.first()
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("circular dependency: first → second → first"))
  }
}

private final class Ring: SharedContainer {
  @TaskLocal static var shared = Ring()
  let manager = ContainerManager()
  var first: Factory<Int> { self { self.second() } }
  var second: Factory<Int> { self { self.first() } }
  var throwing: ThrowingFactory<Int> { self { try self.throwing() } }
  var waiting: AsyncFactory<Int> { self { try await self.waiting() } }
  var perhaps: Factory<String?> { self { self.needy() } }
  var kept: Factory<String?> { self { self.kept() ?? "nothing" }.cached }
  var needy: Factory<String> { self { self.perhaps() ?? "nothing" } }
}

extension Container {
  fileprivate var ledger: Factory<Object> { self { Object("live") }.cached }
  fileprivate var account: Factory<Object> { self { Object("live") }.singleton }
}

/// XCTest's cases, each with a container of its own.
final class ContainerTestCaseTests: ContainerTestCase {
  override func prepare(_ container: Container) {
    container.ledger.register { Object("prepared") }
  }

  /// With `testIsolation2`: whichever comes second sees nothing of the first.
  func testIsolation1() { checkIsolation() }
  func testIsolation2() { checkIsolation() }

  private func checkIsolation() {
    XCTAssertEqual(Container.shared.ledger().name, "prepared")
    XCTAssertEqual(Container.shared.account().name, "live")
    Container.shared.ledger.register { Object("mine") }
    Container.shared.account.register { Object("mine") }
    XCTAssertEqual(Container.shared.ledger().name, "mine")
    XCTAssertEqual(DependencyValues.current.uuid(), UUID(0))
  }

  func testAsyncTestsHaveTheContainer() async {
    XCTAssertEqual(Container.shared.ledger().name, "prepared")
    await Task.yield()
    XCTAssertEqual(Container.shared.ledger().name, "prepared")
    XCTAssertEqual(DependencyValues.current.uuid(), UUID(0))
  }
}
