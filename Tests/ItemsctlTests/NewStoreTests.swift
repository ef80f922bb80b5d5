import Files
import Foundation
import Storage
import Testing

@testable import itemsctl

/// What is left of a store that was not there before.
@Suite(.enabled(if: BuiltCommand.path != nil)) struct NewStoreTests: CommandSuite {
  let workplace: Workplace

  init() throws { workplace = try Workplace() }

  @Test(arguments: [
    "add x due:nonsense", "add ''", "add x --id 1", "add --priority hgih x", "add", "add -",
    "import bad.json", "import empty-title.json", "import none.json",
    "import good.json --match x=y",
    "sync", "sync --remote file:nowhere/hub.sqlite", "sync --remote file:text", "sync --watch",
    "sync --remote http://127.0.0.1:9/x", "sync --remote http://127.0.0.1:9/x --verify",
    "import good.json --dry-run", "add x --dry-run", "config set list ''",
    "config set nonsense x",
  ])
  func `a command that fails leaves no folder and no store`(words: String) async throws {
    let result = try await run(
      """
      mkdir home; echo '{"title":' >bad.json; echo '[{"title":""}]' >empty-title.json; \
      echo '[{"title":"x"}]' >good.json; yes no hub | head -n 500 >text; \
      HOME=$PWD/home $0 \(words) >out; echo $?; $0 --store new.json \(words) >out; echo $?; \
      ls -A home; ls new*
      """
    )
    let isRehearsal = words.contains("--dry-run")
    let codes = result.output.split(separator: "\n")
    #expect(codes.count == 2 && codes.allSatisfy { ($0 == "0") == isRehearsal }, "\(result)")
  }

  @Test(arguments: ["add x", "import good.json", "sync --remote file:hub.sqlite"])
  func `a command that succeeds makes both, for its user alone`(words: String) async throws {
    let result = try await run(
      """
      mkdir home; echo '[{"title":"x"}]' >good.json; HOME=$PWD/home $0 \(words) >out && \
      HOME=$PWD/home $0 add -q y && ls home/.local/share/itemsctl && \
      stat -c %a home/.local home/.local/share/itemsctl && HOME=$PWD/home $0 list | wc -l
      """
    )
    let count = words.hasPrefix("sync") ? 1 : 2
    #expect(result.output == "items.sqlite\n700\n700\n\(count)\n", "\(result)")
  }

  @Test func `many that begin a store at once are all in it`() async throws {
    let calls = try (1...8).map { number in
      try BuiltCommand.start(shell: "exec $0 add -q \(number)", in: workplace)
    }
    for call in calls { #expect(try await call.result().code == 0) }
    let result = try await run("$0 list | cut -f7 | sort | tr -d '\\n'")
    #expect(result.output == "12345678", "\(result)")
  }

  @Test(arguments: ["new.sqlite", "new.json"])
  func `a store that got nothing is withdrawn, and one that holds anything is not`(
    name: String
  ) async throws {
    let location = StoreLocation(workplace.file("folder/\(name)"))
    func newStore() throws -> NewStore {
      try #require(NewStore(location, .inPlace, options: StoreOptions(), makesFolder: true))
    }
    let empty = try newStore()
    await empty.withdraw()
    try await empty.writeReplica { _ in }
    #expect(workplace.exists("folder/\(name)"))
    await empty.withdraw()
    #expect(!workplace.exists("folder"))
    await empty.close()
    #expect(!workplace.exists("folder"))
    // Others may have put something in it, and have deleted it since.
    let deleted = try newStore()
    try await deleted.writeReplica { _ in }
    let other = try location.open()
    try await other.delete(try await other.add("x").id)
    await deleted.withdraw()
    #expect(workplace.exists("folder/\(name)"))
    for store in [deleted as any ItemRepository, other] { await store.close() }
  }

  @Test(arguments: ["new.sqlite", "new.json"])
  func `a first write succeeds while another process makes the store and takes it back`(
    name: String
  ) async throws {
    for round in 1...25 {
      let location = StoreLocation(workplace.file("\(round)-\(name)"))
      func newStore() throws -> NewStore {
        try #require(NewStore(location, .inPlace, options: StoreOptions(), makesFolder: false))
      }
      let (writing, failing) = (try newStore(), try newStore())
      async let added = writing.add("kept")
      // What a sync does whose hub cannot be reached.
      try await failing.writeReplica { _ in }
      await failing.withdraw()
      await failing.close()
      #expect(try await added.title == "kept")
      await writing.close()
      let store = try location.open()
      #expect(try await store.items().map(\.title) == ["kept"])
      await store.close()
    }
  }

  @Test func `what a write refuses leaves nothing, and what it takes is there`() async throws {
    let location = StoreLocation(workplace.file("folder/new.sqlite"))
    let options = StoreOptions()
    for making in [NewStore.Making.inPlace, .whole] {
      let store = try #require(
        NewStore(location, making, options: options, makesFolder: true)
      )
      await #expect(throws: StorageError.self) { try await store.add("") }
      #expect(!workplace.exists("folder") && store.path.description == location.path)
      #expect(try await store.count(.all) == 0)
      try await store.add("kept")
      #expect(try await store.items().map(\.title) == ["kept"])
      try await store.add("more")
      await store.close()
      #expect(NewStore(location, making, options: options, makesFolder: true) == nil)
      let again = try location.open()
      #expect(try await again.count(.all) == 2)
      await again.close()
      try FileManager.default.removeItem(atPath: workplace.file("folder"))
    }
  }
}
