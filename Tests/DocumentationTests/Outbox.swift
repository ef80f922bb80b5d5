import Registry
import RegistryTesting
import Testing

extension Container {
  var database: ThrowingFactory<Database> {
    self { try Database(path: "mail.db") }.cached.onRelease { $0.close() }
  }
  var outbox: AsyncFactory<Outbox> {
    self { try await Outbox.open(self.database()) }.cached
  }
  var post: Factory<any Post> {
    self { RoyalMail() }.context(.preview, .test) { NoPost() }
  }
}

struct Clerk {
  @Injected(\.post) private var post
  @Dependency(\.uuid) private var uuid

  func send(_ text: String) -> String { post.deliver(text, number: uuid()) }
}

@Test(.container { $0.database.register { try Database(path: ":memory:") } })
func `an outbox begins empty`() async throws {
  let outbox = try await Container.shared.outbox()
  #expect(outbox.letters.isEmpty)
  #expect(Clerk().send("Hello") == "00000000-0000-0000-0000-000000000000 stays here")
  await Container.shared.shutdown()
}
