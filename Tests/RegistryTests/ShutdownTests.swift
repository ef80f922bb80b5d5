import Registry
import RegistryTesting
import Testing

extension Scope {
  fileprivate static let own = Singleton()
}

/// A program of three layers whose values tell when they are let go of.
private final class Program: SharedContainer {
  @TaskLocal static var shared = Program()
  let manager = ContainerManager()
  let log = Log<String>()

  var database: Factory<Object> {
    self { Object("database") }.singleton.onRelease { [log] value in log.append(value.name) }
  }
  var store: Factory<Object> {
    self {
      _ = self.database()
      return Object("store")
    }
    .cached
    .onRelease { [log] value in
      await Task.yield()
      log.append(value.name)
    }
  }
  var page: ParameterFactory<Int, Object> {
    self { Object("page \($0)") }.scopeOnParameters.cached.onRelease { [log] in log.append($0.name)
    }
  }
  var own: Factory<Object> {
    self { Object("own") }.scope(.own).onRelease { [log] in log.append($0.name) }
  }
  var plain: Factory<Object> { self { Object("plain") }.cached }
  var unused: Factory<Object> {
    self { Object() }.cached.onRelease { [log] in log.append($0.name) }
  }
}

@Suite(.container) struct ShutdownTests {
  @Test func `values go in reverse order of their creation, and each handler is waited for`() async
  {
    let program = Program()
    _ = program.store()
    _ = [program.page(1), program.page(2), program.own(), program.plain()]
    await program.shutdown()
    #expect(program.log.all == ["own", "page 2", "page 1", "store", "database"])
  }

  @Test func `what was let go of is made anew, and let go of once each time`() async {
    let program = Program()
    let first = program.store()
    await program.shutdown()
    await program.shutdown()
    #expect(program.store() !== first)
    await program.shutdown()
    #expect(program.log.all == ["store", "database", "store", "database"])
  }

  @Test func `singletons of other containers stay`() async {
    let program = Program()
    let other = Program()
    _ = program.store()
    // The two containers share the declaration, hence the process's one value, which the first has made.
    let database = other.database()
    await other.shutdown()
    #expect(other.log.all == [])
    #expect(program.database() === database)
    await program.shutdown()
    #expect(program.log.all == ["store", "database"])
  }

  @Test func `what a push saved goes too`() async {
    let program = Program()
    _ = program.page(1)
    program.manager.push()
    program.reset(options: .scope)
    #expect(program.log.all == [])
    _ = program.page(2)
    await program.shutdown()
    #expect(program.log.all == ["page 2", "page 1"])
    program.manager.pop()
    _ = program.page(1)
    #expect(program.log.all == ["page 2", "page 1"])
  }
}
