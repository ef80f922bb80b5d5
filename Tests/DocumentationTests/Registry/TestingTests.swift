import Foundation
import Registry
import RegistryTesting
import Synchronization
import Testing
import XCTest

// The blocks of the article "Testing".

protocol Exchange: Sendable {
  func rate(of currency: String) -> Double
}

struct LiveExchange: Exchange {
  func rate(of currency: String) -> Double { 1.08 }
}

struct FixedExchange: Exchange {
  var rate = 2.0
  func rate(of currency: String) -> Double { rate }
}

extension Container {
  var exchange: Factory<any Exchange> { self { LiveExchange() }.cached }
}

final class Till: Sendable {
  private let exchange: any Exchange

  init(exchange: any Exchange = Container.shared.exchange()) {
    self.exchange = exchange
  }

  func total(_ amount: Double) -> Double { amount * exchange.rate(of: "USD") }
}

@Test(.container) func `a till converts`() {
  Container.shared.exchange.register { FixedExchange() }
  #expect(Till().total(10) == 20)
}

@Test(.container { $0.exchange.register { FixedExchange(rate: 3) } }, arguments: [1.0, 10.0])
func `a till converts every amount`(_ amount: Double) {
  #expect(Till().total(amount) == amount * 3)
}

@Suite(.container { $0.exchange.register { FixedExchange() } })
struct TillTests {
  @Test func `nothing stays nothing`() {
    #expect(Till().total(0) == 0)
  }
}

final class Backstage: SharedContainer {
  @TaskLocal static var shared = Backstage()
  let manager = ContainerManager()

  var key: Factory<String> { self { "live key" } }
}

extension Trait where Self == ContainerTrait<Backstage> {
  static var backstage: Self {
    ContainerTrait(shared: Backstage.$shared, container: Backstage())
  }
}

@Test(.backstage { $0.key.register { "test key" } })
func `a container of another type`() {
  #expect(Backstage.shared.key() == "test key")
}

@Suite(.container) struct TestingTests {
  @Test func `an operation overrides`() {
    let total = withDependencies {
      $0.exchange = FixedExchange(rate: 4)
    } operation: {
      Till().total(10)
    }
    #expect(total == 40)
    #expect(Till().total(10) == 10.8)
  }

  @Test func `a factory of another container is overridden`() {
    withDependencies {
      $0[\Backstage.key] = "one key"
    } operation: {
      #expect(Backstage.shared.key() == "one key")
    }
  }

  @Test func `what is passed needs no container`() {
    #expect(Till(exchange: FixedExchange(rate: 5)).total(1) == 5)
  }

  @Test func `overrides are carried to a thread`() async {
    Container.shared.exchange.register { FixedExchange() }
    let total = await withCheckedContinuation { resume in
      withEscapedDependencies { continuation in
        Thread.detachNewThread {
          continuation.yield { resume.resume(returning: Till().total(10)) }
        }
      }
    }
    #expect(total == 20)
  }

  @Test func `a container is bound`() {
    let container = Backstage()
    container.key.register { "bound" }
    withContainer(Backstage.$shared, container) {
      #expect(Backstage.shared.key() == "bound")
    }
  }

  @Test func `a state is saved`() {
    Container.shared.manager.push()
    Container.shared.exchange.register { FixedExchange() }
    Container.shared.manager.pop()
    #expect(Till().total(10) == 10.8)
  }

  @Test func `a cycle is looked for`() async {
    // The thread that meets the cycle sleeps for ever: in a process of its own, not in that of all tests.
    await #expect(processExitsWith: .success) {
      await withKnownIssue {
        let errors = await Workshop().validate()
        #expect(errors.isEmpty)
      } matching: { issue in
        "\(issue)".contains("circular dependency: saw → bench → saw")
      }
    }
  }

  @Test func `a trace tells what was resolved`() {
    let lines = Mutex<[String]>([])
    Container.shared.manager.logger = { line in lines.withLock { $0.append(line) } }
    Container.shared.manager.trace = true
    Container.shared.exchange.register { FixedExchange() }
    _ = (Till(), Till())
    #expect(
      lines.withLock { $0 } == ["0: exchange = R:FixedExchange", "0: exchange = C:FixedExchange"]
    )
  }
}

final class Workshop: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = Workshop()
  let manager = ContainerManager()

  var saw: Factory<String> { self { "saw of " + self.bench() } }
  var bench: Factory<String> { self { "bench with " + self.saw() } }

  func autoRegister() {}
  var essentials: [any ValidatableFactory] { [saw] }
}

final class TillTestCase: ContainerTestCase {
  override func prepare(_ container: Container) {
    container.exchange.register { FixedExchange() }
  }

  func testConverts() {
    XCTAssertEqual(Till().total(10), 20)
  }
}
