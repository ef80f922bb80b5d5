import Registry
import RegistryTesting
import Synchronization
import Testing

// The blocks of the article "Start and end".

final class Journal: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func note(_ line: String) {
    lines.withLock { $0.append(line) }
  }
}

struct Connection: Sendable {
  let journal: Journal

  func close() {
    journal.note("connection closed")
  }
}

struct Pool: Sendable {
  let connection: Connection

  func drain() async {
    await Task.yield()
    connection.journal.note("pool drained")
  }
}

extension Container {
  var connection: Factory<Connection> {
    self { Connection(journal: self.journal()) }.singleton.onRelease { $0.close() }
  }
  var pool: Factory<Pool> {
    self { Pool(connection: self.connection()) }.cached.onRelease { await $0.drain() }
  }
}

extension Container {
  var journal: Factory<Journal> { self { Journal() }.cached }
}

protocol Command: Sendable {
  var name: String { get }
}

struct ListCommand: Command {
  let name = "list"
}

struct HelpCommand: Command {
  let name = "help"
}

extension Container {
  var commands: Contributions<any Command> { contributions { [HelpCommand()] } }
}

final class Plant: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = Plant()
  let manager = ContainerManager()

  var boiler: ThrowingFactory<String> { self { throw NoWater() } }
  var turbine: AsyncFactory<String> { self { "turbine of " + (try self.boiler()) } }
  var operatorName: Factory<String?> { promised() }

  func autoRegister() {}
  var essentials: [any ValidatableFactory] { [boiler, turbine, operatorName] }
}

struct NoWater: Error, CustomStringConvertible {
  let description = "no water"
}

@Suite(.container) struct LifetimeTests {
  @Test func `a shutdown closes what is open, the newest first`() async {
    let container = Container.shared
    let journal = container.journal()
    _ = container.pool()
    await container.shutdown()
    #expect(journal.all == ["pool drained", "connection closed"])
  }

  @Test func `a list has contributions`() {
    Container.shared.commands.contribute { ListCommand() }
    let names = Container.shared.commands().map(\.name)
    #expect(names == ["help", "list"])
  }

  @Test func `a validation tells every failure`() async {
    let failures = await Plant.shared.validate()
    for failure in failures { print(failure) }
    #expect(failures.count == 3)
    #expect(failures[0].description.hasPrefix("boiler (DocumentationTests/LifetimeTests.swift:"))
    #expect(failures[0].description.hasSuffix("): no water"))
    let some = await Plant.shared.validate(\.boiler, \.turbine)
    #expect(some.count == 2)
  }

  @Test func `an override after the seal ends the process`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      FactoryContext.current.isTest = false
      let container = Container.shared
      container.commands.contribute { ListCommand() }
      container.seal()
      container.commands.contribute { HelpCommand() }  // ends the process
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("was overridden after its container was sealed"))
  }

  @Test func `a graph tells who needs whom`() {
    let container = Container.shared
    container.manager.recordsGraph = true
    _ = container.pool()
    print(container.graph().mermaid)
    #expect(
      container.graph().mermaid == """
        flowchart TD
          n0["journal<br/>Journal"]
          n1["connection<br/>Connection"]
          n2["pool<br/>Pool"]
          n1 --> n0
          n2 --> n1

        """
    )
  }
}
