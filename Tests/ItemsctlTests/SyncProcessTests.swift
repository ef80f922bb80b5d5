import Foundation
import Testing

@testable import itemsctl

// The built command's syncs, as processes.

@Suite(.enabled(if: BuiltCommand.path != nil)) struct SyncProcessTests: CommandSuite {
  let workplace: Workplace

  init() throws { workplace = try Workplace() }

  @Test func `a look at what would travel makes neither a hub nor a store`() async throws {
    _ = try await run("$0 --store a.sqlite add -q one")
    let result = try await run("$0 --store a.sqlite sync --dry-run --remote file:hub.sqlite")
    #expect(result.code == 0 && result.output.hasSuffix(": 1 to push, 0 to pull\n"), "\(result)")
    #expect(!workplace.exists("hub.sqlite") && !workplace.exists("a.sqlite-sync"))
    for store in ["", "--store new.sqlite", "--store new.json"] {
      #expect(try await run("$0 \(store) sync --dry-run --remote file:hub.sqlite").code == 0)
    }
    #expect(!workplace.exists(".local") && !workplace.exists("hub.sqlite"))
    #expect(!workplace.exists("new.sqlite") && !workplace.exists("new.json"))
    _ = try await run("$0 --store a.sqlite sync --remote file:hub.sqlite")
    // What the sync before left in the log beside the file is in the file after this.
    _ = try await run("$0 --store a.sqlite sync --dry-run")
    let before = try await run("cksum hub.sqlite")
    #expect(try await run("$0 --store a.sqlite sync --dry-run").code == 0)
    #expect(try await run("cksum hub.sqlite").output == before.output)
  }

  @Test(arguments: ["a.sqlite", "a.json"])
  func `a store that another process syncs is busy`(_ store: String) async throws {
    _ = try await run("$0 --store \(store) add -q one")
    // Another holder of the lock, for as long as it is needed.
    let result = try await run(
      """
      command -v flock >/dev/null || exit 99; : >\(store)-sync
      flock \(store)-sync $0 --store \(store) sync --remote file:hub.sqlite; echo $?
      $0 --store \(store) sync --remote file:hub.sqlite >/dev/null 2>&1; echo $?
      """
    )
    guard result.code != 99 else { return }
    #expect(result.output == "75\n0\n", "\(result)")
    #expect(result.errors.contains("Error: Another sync of this store is under way"))
    #expect(!workplace.exists("\(store)-sync"))
  }

  /// Moves a database and its log: part of what is committed may still be in the log.
  private static func move(_ from: String, _ to: String) -> String {
    "for end in '' -wal -shm; do if [ -e \(from)$end ]; then mv \(from)$end \(to)$end; fi; done"
  }

  @Test(arguments: ["", ": >hub.sqlite"])
  func `a hub that was there before is not made anew, unless it is named`(
    mishap: String
  ) async throws {
    _ = try await run(
      """
      $0 --store a.sqlite add -q one; $0 --store a.sqlite sync -q --remote file:hub.sqlite
      $0 --store a.sqlite add -q two; \(Self.move("hub.sqlite", "old")); \(mishap)
      """
    )
    let before = try await run("ls *hub* *sqlite*; $0 --store a.sqlite sync status")
    for words in ["", "--dry-run", "--verify", "--watch", "--json", "-q"] {
      let result = try await run("$0 --store a.sqlite sync \(words)")
      #expect(result.code == 69 && result.output == "", "\(words): \(result)")
      #expect(result.errors.contains("hub.sqlite' "), "\(result)")
      #expect(result.errors.contains("has synced with that hub before"), "\(result)")
      #expect(result.errors.contains("--remote"), "\(result)")
    }
    let after = try await run("ls *hub* *sqlite*; $0 --store a.sqlite sync status")
    #expect(after.output == before.output, "\(after)")
    // It is where it was again; or, elsewhere, a new one is wanted.
    let back = try await run(
      """
      \(Self.move("hub.sqlite", "empty")); \(Self.move("old", "hub.sqlite")); $0 --store a.sqlite sync
      """
    )
    #expect(back.code == 0 && back.output.hasSuffix("1 pushed, 0 pulled\n"), "\(back)")
    let new = try await run("rm hub.sqlite*; $0 --store a.sqlite sync --remote file:hub.sqlite")
    #expect(new.code == 0 && new.output.hasSuffix("2 pushed, 0 pulled\n"), "\(new)")
  }

  @Test func `what is no hub ends with 65, and is left alone`() async throws {
    _ = try await run("$0 --store a.sqlite add -q one")
    let text = String(repeating: "this is no hub\n", count: 400)
    _ = try workplace.write("text.sqlite", text)
    let result = try await run(
      """
      $0 --store a.sqlite sync -q --remote file:text.sqlite; echo $?
      $0 --store a.sqlite sync -q --remote file:$PWD/a.sqlite; echo $?
      $0 --store b.sqlite sync -q --remote file:hub.sqlite; cp hub.sqlite cut.sqlite
      printf 'XXXXXXXXXXXXXXXX' | dd of=hub.sqlite bs=1 seek=4096 conv=notrunc 2>/dev/null
      printf 'XXXXXXXXXXXXXXXX' | dd of=hub.sqlite bs=1 seek=8192 conv=notrunc 2>/dev/null
      printf 'XXXXXXXXXXXXXXXX' | dd of=hub.sqlite bs=1 seek=12288 conv=notrunc 2>/dev/null
      $0 --store a.sqlite sync -q --remote file:hub.sqlite; echo $?
      """
    )
    #expect(result.output == "65\n65\n65\n", "\(result)")
    #expect(try workplace.read("text.sqlite") == Data(text.utf8))
  }

  @Test
  func `watching carries changes over until it is interrupted, which is its end and no error`()
    async throws
  {
    _ = try await run("$0 --store a.sqlite add -q one")
    let call = try BuiltCommand.start(
      shell: "exec $0 --store a.sqlite sync --watch --json --remote file:hub.sqlite >events",
      in: workplace
    )
    try await workplace.wait(in: "events", for: "\"pushed\":1")
    _ = try await run("$0 --store a.sqlite add -q two")
    _ = try await run("$0 --store b.sqlite add -q three")
    try await wait(for: "'two' is to come to the other store") {
      try await run(
        "$0 --store b.sqlite sync -q --remote file:hub.sqlite; $0 --store b.sqlite list | wc -l"
      ).output.contains("3")
    }
    try await workplace.wait(in: "events", for: "\"pulled\":1")
    call.send(SIGINT)
    #expect(try await call.result().code == 0)
    let list = try await run(
      "$0 --store a.sqlite list | cut -f7 | sort"
    )
    #expect(list.output == "one\nthree\ntwo\n", "\(list)")
  }

  @Test func `a reader that goes away ends a watching process with 141`() async throws {
    _ = try await run("$0 --store a.sqlite add -q one")
    let result = try await run(
      "{ $0 --store a.sqlite sync --watch --json --remote file:hub.sqlite; echo $? >code; } "
        + "| head -n 1 >/dev/null & pid=$!; while [ ! -s code ]; do "
        + "$0 --store a.sqlite add -q more; done; wait $pid; cat code"
    )
    #expect(result.output == "141\n" && !result.errors.contains("Error"), "\(result)")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
  func `on a terminal a line of progress is drawn and taken away, in a pipe there is none`()
    async throws
  {
    _ = try await run("$0 --store a.sqlite add -q one")
    let spawn = "import pty, sys; pty.spawn(sys.argv[1:])"
    let shown = try await run(
      "TERM=xterm python3 -c '\(spawn)' $0 --store a.sqlite sync --remote file:hub.sqlite"
    )
    #expect(shown.output.contains("\r\u{1B}[KFetching what the hub holds: 0 here"), "\(shown)")
    #expect(shown.output.contains("\r\u{1B}[KPushing: 0 of 1 sent"), "\(shown)")
    #expect(shown.output.contains("\r\u{1B}[KSynced with"), "\(shown)")
    let refused = try await run(
      "ITEMSCTL_PROGRESS=none TERM=xterm python3 -c '\(spawn)' $0 --store a.sqlite sync"
    )
    #expect(refused.output.hasSuffix("nothing had changed\r\n"), "\(refused)")
    #expect(!refused.output.contains("\u{1B}"), "\(refused)")
    let dumb = try await run("TERM=dumb python3 -c '\(spawn)' $0 --store a.sqlite sync")
    #expect(dumb.output.hasSuffix("nothing had changed\r\n") && !dumb.output.contains("\u{1B}"))
    let piped = try await run("$0 --store b.sqlite sync --remote file:hub.sqlite")
    #expect(!piped.output.contains("\u{1B}") && !piped.errors.contains("\u{1B}"))
    #expect(!piped.errors.contains("Fetching"))
  }
}
