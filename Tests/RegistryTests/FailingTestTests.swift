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
}

extension Container {
  fileprivate var ledger: Factory<Object> { self { Object("live") }.cached }
  fileprivate var account: Factory<Object> { self { Object("live") }.singleton }
}

/// XCTest's cases, each with a container of its own.
final class ContainerTestCaseTests: ContainerTestCase {
  /// The failures that this test expects, instead of failing.
  private var expected: [String]?

  override func prepare(_ container: Container) {
    container.ledger.register { Object("prepared") }
  }

  #if !canImport(Darwin)
  override func recordFailure(
    withDescription description: String,
    inFile filePath: String,
    atLine lineNumber: Int,
    expected isExpected: Bool
  ) {
    if expected != nil { return expected?.append(description) ?? () }
    super.recordFailure(
      withDescription: description,
      inFile: filePath,
      atLine: lineNumber,
      expected: isExpected
    )
  }

  /// Each mistake fails this test, and the process goes on.
  func testMistakesFailTheTest() {
    expected = []
    XCTAssertNil(Depot.shared.promise())
    XCTAssertEqual(Depot.shared[keyPath: \.promise]()?.name, nil)
    XCTAssertEqual(DependencyValues.current[RemoteKey.self], "live")
    let failures = expected ?? []
    expected = nil
    XCTAssertEqual(failures.count, 3)
    XCTAssertTrue(failures.contains { $0.contains("promised, but not registered: promise") })
    XCTAssertTrue(failures.contains { $0.contains("has no value for tests") })
  }
  #endif

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

/// XCTest's cases without isolation.
final class PlainTestCaseTests: XCTestCase {
  #if !canImport(Darwin)
  private var expected: [String]?

  override func recordFailure(
    withDescription description: String,
    inFile filePath: String,
    atLine lineNumber: Int,
    expected isExpected: Bool
  ) {
    if expected != nil { return expected?.append(description) ?? () }
    super.recordFailure(
      withDescription: description,
      inFile: filePath,
      atLine: lineNumber,
      expected: isExpected
    )
  }

  func testMistakesFailTheTest() {
    expected = []
    XCTAssertNil(Depot.shared.promise())
    XCTAssertEqual(DependencyValues.current[RemoteKey.self], "live")
    let failures = expected ?? []
    expected = nil
    XCTAssertEqual(failures.count, 2)
  }
  #endif
}
