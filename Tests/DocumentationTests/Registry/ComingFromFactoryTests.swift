import Registry
import RegistryTesting
import Synchronization
import Testing

// The blocks of the article "Coming from Factory".

protocol Speaker: Sendable {
  var word: String { get }
}

struct Human: Speaker {
  let word = "hello"
}

struct Parrot: Speaker {
  let word = "again"
}

extension Container {
  var speaker: Factory<any Speaker> {
    self { Human() }.onTest { Parrot() }.cached
  }
}

final class Stage {
  @Injected(\.speaker) private var speaker

  func open() -> String { speaker.word }
}

final class Theatre: SharedContainer {
  @TaskLocal static var shared = Theatre()
  let manager = ContainerManager()
  var speaker: Factory<any Speaker> { self { Human() }.singleton }
}

final class Cinema: SharedContainer {
  @TaskLocal static var shared = Cinema()
  let manager = ContainerManager()
  var speaker: Factory<any Speaker> { self { Parrot() }.singleton }
}

final class Street: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = Street()
  let manager = ContainerManager()
  var speaker: Factory<any Speaker> { self { Human() } }

  func autoRegister() {
    speaker.register { Human() }.onTest { Parrot() }
  }
}

@Suite(.container) struct ComingFromFactoryTests {
  @Test func `an override wins over the definition`() {
    #expect(Stage().open() == "again")
    Container.shared.speaker.register { Human() }
    #expect(Stage().open() == "hello")
  }

  @Test func `a registration at the start has its own context`() {
    #expect(Street().speaker().word == "again")
  }

  @Test func `a trace says where a value comes from`() {
    let lines = Mutex<[String]>([])
    Container.shared.manager.trace = true
    Container.shared.manager.logger = { line in lines.withLock { $0.append(line) } }
    _ = Container.shared.speaker()
    Container.shared.speaker.register { Human() }
    _ = (Container.shared.speaker(), Container.shared.speaker())
    #expect(
      lines.withLock { $0 } == [
        "0: speaker = O:Parrot", "0: speaker = R:Human", "0: speaker = C:Human",
      ]
    )
  }

  @Test func `two containers have two singletons`() {
    #expect(Theatre.shared.speaker().word == "hello")
    #expect(Cinema.shared.speaker().word == "again")
  }
}
