#if canImport(XCTest)
public import Registry
public import XCTest

/// A test case of XCTest whose tests each have a `Container.shared`, singletons and context values of their own.
///
/// `setUp`, the test and `tearDown` share them. A mistake in the wiring, or a live value that a test reaches, fails the
/// test. Override `prepare(_:)` to register what all tests of the class need.
open class ContainerTestCase: XCTestCase {
  /// Registers what each test needs; does nothing by default.
  open func prepare(_ container: Container) {}

  /// Runs one test with its own container.
  override open func invokeTest() {
    let module = String(reflecting: Self.self).prefix { $0 != "." }
    withTestDependencies(reporter: IssueReporter(module: String(module)) { $0.fail() }) {
      Scope.$singleton.withValue(Scope.singleton.clone()) {
        let container = Container()
        withContainer(Container.$shared, container) {
          prepare(container)
          super.invokeTest()
        }
      }
    }
  }
}

extension DependencyIssue {
  /// Fails the test case that runs, whichever thread the mistake is on; between cases it fails the whole run.
  func fail() {
    let text = "\(message)\n  at \(fileID):\(line)"
    #if canImport(Darwin)
    XCTFail(text)
    #else
    // XCTest drops a failure in silence if no case runs. It asks for the message only if one does.
    var isRecorded = false
    func recorded() -> String {
      isRecorded = true
      return text
    }
    XCTAssertTrue(false, recorded())
    if isRecorded { return }
    print("error: no test case runs : \(text)")
    failsRun
    #endif
  }
}

#if !canImport(Darwin)
/// Lets the process end with a failure, whatever XCTest has counted.
private let failsRun: Void = {
  atexit {
    print("error: a mistake of no test case is printed above, so the run fails")
    fflush(nil)
    _exit(EXIT_FAILURE)
  }
}()
#endif
#endif
