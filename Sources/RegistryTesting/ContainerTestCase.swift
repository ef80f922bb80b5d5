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
#endif
