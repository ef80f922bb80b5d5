import Registry
import RegistryTesting
import Testing

// The blocks of the article "Factories that throw, wait, or belong to an actor".

struct Ledger: Sendable {
  let path: String

  init(path: String) throws {
    if path.isEmpty { throw LedgerError() }
    self.path = path
  }
}

struct LedgerError: Error {}

struct Session: Sendable {
  let ledger: Ledger
  let user: String

  static func open(_ ledger: Ledger, user: String) async throws -> Session {
    await Task.yield()
    return Session(ledger: ledger, user: user)
  }
}

extension Container {
  var ledger: ThrowingFactory<Ledger> {
    self { try Ledger(path: "/var/ledger") }.cached
  }
  var session: AsyncParameterFactory<String, Session> {
    self { user in try await Session.open(self.ledger(), user: user) }.scopeOnParameters.cached
  }
}

extension Container {
  var vault: ThrowingFactory<Ledger> { promised() }
}

extension Container {
  var author: ThrowingFactory<String> { self { "by " + (try self.publisher()) } }
  var publisher: ThrowingFactory<String> { self { "of " + (try self.author()) } }
}

final class Room {
  @Injected(\.window) var window
}

final class Window {
  @LazyInjected(\.room) var room
}

extension Container {
  var room: Factory<Room> { self { Room() }.shared }
  var window: Factory<Window> { self { Window() } }
}

@MainActor final class Editor {
  let title: String

  init(title: String) { self.title = title }
}

extension Container {
  @MainActor var editor: Factory<Editor> { self { Editor(title: "untitled") } }
}

extension Container {
  fileprivate var greeting: Factory<String> { self { "Good day" } }
}

extension Container {
  @MainActor var preferences: AsyncFactory<Editor> { self { Editor(title: "preferences") } }
}

@Suite(.container) struct ThrowingAndAsyncTests {
  @Test func `they are resolved by try and await`() async throws {
    let container = Container.shared
    let ledger = try container.ledger()
    let session = try await container.session("ann")
    #expect(ledger.path == "/var/ledger")
    #expect(session.user == "ann")
  }

  @Test func `a failure is not cached`() throws {
    let container = Container.shared
    container.ledger.register { throw LedgerError() }
    #expect(throws: LedgerError.self) { try container.ledger() }
    container.ledger.register { try Ledger(path: "/tmp/ledger") }
    #expect(try container.ledger().path == "/tmp/ledger")
  }

  @Test func `a promise that is not kept is thrown`() throws {
    let error = #expect(throws: RegistryError.self) { try Container.shared.vault() }
    #expect(error?.code == .notRegistered)
  }

  @Test func `a stand-in throws and waits for nothing`() async throws {
    let container = Container.shared
    let ledger = try Ledger(path: "/tmp/ledger")
    try await withDependencies {
      $0.set(\.ledger, to: ledger)
      $0.set(\.session, to: Session(ledger: ledger, user: "test"))
    } operation: {
      let session = try await container.session("ann")
      #expect(session.user == "test")
    }
  }

  @Test func `a cycle is thrown`() {
    let container = Container.shared
    let error = #expect(throws: RegistryError.self) { try container.author() }
    #expect(error?.code == .circularDependency)
    #expect(error?.message.hasPrefix("circular dependency: author → publisher → author") == true)
  }

  @Test func `a lazy side is no cycle`() {
    let room = Container.shared.room()
    #expect(room.window.room === room)
  }

  @MainActor @Test func `on its actor a factory is called`() {
    let editor = Container.shared.editor()
    #expect(editor.title == "untitled")
  }

  @Test func `from elsewhere it is awaited`() async throws {
    let container = Container.shared
    let editor = await container.editor.resolveOnMainActor()
    let preferences = try await container.preferences()
    #expect(editor.title == "untitled")
    #expect(preferences.title == "preferences")
  }

  @MainActor @Test func `a value that is registered on an actor may be had anywhere`() async {
    Container.shared.greeting.register("Hello")
    let container = Container.shared
    let greeting = await Task.detached { container.greeting() }.value
    #expect(greeting == "Hello")
  }

  @Test(
    .container {
      await $0.editor.register { @MainActor in Editor(title: "test") }
    }
  )
  func `an editor has a title`() async {
    #expect(await Container.shared.editor.resolveOnMainActor().title == "test")
  }
}
