import Foundation
import Registry
import RegistryTesting
import Testing
import XCTest

#if !canImport(Darwin)
private enum FarKey: DependencyKey {
  static let liveValue = "live"
}

/// Cases of XCTest that fail, in a process that `FailingCasesTests` starts; elsewhere they do nothing.
final class FailingPlainCases: XCTestCase {
  override func invokeTest() {
    if casesAreWanted { super.invokeTest() }
  }

  func testLiveValue() {
    XCTAssertEqual(DependencyValues.current[FarKey.self], "live")
  }

  func testThread() {
    XCTAssertEqual(onThread { DependencyValues.current[FarKey.self] }, "live")
  }

  func testThatPasses() {}
}

final class FailingContainerCases: ContainerTestCase {
  override func invokeTest() {
    if casesAreWanted { super.invokeTest() }
  }

  func testLiveValue() {
    XCTAssertEqual(DependencyValues.current[FarKey.self], "live")
  }

  func testThatPasses() {}
}

final class LateMistakeCases: XCTestCase {
  override static func tearDown() {
    if casesAreWanted { onThread { _ = DependencyValues.current[FarKey.self] } }
  }

  func testThatPasses() {}
}

/// What XCTest says of these cases.
@Suite struct FailingCasesTests {
  /// Runs the cases of a class of XCTest.
  private func run(_ cases: String) throws -> (output: String, status: Int32) {
    try runCases(["RegistryTests.\(cases)"])
  }

  @Test func `each mistake fails its case, and the process goes on`() throws {
    let (output, status) = try run("FailingPlainCases")
    #expect(status == 1)
    for name in ["testLiveValue", "testThread"] {
      let failures = output.split(separator: "\n").filter {
        $0.contains("error: FailingPlainCases.\(name) : ")
      }
      #expect(failures.count == 1, "\(name)")
      #expect(failures.allSatisfy { $0.contains("(FarKey) has no value for tests") }, "\(name)")
    }
    #expect(output.contains("'FailingPlainCases.testThatPasses' passed"))
    #expect(output.contains("Executed 3 tests, with 2 failures"))
  }

  @Test func `each mistake fails its case with a container of its own`() throws {
    let (output, status) = try run("FailingContainerCases")
    #expect(status == 1)
    #expect(output.contains("Executed 2 tests, with 1 failure"))
    #expect(output.contains("'FailingContainerCases.testThatPasses' passed"))
  }

  @Test func `a mistake between cases is printed, and the run fails at its end`() throws {
    let (output, status) = try run("LateMistakeCases")
    #expect(status == 1)
    #expect(output.contains("Executed 1 test, with 0 failures"))
    let printed = try #require(output.range(of: "(FarKey) has no value for tests"))
    let end = try #require(output.range(of: "so the run fails"))
    #expect(printed.lowerBound < end.lowerBound)
  }
}
#endif
