import Registry
import RegistryTesting
import Testing

// The blocks of the article "Getting started".

protocol Mailer: Sendable {
  func send(_ text: String, to address: String) -> String
}

struct PostMailer: Mailer {
  func send(_ text: String, to address: String) -> String { "posted to \(address)" }
}

extension Container {
  var mailer: Factory<any Mailer> { self { PostMailer() } }
}

struct Newsletter: Sendable {
  let mailer: any Mailer
  let title: String
}

extension Container {
  var newsletter: Factory<Newsletter> {
    self { Newsletter(mailer: self.mailer(), title: "Weekly") }.cached
  }
}

struct Press {
  @Injected(\.mailer) private var mailer
  @LazyInjected(\.newsletter) private var newsletter

  func print(for address: String) -> String {
    mailer.send(newsletter.title, to: address)
  }
}

extension Container {
  var letter: ParameterFactory<String, Newsletter> {
    self { title in Newsletter(mailer: self.mailer(), title: title) }
  }
}

struct QuietMailer: Mailer {
  func send(_ text: String, to address: String) -> String { "nothing sent" }
}

extension Container {
  var archive: Factory<(any Archive)?> { promised() }
}

protocol Archive: Sendable {
  var count: Int { get }
}

struct Attic: Archive {
  let count = 3
}

final class Payments: SharedContainer {
  @TaskLocal static var shared = Payments()
  let manager = ContainerManager()

  var currency: Factory<String> { self { "EUR" } }
}

struct Invoice {
  @Injected(\Payments.currency) var currency: String
}

final class Shipping: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = Shipping()
  let manager = ContainerManager()

  var carrier: Factory<String> { self { "post" } }

  func autoRegister() {
    carrier.onArg("--by-courier") { "courier" }
  }
}

typealias Translate = @Sendable (String) async throws -> String

extension Container {
  var translate: Factory<Translate> {
    self { { text in text.uppercased() } }
  }
}

@Suite(.container) struct GettingStartedTests {
  @Test func `a factory is called`() {
    let container = Container.shared
    let mailer = container.mailer()
    let same = container.mailer.resolve()
    let again = dependency(\.mailer)
    for mailer in [mailer, same, again] { #expect(mailer is PostMailer) }
    #expect(container.newsletter().title == "Weekly")
    #expect(Press().print(for: "ann") == "posted to ann")
  }

  @Test func `a factory takes a parameter`() {
    let letter = Container.shared.letter("Monthly")
    #expect(letter.title == "Monthly")
  }

  @Test func `a registration replaces what is made`() {
    Container.shared.mailer.register { QuietMailer() }
    Container.shared {
      $0.mailer.register { QuietMailer() }
      $0.letter.register { title in Newsletter(mailer: QuietMailer(), title: "\(title)!") }
    }
    #expect(Press().print(for: "ann") == "nothing sent")
    #expect(Container.shared.letter("Monthly").title == "Monthly!")
    Container.shared.mailer.reset()
    Container.shared.reset(options: .registration)
    #expect(Press().print(for: "ann") == "posted to ann")
  }

  @Test func `a promise is kept by another module`() {
    Container.shared.archive.register { Attic() }
    #expect(Container.shared.archive()?.count == 3)
  }

  @Test func `a program has several containers`() {
    #expect(Invoice().currency == "EUR")
    #expect(Shipping().carrier() == "post")
    FactoryContext.withContext(.arg("--by-courier")) {
      #expect(Shipping().carrier() == "courier")
    }
  }

  @Test func `a function is a dependency`() async throws {
    let translate = Container.shared.translate()
    let text = try await translate("good day")
    #expect(text == "GOOD DAY")
  }
}
