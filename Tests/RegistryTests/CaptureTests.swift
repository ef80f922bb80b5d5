import Registry
import RegistryTesting
import Testing

private protocol Gauge { var reading: Int { get } }

/// Not `Sendable`, as most mocks that record calls are.
private final class MockGauge: Gauge {
  var calls = 0
  var reading: Int {
    calls += 1
    return calls
  }
}

private final class LiveGauge: Gauge { var reading: Int { -1 } }

extension Container {
  fileprivate var gauge: Factory<any Gauge> { self { LiveGauge() } }
  fileprivate var scaled: ParameterFactory<Int, any Gauge> { self { _ in LiveGauge() } }
  fileprivate var fragile: ThrowingFactory<any Gauge> { self { LiveGauge() } }
  fileprivate var count: AsyncFactory<Int> { self { 0 } }
}

/// What is not `Sendable` may be captured where a test overrides.
@Suite(.container) struct CaptureTests {
  private let mock = MockGauge()

  @Test func `a mock that the test made is registered by capture`() throws {
    let mock = MockGauge()
    Container.shared.gauge.register { mock }
    Container.shared.scaled.register { factor in
      mock.calls += factor
      return mock
    }
    Container.shared.fragile.register { [mock] in mock }
    #expect(Container.shared.gauge().reading == 1)
    #expect(Container.shared.scaled(10).reading == 12)
    #expect(try Container.shared.fragile().reading == 13)
    #expect(mock.calls == 13)
  }

  @Test func `a property of the test is, too`() {
    Container.shared.gauge.register { self.mock }
    #expect(Container.shared.gauge().reading == 1)
    Container.shared.gauge { mock }
    #expect(Container.shared.gauge().reading == 2)
  }

  @Test func `a closure is passed on`() {
    func use(_ make: @escaping () -> any Gauge) {
      Container.shared.gauge.register(factory: make)
    }
    let mock = MockGauge()
    use { mock }
    #expect(Container.shared.gauge().reading == 1)
  }

  @Test func `contexts and decorators capture`() {
    let mock = MockGauge()
    var seen: [Int] = []
    Container.shared.gauge.onTest { mock }.decorator { seen.append($0.reading) }
    _ = Container.shared.gauge()
    Container.shared.gauge.reset().context(.arg("x"), .test) { mock }
    Container.shared.decorator { _ in seen.append(-1) }
    _ = Container.shared.gauge()
    #expect(seen == [1, -1])
  }

  @Test func `trace lines go to a list of the test`() {
    var lines: [String] = []
    Container.shared.manager.logger = { lines.append($0) }
    Container.shared.manager.trace = true
    Container.shared.gauge.onTest { MockGauge() }
    _ = Container.shared.gauge()
    Container.shared.gauge.reset().register { MockGauge() }
    _ = Container.shared.gauge()
    Container.shared.gauge.reset()
    _ = Container.shared.gauge()
    #expect(
      lines == ["0: gauge = O:MockGauge", "0: gauge = R:MockGauge", "0: gauge = F:LiveGauge"]
    )
  }

  @Test func `several overrides capture within one transform`() async {
    let mock = MockGauge()
    Container.shared { $0.gauge.register { mock } }
    await Container.shared {
      await Task.yield()
      $0.gauge.register { mock }
    }
    Container.shared.with { $0.gauge.register { mock } }.gauge.register { mock }
    #expect(Container.shared.gauge().reading == 1)
  }
}

@Suite(.container) struct ActorCaptureTests {
  @Test @MainActor func `a closure that is written on an actor belongs to it`() async throws {
    let mock = MockGauge()
    Container.shared.gauge.register { mock }
    #expect(Container.shared.gauge().reading == 1)
    var count = 6
    Container.shared.count.register {
      count += 1
      return count
    }
    #expect(try await Container.shared.count() == 7)
    #expect(try await Self.onPool() == 8)
  }

  @concurrent
  private static func onPool() async throws -> Int { try await Container.shared.count() }
}
