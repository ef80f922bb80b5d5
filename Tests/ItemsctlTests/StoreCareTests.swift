import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

/// `convert`, `backup` and `doctor`, on real files.
@Suite(.enabled(if: BuiltCommand.path != nil)) struct StoreCareTests: CommandSuite {
  let workplace: Workplace

  init() throws { workplace = try Workplace() }

  /// A store with deleted items, history, conflicts of its own past, and a hub that it was synced with.
  private func makeStore(_ name: String) async throws {
    let result = try await run(
      """
      mkdir -p folder; $0 --store memory: --fixture full export -o full.json && \
      $0 --store \(name) import -q full.json && $0 --store \(name) delete -q 3 36 && \
      $0 --store \(name) sync -q --remote file:hub.sqlite && $0 --store \(name) add -q later
      """
    )
    #expect(result.code == 0, "\(result)")
  }

  // MARK: - convert

  @Test func `a store is the same after being converted there and back`() async throws {
    try await makeStore("a.sqlite")
    let there = try await run("$0 convert a.sqlite b.json && $0 convert b.json c.sqlite")
    #expect(
      there.output == """
        Converted 'a.sqlite' to 'b.json': 35 items, with numbers, history and stamps
        Converted 'b.json' to 'c.sqlite': 35 items, with numbers, history and stamps

        """,
      "\(there)"
    )
    let back = try await run(
      "$0 convert c.sqlite d.json && $0 convert d.json e.json && cmp b.json e.json"
    )
    #expect(back.code == 0, "\(back)")
    // Stamps and the state of sync came along: only what was not sent before is sent.
    let synced = try await run("$0 --store c.sqlite sync")
    #expect(synced.output.hasSuffix("1 pushed, 0 pulled\n"), "\(synced)")
    let added = try await run("$0 --store e.json add x")
    #expect(added.output.hasPrefix("Added 38 "), "\(added)")
    #expect(try await run("$0 --store c.sqlite doctor").code == 0)
  }

  @Test func `nothing is replaced, and what cannot be converted leaves nothing`() async throws {
    try await makeStore("a.sqlite")
    _ = try workplace.write("there.json", "kept")
    _ = try workplace.write("bad.json", "{")
    _ = try workplace.write("bad.sqlite", String(repeating: "no database ", count: 100))
    for (words, code) in [
      ("a.sqlite there.json", 73), ("a.sqlite a.sqlite", 73), ("none.sqlite b.json", 66),
      ("bad.json b.sqlite", 65), ("bad.sqlite b.json", 65), ("a.sqlite no/b.json", 73),
      ("a.sqlite b.txt", 64), ("memory: b.json", 64), ("a.sqlite", 64),
    ] as [(String, Int32)] {
      let result = try await run("$0 convert \(words)")
      #expect(result.code == code && result.output == "", "\(words): \(result)")
    }
    #expect(try workplace.read("there.json") == Data("kept".utf8))
    #expect(!workplace.exists("b.json") && !workplace.exists("b.sqlite"))
  }

  // MARK: - backup

  @Test(arguments: ["a.sqlite", "a.json"])
  func `a backup is a store of its own`(store: String) async throws {
    try await makeStore(store)
    let copy = store == "a.json" ? "copy.json" : "copy.sqlite"
    let made = try await run("$0 --store \(store) backup \(copy)")
    #expect(made.output == "Backed up 35 items to '\(copy)', and checked the copy\n", "\(made)")
    let again = try await run("$0 --store \(store) backup \(copy)")
    #expect(again.code == 73 && again.errors.contains("'--force'"))
    _ = try await run("$0 --store \(store) add -q newer && chmod 600 \(copy)")
    let forced = try await run("$0 --store \(store) backup \(copy) --force")
    #expect(forced.output.contains("36 items"))
    let linked = try await run(
      "mkdir far; mv \(copy) far; ln -s far/\(copy) .; $0 --store \(store) backup -q -f \(copy) && test -L \(copy)"
    )
    #expect(linked.code == 0, "\(linked)")
    let compared = try await run(
      "$0 --store \(copy) export >b.txt; $0 --store \(store) export >a.txt; cmp a.txt b.txt"
    )
    #expect(compared.code == 0, "\(compared)")
    let names = try FileManager.default.contentsOfDirectory(atPath: workplace.path)
    #expect(!names.contains { $0.hasSuffix(".tmp") || $0.hasPrefix("copy-") })
  }

  @Test(arguments: ["sqlite", "json"])
  func `a backup takes no other store's place`(ending: String) async throws {
    let (store, other) = ("a.\(ending)", "b.\(ending)")
    _ = try await run("$0 --store \(other) add -q --each one two; $0 --store \(store) add -q three")
    let before = try workplace.read(other)
    let refused = try await run("$0 --store \(store) backup \(other) --force")
    #expect(refused.code == 73, "\(refused)")
    #expect(
      refused.errors.contains(
        "'\(other)' is another store, not a backup of this one, so it was not replaced: none of its 2 items is in "
          + "'\(store)'."
      ),
      "\(refused)"
    )
    #expect(try workplace.read(other) == before)
    // One item in common is enough, also a deleted one; and an empty store is no loss.
    let backups = try await run(
      """
      $0 --store \(store) backup -q x.\(ending) && $0 --store \(store) add -q four && \
      $0 --store \(store) delete -q 1 && $0 --store \(store) backup -q x.\(ending) -f && \
      : >y.\(ending) && $0 --store \(store) backup -q y.\(ending) -f && $0 --store y.\(ending) list
      """
    )
    #expect(backups.code == 0 && backups.output.hasSuffix("\tfour\n"), "\(backups)")
  }

  /// Makes stores a and b, of which b was not closed in order: its last item is in the log alone.
  private func makeStoreWithLog() async throws {
    try await makeStore("a.sqlite")
    let result = try await run("$0 --store a.sqlite backup -q b.sqlite")
    #expect(result.code == 0, "\(result)")
    let watch = try BuiltCommand.start(
      shell: "exec $0 --store b.sqlite watch --json >seen.txt",
      in: workplace
    )
    try await workplace.wait(in: "seen.txt", for: "current")
    _ = try await run("$0 --store b.sqlite add -q qqlast; cp b.sqlite-wal log")
    watch.send(SIGKILL)
    _ = try await watch.result()
    #expect(try workplace.read("b.sqlite-wal").count > 0)
  }

  @Test func `a backup in the place of one that was not closed in order is what the store holds`()
    async throws
  {
    try await makeStoreWithLog()
    _ = try await run("$0 --store memory: --fixture large:500 export -o more.json")
    _ = try await run("$0 --store a.sqlite import -q more.json")
    let result = try await run("$0 --store a.sqlite backup b.sqlite --force")
    #expect(result.code == 0, "\(result)")
    let compared = try await run(
      "$0 --store b.sqlite doctor && $0 --store a.sqlite export >a.txt && $0 --store b.sqlite export | cmp a.txt"
    )
    #expect(compared.code == 0, "\(compared)")
  }

  @Test func `a backup is not replaced while others have changes in its log`() async throws {
    try await makeStoreWithLog()
    // Another file than that of the watch before, in which the word stands already.
    let watch = try BuiltCommand.start(
      shell: "exec $0 --store b.sqlite watch --json >current.txt",
      in: workplace
    )
    try await workplace.wait(in: "current.txt", for: "current")
    _ = try await run("$0 --store b.sqlite add -q qqmore")
    let result = try await run("$0 --store a.sqlite backup b.sqlite --force")
    watch.send(SIGINT)
    _ = try await watch.result()
    #expect(result.code == 75 && result.errors.contains("in use by another program"), "\(result)")
    let list = try await run(
      "$0 --store b.sqlite doctor -q && $0 --store b.sqlite list qqlast or qqmore | wc -l"
    )
    #expect(list.output.contains("2"), "\(list)")
  }

  @Test(arguments: [
    "convert a.sqlite new.db", "--store a.sqlite backup new.db", "--store new.db import x.json",
  ])
  func `a log that lies where a new store is to be is not taken for its own`(words: String)
    async throws
  {
    try await makeStoreWithLog()
    _ = try await run("cp log new.db-wal; $0 --store a.sqlite export -o x.json")
    let result = try await run("$0 \(words)")
    #expect(
      result.code == 73 && result.errors.contains("Error: 'new.db-wal' holds changes"),
      "\(result)"
    )
    let names = try FileManager.default.contentsOfDirectory(atPath: workplace.path)
    #expect(names.filter { $0.contains("new") } == ["new.db-wal"])
    #expect(
      try await run(
        "cmp log new.db-wal && rm new.db-wal && $0 \(words) && $0 --store new.db doctor"
      ).code == 0
    )
  }

  @Test(arguments: ["list:hmoe", "+shpo", "list:hmoe +shop"])
  func `an export for a name that nothing has leaves the file as it is`(filter: String) async throws
  {
    _ = try await run("$0 --store a.sqlite add -q x list:home +shop; echo kept >notes.md")
    let result = try await run("$0 --store a.sqlite export \(filter) -o notes.md; cat notes.md")
    #expect(result.output == "kept\n", "\(result)")
    #expect(
      result.errors.contains("Nothing was exported to 'notes.md': no item fits. There is no "),
      "\(result)"
    )
    #expect(result.errors.contains("Did you mean '"))
    // Where nothing fits for another reason, an empty file is right.
    let empty = try await run(
      "$0 --store a.sqlite export list:home due:2020-01-01 -o notes.md && wc -c <notes.md"
    )
    #expect(empty.output == "Exported 0 items to 'notes.md'\n0\n", "\(empty)")
  }

  @Test func `an export takes no other store's place, and an older export's`() async throws {
    _ = try await run("$0 --store other.json add -q kept; $0 --store a.sqlite add -q nextNumber")
    for words in ["export -o other.json", "stats --svg other.json"] {
      let result = try await run("$0 --store a.sqlite \(words)")
      #expect(
        result.code == 73 && result.errors.contains("was not replaced: it is a store"),
        "\(result)"
      )
    }
    #expect(try await run("$0 --store other.json list").output.hasSuffix("\tkept\n"))
    let again = try await run("for i in 1 2; do $0 --store a.sqlite export -o x.json || exit; done")
    #expect(again.code == 0, "\(again)")
  }

  @Test(arguments: ["a.sqlite", "a.json"])
  func `no output takes the place of a store or a hub`(store: String) async throws {
    try await makeStore(store)
    _ = try await run("$0 --store other.sqlite add -q kept; ln -s \(store) link")
    _ = try await run("$0 --store other.sqlite sync -q --remote file:hub.sqlite")
    for words in [
      "export -o \(store)", "export -o link", "stats --svg \(store)", "export -o hub.sqlite",
      "export -o other.sqlite", "backup \(store) --force",
    ] {
      let result = try await run("$0 --store \(store) \(words)")
      #expect(result.code == 73 && result.errors.contains("Error: '"), "\(words): \(result)")
    }
    let hub = try await run("$0 --store other.sqlite backup hub.sqlite --force")
    #expect(hub.code == 73 && hub.errors.contains("not a backup"), "\(hub)")
    for ending in ["copy", "copy.txt", "memory:", store == "a.json" ? "copy.sqlite" : "copy.json"] {
      #expect(try await run("$0 --store \(store) backup \(ending)").code == 64)
    }
    #expect(try await run("$0 --store \(store) list --all | wc -l").output.contains("35"))
    #expect(try await run("$0 --store other.sqlite sync").code == 0)
  }

  @Test(arguments: ["a.sqlite", "a.json"])
  func `a limit on the size of files is an error like a full disk`(store: String) async throws {
    _ = try await run("$0 --store memory: --fixture large:2000 export -o items.ndjson")
    let result = try await run("ulimit -f 40; $0 --store \(store) import items.ndjson")
    #expect(result.code == 74, "\(result)")
    #expect(!workplace.exists(store))
  }

  @Test func `a backup is right while others write`() async throws {
    try await makeStore("a.sqlite")
    let writer = try BuiltCommand.start(
      shell:
        "i=0; while [ $i -lt 15 ]; do $0 --store a.sqlite add -q a$i || exit 1; i=$((i+1)); done",
      in: workplace
    )
    for number in 0..<4 {
      let result = try await run("$0 --store a.sqlite backup b\(number).sqlite -q")
      #expect(result.code == 0, "\(result)")
      #expect(try await run("$0 --store b\(number).sqlite doctor -q").code == 0)
    }
    #expect(try await writer.result().code == 0)
  }

  @Test func `a backup of a damaged store names the store, and leaves no copy`() async throws {
    _ = try await run("$0 --store memory: --fixture large:800 export -o x.json")
    _ = try await run("$0 --store a.sqlite import -q x.json && $0 --store a.sqlite backup b.sqlite")
    let whole = try workplace.read("b.sqlite")
    let pageCount = whole.count / 4_096
    for pages in [[pageCount * 2 / 3], Array(pageCount / 4..<pageCount * 3 / 4)] {
      var damaged = whole
      for page in pages {
        damaged.replaceSubrange(
          page * 4_096 + 8..<page * 4_096 + 400,
          with: Data(repeating: 0xFF, count: 392)
        )
      }
      try damaged.write(to: URL(fileURLWithPath: workplace.file("damaged.sqlite")))
      let result = try await run("$0 --store damaged.sqlite backup kept.sqlite")
      #expect(result.code == 65 && result.output == "", "\(result)")
      #expect(result.errors.contains("damaged.sqlite"), "\(result)")
      #expect(!result.errors.contains("kept.sqlite"), "\(result)")
      #expect(result.errors.contains("no backup was kept") && result.errors.contains("doctor"))
      let names = try FileManager.default.contentsOfDirectory(atPath: workplace.path)
      #expect(!names.contains { $0.contains("kept.sqlite") })
    }
  }

  @Test func `there is no backup of nothing, nor into nowhere`() async throws {
    #expect(try await run("$0 --store none.sqlite backup b.sqlite").code == 66)
    try await makeStore("a.sqlite")
    #expect(try await run("$0 --store a.sqlite backup no/b.sqlite").code == 73)
    #expect(!workplace.exists("b.sqlite"))
  }

  // MARK: - doctor --hub

  @Test func `a hub file is looked over and fixed, without a store`() async throws {
    try await makeStore("a.sqlite")
    let well = try await run(
      "$0 doctor --hub hub.sqlite && rm a.sqlite* && $0 doctor -q --hub hub.sqlite"
    )
    #expect(well.code == 0 && well.output == "All is well with the hub 'hub.sqlite'\n", "\(well)")
    let path = workplace.file("hub.sqlite")
    try Connection(.file(path)).execute("UPDATE items SET seq = 1000 + seq WHERE seq < 3")
    let found = try await run("$0 doctor --hub hub.sqlite")
    #expect(found.code == 65, "\(found)")
    #expect(found.output.split(separator: "\n").count == 2, "\(found)")
    #expect(
      found.output.contains("of the space 'main' is never sent: its number is 1001."),
      "\(found)"
    )
    let fixed = try await run("$0 doctor --hub hub.sqlite --fix && $0 doctor -q --hub hub.sqlite")
    #expect(fixed.code == 0, "\(fixed)")
    #expect(fixed.output.hasPrefix("fixed   "), "\(fixed)")
    #expect(fixed.output.contains("is at 'hub.sqlite.before-fix'"), "\(fixed)")
    let data = try await run("$0 doctor --json --hub hub.sqlite")
    #expect(data.output == "{\"copy\":null,\"findings\":[],\"hub\":\"hub.sqlite\",\"schema\":4}\n")
    #expect(!workplace.exists("a.sqlite"))
  }

  @Test func `what is no hub file ends with the code of its reason`() async throws {
    try await makeStore("a.sqlite")
    _ = try workplace.write("text", String(repeating: "no hub ", count: 100))
    for (name, code) in [("none", 66), ("text", 65), ("a.sqlite", 65), ("folder", 73)]
      as [(String, Int32)]
    {
      let result = try await run("$0 doctor --fix --hub \(name)")
      #expect(result.code == code && result.output == "", "\(name): \(result)")
      #expect(!workplace.exists("\(name).before-fix"))
    }
  }

  // MARK: - doctor

  @Test(arguments: ["a.sqlite", "a.json"])
  func `a store that is well is told so`(store: String) async throws {
    try await makeStore(store)
    let result = try await run("$0 --store \(store) doctor")
    #expect(
      result.code == 0 && result.output == "All is well with '\(store)': 35 items\n",
      "\(result)"
    )
    let data = try await run("$0 --store \(store) doctor --json").output
    #expect(
      data == "{\"ahead\":null,\"copy\":null,\"findings\":[],\"schema\":4,\"store\":\"\(store)\"}\n"
    )
  }

  @Test func `times ahead of this clock are told, and nothing fails`() async throws {
    let late = #"{"title":"Late","updatedAt":"2999-01-01T00:00:00Z"}"#
    _ = try await run("echo '\(late)' | $0 --store a.sqlite import -q --format ndjson -")
    for command in ["doctor", "sync --remote file:hub.sqlite", "sync"] {
      let result = try await run("$0 --store a.sqlite \(command)")
      #expect(result.code == 0)
      #expect(result.errors.contains(" years ahead of this clock"), "\(result)")
    }
    let data = try await run("$0 --store a.sqlite sync --json; $0 --store a.sqlite doctor --json")
    #expect(data.code == 0)
    #expect(data.output.split(separator: "\"ahead\":3").count == 3, "\(data)")
  }

  @Test func `what others may write and what was never finished is found and fixed`() async throws {
    try await makeStore("a.sqlite")
    _ = try await run(
      """
      chmod 666 a.sqlite; touch -d '2 days ago' .a.sqlite.1.tmp .a.sqlite.1.tmp-wal \
      .new.json.0123456789abcdef.tmp ..new.json.0123456789abcdef.tmp.tmp .x.tmp .x.json.12.tmp; \
      : >.a.sqlite.2.tmp; mkdir -p .config/itemsctl; : >.config/itemsctl/credentials; \
      chmod 644 .config/itemsctl/credentials
      """
    )
    let found = try await run("$0 --store a.sqlite doctor")
    #expect(found.code == 1)
    let subjects = found.output.split(separator: "\n")
    #expect(subjects.count == 6 && subjects.allSatisfy { $0.hasPrefix("wrong   ") }, "\(found)")
    let fixed = try await run("$0 --store a.sqlite doctor --fix; ls -l a.sqlite | cut -c1-10")
    #expect(fixed.output.hasSuffix("-rw-r--r--\n"), "\(fixed)")
    #expect(fixed.output.split(separator: "\n").prefix(6).allSatisfy { $0.hasPrefix("fixed   ") })
    #expect(try await run("$0 --store a.sqlite doctor").code == 0)
    #expect(!workplace.exists(".a.sqlite.1.tmp") && !workplace.exists(".a.sqlite.1.tmp-wal"))
    #expect(workplace.exists(".a.sqlite.2.tmp"))
    // What others call so is theirs.
    #expect(workplace.exists(".x.tmp") && workplace.exists(".x.json.12.tmp"))
  }

  @Test(arguments: ["a.sqlite", "a.json"], [0o755, 0o555])
  func `to look changes no byte, and needs no right to write`(
    store: String,
    mode: Int
  ) async throws {
    try await makeStore("folder/\(store)")
    let facts = "cksum folder/\(store); stat -c %Y.%y.%i folder/\(store)"
    let before = try await run("chmod \(String(mode, radix: 8)) folder; \(facts)")
    let limited = PlaceTroubleTests.limited
    let result = try await run("\(limited) $0 --store folder/\(store) doctor")
    #expect(result.code == 0, "\(result)")
    let refusal = mode == 0o755 ? "" : ", to be read only: you may not write to 'folder'"
    #expect(
      result.output == "All is well with 'folder/\(store)': 35 items\(refusal)\n",
      "\(result)"
    )
    #expect(try await run(facts).output == before.output)
    _ = try await run("chmod 755 folder")
  }

  @Test func `a search index that is not in step is found by looking, and fixed where asked`()
    async throws
  {
    try await makeStore("a.sqlite")
    try Connection(.file(workplace.file("a.sqlite")), access: .readWrite).execute(
      """
      INSERT INTO item_search (item_search, rowid, title, notes, tags)
        VALUES ('delete', 1, 'no', 'such', 'words');
      INSERT INTO item_search (rowid, title, notes, tags) VALUES (1, 'other', 'words', '');
      """
    )
    let before = try await run("cksum a.sqlite")
    let found = try await run("$0 --store a.sqlite doctor")
    #expect(found.code == 65 && found.output.contains("wrong   The search index"), "\(found)")
    #expect(try await run("cksum a.sqlite").output == before.output)
    let fixed = try await run("$0 --store a.sqlite doctor --fix; ls")
    #expect(fixed.code == 0 && fixed.output.contains("fixed   The search index"), "\(fixed)")
    #expect(fixed.output.contains("is at 'a.sqlite.before-fix'"))
    #expect(workplace.exists("a.sqlite.before-fix"))
    #expect(try await run("$0 --store a.sqlite doctor").code == 0)
  }

  @Test(arguments: [true, false])
  func `what was found is told where it cannot be fixed, and a copy is kept if it is of use`(
    isChanged: Bool
  ) async throws {
    var shell = try Shell()
    shell.repository = StubbornStore(base: shell.repository, isChangedByFixing: isChanged)
    let path = workplace.file("a.sqlite")
    let outcome = await shell("--store", path, "doctor", "--fix")
    #expect(outcome.code == .busy)
    #expect(outcome.output.hasPrefix("wrong   Something is amiss.\n"), "\(outcome)")
    #expect(outcome.errors.contains("Error: The store could not be fixed: It is busy.\n"))
    #expect(outcome.output.contains("before the fix is at '\(path).before-fix'") == isChanged)
    #expect(workplace.exists("a.sqlite.before-fix") == isChanged)
    let data = await shell("--store", path, "doctor", "--fix", "--json")
    #expect(data.code == .busy && data.output.contains("\"fixed\":false"), "\(data)")
  }

  @Test func `a circle is told, and a fix neither copies the store for it nor asks for a backup`()
    async throws
  {
    try await makeStore("a.sqlite")
    try Connection(.file(workplace.file("a.sqlite")), access: .readWrite).execute(
      "UPDATE items SET parent = id WHERE number = 5; INSERT INTO item_circles VALUES (5)"
    )
    let found = try await run("$0 --store a.sqlite doctor")
    #expect(found.code == 65 && found.output.contains("Item 5 stands under itself"), "\(found)")
    let fixed = try await run("$0 --store a.sqlite doctor --fix")
    #expect(fixed.code == 65 && fixed.output == found.output, "\(fixed)")
    #expect(!workplace.exists("a.sqlite.before-fix"))
  }

  @Test func `a damaged store is told, and not turned into something else`() async throws {
    try await makeStore("a.sqlite")
    _ = try await run(
      "$0 --store a.sqlite list -q >/dev/null; printf 'garbage' | dd of=a.sqlite bs=1 seek=4096 conv=notrunc 2>/dev/null"
    )
    let found = try await run("$0 --store a.sqlite doctor")
    #expect(found.code == 65 && !found.output.isEmpty, "\(found)")
    let fixed = try await run("$0 --store a.sqlite doctor --fix")
    #expect(fixed.code == 65, "\(fixed)")
    _ = try workplace.write("b.sqlite", String(repeating: "no database ", count: 100))
    let other = try await run("$0 --store b.sqlite doctor --json")
    #expect(other.code == 65 && other.output.contains("\"subject\":\"file\""), "\(other)")
    #expect(try await run("$0 --store none.sqlite doctor").code == 66)
  }
}

/// A store in which something is wrong that cannot be fixed.
private final class StubbornStore: OpenedStore {
  let base: any OpenedStore
  /// Whether something else is wrong once fixing was tried.
  let isChangedByFixing: Bool
  private let wasFixed = Locked(false)

  init(base: any OpenedStore, isChangedByFixing: Bool) {
    self.base = base
    self.isChangedByFixing = isChangedByFixing
  }

  func check() async throws(StorageError) -> [StoreFinding] {
    let isOther = isChangedByFixing && wasFixed.withLock { $0 }
    return [StoreFinding(.counters, isOther ? "Something else is." : "Something is amiss.")]
  }

  func repair() async throws(StorageError) -> [StoreFinding] {
    wasFixed.withLock { $0 = true }
    throw StorageError(.busy, "It is busy.")
  }

  func backup(to path: String) async throws(StorageError) {
    #expect(FileManager.default.createFile(atPath: path, contents: Data()))
  }

  func item(_ id: ItemID) async throws(StorageError) -> Item? { try await base.item(id) }
  func item(number: Int) async throws(StorageError) -> Item? { try await base.item(number: number) }
  func page(_ query: ItemQuery) async throws(StorageError) -> ItemPage {
    try await base.page(query)
  }
  func count(_ filter: ItemFilter) async throws(StorageError) -> Int {
    try await base.count(filter)
  }
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value { try await base.write(body) }
  func readReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value { try await base.readReplica(body) }
  func writeReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value { try await base.writeReplica(body) }
  func changes() -> ChangeNotices { base.changes() }
  func close() async {}
}
