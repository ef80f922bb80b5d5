import Registry
import RegistryTesting
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

extension Container {
  static let speakers: [any KeyPath<Container, Factory<any Speaker>> & Sendable] = [
    \.speaker, \.understudy,
  ]
  var understudy: Factory<any Speaker> { self { Human() } }
}

@Suite(.container) struct ComingFromFactoryTests {
  @Test func `an override wins over the definition`() {
    #expect(Stage().open() == "again")
    Container.shared.speaker.register { Human() }
    #expect(Stage().open() == "hello")
  }

  @Test func `two containers have two singletons`() {
    #expect(Theatre.shared.speaker().word == "hello")
    #expect(Cinema.shared.speaker().word == "again")
    #expect(Container.speakers.map { Container.shared[keyPath: $0]().word } == ["again", "hello"])
  }
}
