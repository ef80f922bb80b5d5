import Foundation
import Observation
import Registry
import RegistryTesting
import Testing

/// An object without a dependency of its own.
private final class Coordinator: Sendable {
  func reader() -> Greeter { withDependencies(from: self) { Greeter() } }
}

private struct Player: TestDependencyKey, Sendable {
  var name = "none"
  static let testValue = Player(name: "test")
}

private struct Recorder: TestDependencyKey, Sendable {
  var name = "none"
  static let testValue = Recorder(name: "test")
  static let previewValue = Recorder(name: "preview")
}

extension Recorder: DependencyKey {
  static let liveValue = Recorder(name: "live")
}

extension Container {
  fileprivate var place: Factory<String> {
    self { "original" }.onPreview { "preview" }.onTest { "test" }
  }
  fileprivate var kept: Factory<Object> { self { Object("kept") }.cached }
  fileprivate var depth: Factory<Int> { self { Scope.graph.depth } }
  fileprivate var deeper: Factory<Int> { self { self.depth() } }
}

/// What programs written for swift-dependencies use, by the names that they use.
@Suite(.container, .dependencies) struct SwiftDependenciesTests {
  @Test func `an object that its own operation caches is released with its last user`() {
    weak var released: Object?
    do {
      let object = withDependencies {
        $0.greeting = "other"
      } operation: {
        Container.shared.kept()
      }
      released = object
      #expect(released != nil)
    }
    #expect(released == nil)
  }

  @Test func `an object that withDependencies returned hands its values on`() {
    let coordinator = withDependencies {
      $0.greeting = "coordinated"
    } operation: {
      Coordinator()
    }
    #expect(coordinator.reader().greeting == "coordinated")
    #expect(Coordinator().reader().greeting == "test")
  }

  @Test func `the values of many released objects are dropped`() {
    for number in 0..<200 {
      let coordinator = withDependencies {
        $0.greeting = "\(number)"
      } operation: {
        Coordinator()
      }
      #expect(coordinator.reader().greeting == "\(number)")
    }
    #expect(Coordinator().reader().greeting == "test")
  }

  @Test func `a context is chosen for values and factories`() {
    let greeter = Greeter()
    #expect(DependencyValues.current.context == .test)
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(greeter.greeting == "preview")
      #expect(Container.shared.place() == "preview")
      #expect(FactoryContext.current.isPreview && !FactoryContext.current.isTest)
    }
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(greeter.greeting == "live")
      #expect(Container.shared.place() == "original")
      #expect(DependencyValues.current.payment.name == "live")
      withDependencies {
        $0.context = .test
      } operation: {
        #expect(greeter.greeting == "test")
      }
    }
    #expect(greeter.greeting == "test" && Container.shared.place() == "test")
    let live = withDependencies {
      $0.context = .live
    } operation: {
      Greeter()
    }
    #expect(live.greeting == "live")
  }

  @Test func `new values drop the overrides around an operation`() {
    withDependencies {
      $0.greeting = "outer"
    } operation: {
      withDependencies {
        $0 = DependencyValues()
        $0.farewell = "inner"
      } operation: {
        #expect(DependencyValues.current.greeting == "test")
        #expect(DependencyValues.current.farewell == "inner")
      }
    }
  }

  @Test func `many overrides of one key keep the latest of each`() {
    var values = DependencyValues()
    values.farewell = "kept"
    for number in 0..<1000 { values.greeting = "\(number)" }
    #expect(values.greeting == "999" && values.farewell == "kept")
  }

  @Test func `a key of an interface module has its live value from another`() {
    #expect(DependencyValues.current[Recorder.self].name == "test")
    #expect(FactoryContext.withContext { DependencyValues.current[Recorder.self].name } == "live")
    let preview = FactoryContext.withContext(.preview) { DependencyValues.current[Recorder.self] }
    #expect(preview.name == "preview")
    #expect(DependencyValues.current[Player.self].name == "test")
  }

  @Test func `a live program is told of a key without a live value`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      FactoryContext.current.isTest = false
      precondition(DependencyValues.current[Player.self].name == "test")
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Registry: Player has no live value"))
  }

  @Test func `the clock is set`() {
    withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 7)
      $0.uuid = .constant(UUID(255))
    } operation: {
      #expect(DependencyValues.current.date.now == Date(timeIntervalSince1970: 7))
      #expect(DependencyValues.current.date() == Date(timeIntervalSince1970: 7))
      #expect("\(DependencyValues.current.uuid())" == "00000000-0000-0000-0000-0000000000FF")
    }
  }

  @Test(.dependency(\.greeting, "trait"), .dependency(\.date.now, Date(timeIntervalSince1970: 1)))
  func `traits set one value each`() {
    #expect(Greeter().greeting == "trait")
    #expect(DependencyValues.current.date() == Date(timeIntervalSince1970: 1))
  }

  @Test(.dependency(Recorder(name: "trait")))
  func `a trait sets a key that is its own value`() {
    #expect(DependencyValues.current[Recorder.self].name == "trait")
  }

  @Test func `region, clocks and calendar do not depend on the machine`() async throws {
    let values = DependencyValues.current
    #expect(values.calendar.identifier == .gregorian && values.calendar.timeZone == .gmt)
    #expect(values.preferredLocales == [Locale(identifier: "en_US_POSIX")])
    try await values.suspendingClock.sleep(for: .seconds(1000))
  }

  @Test func `fire and forget is waited for in tests`() async {
    let count = Counter()
    await DependencyValues.current.fireAndForget {
      await Task.yield()
      count.increment()
    }
    #expect(count.count == 1)
  }

  @Test func `a failing assertion fails the test`() {
    @Dependency(\.assert) var assert
    assert(1 + 1 == 2)
    withKnownIssue {
      assert(1 + 1 == 3, "arithmetic")
    } matching: {
      $0.comments.contains { $0.rawValue.hasSuffix("an assertion failed: arithmetic") }
    }
  }
}

/// What programs written for FactoryKit use, by the names that they use.
@Suite(.container) struct FactoryKitTests {
  @Test func `a reset of the singleton scope in a container removes nothing`() {
    let single = Container.shared.depthObject()
    Container.shared.manager.reset(scope: .singleton)
    #expect(Container.shared.depthObject() === single)
    Scope.singleton.reset()
    #expect(Container.shared.depthObject() !== single)
  }

  @Test func `the depth is that of the resolution in progress`() {
    #expect(Scope.graph.depth == 0)
    #expect(Container.shared.depth() == 1)
    #expect(Container.shared.deeper() == 2)
  }

  @Test func `each of the arguments that are set counts, but for the program's name`() async {
    await #expect(processExitsWith: .success) {
      let container = Container()
      container.place.onArg("mock") { "argument" }
      FactoryContext.current.arguments = ["mock"]
      guard container.place() == "argument" else { exit(1) }
      let name = CommandLine.arguments[0]
      container.place.onArg(name) { "the program" }
      FactoryContext.current.arguments = [name]
      guard container.place() != "the program" else { exit(2) }
    }
  }

  @Test func `arguments and contexts are saved and brought back`() async {
    await #expect(processExitsWith: .success) {
      let saved = FactoryContext.current
      FactoryContext.current.arguments.append("documented")
      FactoryContext.current.runtimeArguments["key"] = "given"
      FactoryContext.current.isPreview = true
      let container = Container()
      container.place.onArg("documented") { "argument" }
      precondition(container.place() == "argument")
      precondition(FactoryContext.current.runtimeArguments == ["key": "given"])
      FactoryContext.current = saved
      precondition(container.place() == "test")
      precondition(FactoryContext.current.runtimeArguments.isEmpty)
    }
  }

  @Test func `contexts are cases`() {
    guard case .arg(let name) = FactoryContextType.arg("name") else {
      Issue.record("no case"); return
    }
    #expect(name == "name")
    #expect(FactoryContextType.args(["a"]) != .arg("a"))
  }

  @Test func `an injected container is reset`() {
    @InjectedContainer var container
    container.depthObject.register { Object("mock") }
    $container.reset()
    #expect(container.depthObject().name == "object")
  }

  @Test func `an injected type looks into any container`() {
    Container.shared.register(Object.self) { Object("typed") }
    let container: any ManagedContainer = Container.shared
    #expect(InjectedType<Object>(container).wrappedValue?.name == "typed")
  }

  @Test func `a model is given instead of a factory`() {
    let form = GivenForm()
    let wrapper = InjectedObservable(form)
    #expect(wrapper.wrappedValue === form && wrapper.wrappedValue === form)
  }

  @Test func `a model with an initialiser of its own is made by a closure`() {
    let state = DependencyState { GivenForm() }
    #expect(state.wrappedValue === state.wrappedValue)
  }

  @Test func `a model that nobody makes ends the process with its place`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @DependencyState var form: GivenForm
      _ = form
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("no closure makes the GivenForm of the property at RegistryTests/"))
  }
}

@Observable
private final class GivenForm {}

extension Container {
  fileprivate var depthObject: Factory<Object> { self { Object() }.singleton }
}
