import Foundation
import Registry
import RegistryTesting
import Testing
import XCTest

#if !canImport(Darwin)
private final class Mill: SharedContainer {
  @TaskLocal static var shared = Mill()
  let manager = ContainerManager()
  var promise: Factory<Object?> { promised() }
  var offActor: Factory<Object> { self { @MainActor in Object("screen") } }
  var wheel: Factory<Object> { self { Object("wheel") } }
  var grain: Factory<Object> { self { Object(self.flour().name) }.cached }
  var flour: Factory<Object> { self { Object(self.bread()) }.singleton }
  var bread: Factory<String> { self { self.grain().name } }
}

private enum FarKey: DependencyKey {
  static let liveValue = "live"
}

/// Cases of XCTest that fail, in a process that `FailingCasesTests` starts; elsewhere they do nothing.
final class FailingPlainCases: XCTestCase {
  override func invokeTest() {
    if casesAreWanted { super.invokeTest() }
  }

  func testPromise() {
    XCTAssertNil(Mill.shared.promise())
    print("went on after the promise")
  }

  func testLiveValue() {
    XCTAssertEqual(DependencyValues.current[FarKey.self], "live")
  }

  func testActor() async {
    XCTAssertEqual(Mill.shared.offActor().name, "screen")
  }

  func testThread() {
    XCTAssertNil(onThread { Mill.shared.promise() })
  }

  func testSeal() {
    let mill = Mill()
    mill.seal(fileID: "Mill/Start.swift", line: 3)
    FactoryContext.withContext { _ = mill.wheel.register { Object("other") } }
    XCTAssertEqual(mill.wheel().name, "wheel")
    // The module of a case without the base class is not known.
    mill.wheel.register(function: "start()", fileID: "Mill/Start.swift") { Object("own") }
    XCTAssertEqual(mill.wheel().name, "own")
  }

  func testThatPasses() {}
}

final class FailingContainerCases: ContainerTestCase {
  override func invokeTest() {
    if casesAreWanted { super.invokeTest() }
  }

  func testPromise() {
    XCTAssertNil(Mill.shared.promise())
    XCTAssertEqual(DependencyValues.current[FarKey.self], "live")
  }

  func testSeal() {
    let mill = Mill()
    mill.seal(fileID: "Mill/Start.swift", line: 3)
    FactoryContext.withContext { _ = mill.wheel.register { Object("other") } }
    mill.wheel.register(function: "start()", fileID: "Mill/Start.swift") { Object("own") }
    XCTAssertEqual(mill.wheel().name, "wheel")
    mill.wheel.register { Object("mock") }
    XCTAssertEqual(mill.wheel().name, "mock")
  }

  func testThatPasses() {}
}

final class LateMistakeCases: XCTestCase {
  override static func tearDown() {
    if casesAreWanted { onThread { _ = Mill.shared.promise() } }
  }

  func testThatPasses() {}
}

/// Tests of Swift Testing, three of which meet a cycle of plain factories, in a process that `FailingCasesTests` starts.
@Suite(.enabled(if: casesAreWanted)) struct StoppedCases {
  @Test(.container) func `in the test`() {
    _ = Mill().grain()
    print("went on after the cycle")
  }

  @Test(.dependencies) func `in a child task`() async {
    async let bread = Mill().bread()
    print("went on after the cycle", await bread)
  }

  @Test(.container) func `in a group`() async {
    await withTaskGroup(of: Void.self) { group in
      for index in 1...10 {
        group.addTask { if index == 5 { _ = Mill().flour() } }
      }
    }
    print("went on after the cycle")
  }

  @Test(.container, arguments: 1...100) func others(_ number: Int) async {
    for _ in 0..<number { await Task.yield() }
    #expect(Mill.shared.wheel().name == "wheel")
  }

  @Test @MainActor func `without a trait`() {
    #expect(Mill.shared.wheel().name == "wheel")
  }
}

/// What XCTest and Swift Testing say of these cases.
@Suite struct FailingCasesTests {
  /// Runs the cases of a class of XCTest.
  private func run(_ cases: String) throws -> (output: String, status: Int32) {
    try runCases(["RegistryTests.\(cases)"])
  }

  @Test func `each mistake fails its case, and the process goes on`() throws {
    let (output, status) = try run("FailingPlainCases")
    #expect(status == 1)
    for (name, text) in [
      ("testPromise", "promised, but not registered: promise (RegistryTests/FailingCasesTests"),
      ("testLiveValue", "(FarKey) has no value for tests"),
      ("testActor", "offActor (RegistryTests/FailingCasesTests.swift:"),
      ("testThread", "promised, but not registered: promise"),
      ("testSeal", "wheel (RegistryTests/FailingCasesTests.swift:"),
    ] {
      let failures = output.split(separator: "\n").filter {
        $0.contains("error: FailingPlainCases.\(name) : ")
      }
      #expect(failures.count == 1, "\(name)")
      #expect(failures.allSatisfy { $0.contains(text) }, "\(name)")
    }
    #expect(output.contains("went on after the promise"))
    #expect(output.contains("'FailingPlainCases.testThatPasses' passed"))
    #expect(output.contains("Executed 6 tests, with 5 failures"))
    #expect(output.contains("sealed at Mill/Start.swift:3"))
    #expect(output.contains("overridden in testSeal() of RegistryTests/FailingCasesTests.swift"))
  }

  @Test func `each mistake fails its case with a container of its own`() throws {
    let (output, status) = try run("FailingContainerCases")
    #expect(status == 1)
    #expect(output.contains("Executed 3 tests, with 4 failures"))
    #expect(output.contains("overridden in testSeal() of RegistryTests/FailingCasesTests.swift"))
    #expect(output.contains("overridden in start() of Mill/Start.swift"))
    #expect(output.contains("'FailingContainerCases.testThatPasses' passed"))
  }

  @Test func `a cycle of plain factories fails its test, and all others run`() throws {
    let (output, status) = try runSuite("RegistryTests.StoppedCases")
    #expect(status == 1)
    let lines = output.split(separator: "\n")
    for (name, chain) in [
      ("in the test", "grain → flour → bread → grain"),
      ("in a child task", "bread → grain → flour → bread"),
      ("in a group", "flour → bread → grain → flour"),
    ] {
      let issues = lines.filter { $0.contains("\(name)") && $0.contains("recorded an issue") }
      #expect(issues.count == 1, "\(name)")
      #expect(output.contains("circular dependency: \(chain)"))
      #expect(lines.contains { $0.contains("\(name)") && $0.contains("failed after") })
    }
    #expect(lines.filter { $0.contains("recorded an issue") }.count == 3)
    #expect(lines.contains { $0.contains("others") && $0.contains("100 test cases passed") })
    #expect(lines.contains { $0.contains("without a trait") && $0.contains("passed") })
    #expect(lines.contains { $0.contains("Test run with 5 tests") && $0.contains("3 issues") })
    #expect(!output.contains("went on"))
  }

  @Test func `a mistake between cases is printed, and the run fails at its end`() throws {
    let (output, status) = try run("LateMistakeCases")
    #expect(status == 1)
    #expect(output.contains("Executed 1 test, with 0 failures"))
    let printed = try #require(output.range(of: "promised, but not registered: promise"))
    let end = try #require(output.range(of: "so the run fails"))
    #expect(printed.lowerBound < end.lowerBound)
  }
}
#endif
