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

/// What can be reported fails the test that runs, with a trait or without; what leaves no value ends its process.
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

  @Test func `a live value fails the test and is given`() {
    var value = ""
    let issues = issues { value = DependencyValues.current[RemoteKey.self] }
    #expect(issues.count == 1)
    #expect(value == "live")
  }

  private static let mistakes: [(mistake: @Sendable () -> Void, report: String)] = [
    ({ _ = Depot.shared.promise() }, "promised, but not registered: promise (RegistryTests/Fail"),
    ({ _ = Depot.shared.numbered(7) }, "promised, but not registered: numbered (RegistryTests/F"),
    ({ _ = Depot.shared.offActor() }, "offActor (RegistryTests/FailingTestTests.swift:"),
    ({ _ = Ring.shared.perhaps() }, "circular dependency: perhaps → needy → perhaps\n"),
    ({ _ = Ring.shared.kept() }, "circular dependency: kept → kept\n"),
    (
      { FactoryContext.withContext { _ = Depot.shared.promise() } },
      "promised, but not registered: promise"
    ),
    (
      { FactoryContext.withContext { _ = sealed().register { Object("after") } } },
      "offActor (RegistryTests/FailingTestTests.swift:"
    ),
    (
      {
        withDependencies {
          $0.context = .live
        } operation: {
          _ = sealed().scope(.cached)
        }
      },
      "was overridden after its container was sealed"
    ),
    (
      {
        IssueReporter.$current.withValue(IssueReporter(module: "RegistryTests") { _ in }) {
          _ = sealed().register(function: "start()", fileID: "Shop/Late.swift") { Object("late") }
        }
      },
      "overridden in start() of Shop/Late.swift\n  sealed at Shop/Start.swift:12"
    ),
  ]

  private static func sealed() -> Factory<Object> {
    let depot = Depot()
    depot.seal(fileID: "Shop/Start.swift", line: 12)
    return depot.offActor
  }

  @Test(arguments: mistakes.indices)
  func `a mistake that leaves no value ends the process of a test, too, with its report`(
    _ index: Int
  ) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [index] in
      Self.mistakes[index].mistake()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains(Self.mistakes[index].report))
  }

  @MainActor @Test func `a test may override what a program has sealed`() {
    let depot = Depot()
    depot.seal(fileID: "Shop/Start.swift", line: 12)
    depot.offActor.register { Object("mock") }
    #expect(depot.offActor().name == "mock")
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
