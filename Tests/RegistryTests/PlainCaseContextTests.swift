import Foundation
import Registry
import RegistryTesting
import Testing
import XCTest

#if !canImport(Darwin)
/// Cases without a base class of RegistryTesting, in a process that `PlainCaseContextTests` starts.
final class ContextCases: XCTestCase {
  override func invokeTest() {
    if casesAreWanted { super.invokeTest() }
  }

  func test1ChoosesTheContext() {
    prepareDependencies { $0.context = .live }
  }

  func test2IsStillATest() {
    XCTAssertEqual(DependencyValues.current.context, .test)
    XCTAssertEqual(DependencyValues.current.greeting, "test")
  }
}

@Suite struct PlainCaseContextTests {
  @Test func `a plain case that prepares a context fails, the next is a test still`() throws {
    let (output, status) = try runCases(["RegistryTests.ContextCases"])
    #expect(status == 1)
    #expect(output.contains("prepareDependencies cannot choose the context of a test."))
    #expect(output.contains("Executed 2 tests, with 1 failure"))
    #expect(output.contains("'ContextCases.test2IsStillATest' passed"))
  }
}
#endif
