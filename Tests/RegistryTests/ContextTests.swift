import Foundation
import RegistryTesting
import Testing

@testable import Registry

extension Container {
  fileprivate var plain: Factory<String> { self { "original" } }
  fileprivate var defined: Factory<String> {
    self { "original" }.onPreview { "preview" }.onTest { "test" }
  }
  fileprivate var once: Factory<String> { self { "original" }.onTest { "test" }.once() }
  fileprivate var single: Factory<Object> {
    self { Object("live") }.onPreview { Object("preview") }.onTest { Object("test") }.singleton
  }
  fileprivate var user: ParameterFactory<Int, String> {
    self { "user \($0)" }.onTest { "test \($0)" }
  }
  fileprivate var argument: Factory<String> {
    self { "original" }.onArg("dark-registry-test") { "dark" }
      .onArgs(["light-registry-test", "pale-registry-test"]) { "light" }
  }
}

@Suite(.container) struct ContextTests {
  let container = Container()

  @Test func `a test is in the test context`() {
    #expect(FactoryContext.current.isTest)
    #expect(!FactoryContext.current.isPreview)
    #expect(container.defined() == "test")
    #expect(container.user(1) == "test 1")
  }

  @Test(arguments: [
    ("/x/.build/debug/itemsPackageTests.xctest", true),
    ("/usr/libexec/swift/pm/swiftpm-testing-helper", true),
    ("/Applications/Xcode.app/Contents/Developer/usr/bin/xctest", true),
    ("/x/.build/debug/itemsctl", false),
    ("xctestless", false),
    ("", false),
  ])
  func `a test process is known by its program`(_ program: String, _ isTest: Bool) {
    #expect(FactoryContext.Flags.isTestProcess([program, "--testing-library"]) == isTest)
  }

  /// In order of precedence; each is set together with all that follow.
  @Test(arguments: 0..<6)
  func `the first context in the order of precedence counts`(_ first: Int) {
    let all: [FactoryContextType] = [.arg("winner"), .preview, .test, .simulator, .device, .debug]
    for (index, context) in all.enumerated().dropFirst(first).reversed() {
      container.plain.context(context) { "\(index)" }
    }
    container.plain.register { "registered" }
    let overlay = ContextOverlay(
      flags: [.preview, .test, .simulator, .device, .debug],
      arguments: ["winner"]
    )
    Step.$current.withValue(Step(.none, overlay)) {
      #expect(container.plain() == "\(first)")
    }
  }

  @Test func `what is registered comes after the contexts and before the original`() {
    container.plain.register { "registered" }
    #expect(container.plain() == "registered")
    container.plain.onTest { "test" }
    #expect(container.plain() == "test")
    FactoryContext.withContext { #expect(container.plain() == "registered") }
    container.plain.reset()
    #expect(container.plain() == "original")
  }

  @Test func `an override wins over every context of the definition`() {
    container.defined.register { "mock" }
    #expect(container.defined() == "mock")
    FactoryContext.withContext(.preview) { #expect(container.defined() == "mock") }
    container.defined.reset()
    container.defined.onTest { "other" }
    #expect(container.defined() == "other")
    FactoryContext.withContext(.preview) { #expect(container.defined() == "preview") }
  }

  @Test func `a context override clears the cached value`() {
    #expect(container.single().name == "test")
    container.single.onTest { Object("other") }
    #expect(container.single().name == "other")
  }

  @Test func `resetting contexts drops those of a definition that ends in once`() {
    container.defined.onTest { "other" }
    container.defined.reset(.context)
    #expect(container.defined() == "test")
    #expect(container.once() == "test")
    container.once.reset(.context)
    #expect(container.once() == "original")
    container.once.reset()
    #expect(container.once() == "test")
  }

  @Test func `a task has a context of its own, and caches of its own for it`() async {
    let inTest = container.single()
    let inPreview = FactoryContext.withContext(.preview) {
      #expect(FactoryContext.current.isPreview)
      #expect(!FactoryContext.current.isTest)
      return container.single()
    }
    #expect(inPreview.name == "preview")
    #expect(container.single() === inTest)
    let live = await FactoryContext.withContext {
      await Task { [container] in container.single().name }.value
    }
    #expect(live == "live")
    FactoryContext.withContext(.preview) {
      #expect(container.single() === inPreview)
      container.single.register { Object("mock") }
      #expect(container.single().name == "mock")
    }
    #expect(container.single().name == "mock")
  }

  @Test func `the innermost context decides, however it was chosen`() async {
    await withDependencies {
      $0.context = .live
    } operation: {
      #expect(DependencyValues.current.context == .live)
      FactoryContext.withContext(.preview) {
        #expect(FactoryContext.current.isPreview)
        #expect(DependencyValues.current.context == .preview)
        withDependencies {
          $0.context = .test
        } operation: {
          #expect(FactoryContext.current.isTest)
          #expect(DependencyValues.current.context == .test)
          FactoryContext.withContext { #expect(DependencyValues.current.context == .live) }
        }
      }
      await FactoryContext.withContext(.test) {
        await Task.yield()
        #expect(DependencyValues.current.context == .test)
      }
    }
  }

  @Test func `an error leaves the task's context`() {
    #expect(throws: CancellationError.self) {
      try FactoryContext.withContext(.preview) { throw CancellationError() }
    }
    #expect(!FactoryContext.current.isPreview)
  }

  @Test func `arguments are set and removed while the program runs`() {
    #expect(container.argument() == "original")
    FactoryContext.setArg("dark-registry-test", forKey: "registry theme")
    #expect(container.argument() == "dark")
    #expect(FactoryContext.current.runtimeArguments["registry theme"] == "dark-registry-test")
    FactoryContext.setArg("pale-registry-test", forKey: "registry theme")
    #expect(container.argument() == "light")
    FactoryContext.removeArg(forKey: "registry theme")
    #expect(container.argument() == "original")
    FactoryContext.withContext(.arg("light-registry-test"), .test) {
      #expect(container.argument() == "light")
    }
  }

  /// In a process of its own, since the others test in the contexts of this one.
  @Test func `contexts change for the process while others read`() async {
    await #expect(processExitsWith: .success) {
      _ = onThreads(4) { index in
        for round in 0..<200 {
          if index == 0 {
            FactoryContext.current.isTest = round.isMultiple(of: 2)
            FactoryContext.setArg("\(round)", forKey: "race")
          } else {
            _ = Container().defined()
            _ = Container().argument()
          }
        }
      }
      #expect(!FactoryContext.current.isTest)
      #expect(Container().defined() == "original")
      FactoryContext.current.isPreview = true
      #expect(Container().defined() == "preview")
    }
  }

  #if os(Linux) || os(macOS)
  @Test func `the preview context is set by Xcode's variable`() async {
    await #expect(processExitsWith: .success) {
      unsafe setenv("XCODE_RUNNING_FOR_PREVIEWS", "1", 1)
      exit(FactoryContext.current.isPreview ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
  #endif
}
