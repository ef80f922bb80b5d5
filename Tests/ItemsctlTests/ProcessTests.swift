import Foundation
import Storage
import Testing

@testable import itemsctl

@Suite(.enabled(if: BuiltCommand.path != nil)) struct ProcessTests: CommandSuite {
  let workplace: Workplace

  init() throws { workplace = try Workplace() }

  @Test func `the version is told without touching anything`() async throws {
    let result = try await run("$0 --version")
    #expect(result.code == 0 && result.output == "itemsctl \(PackageRelease.version)\n")
    #expect(!workplace.exists(".local"))
  }

  @Test func `reading makes no store, adding makes the default one`() async throws {
    let before = try await run("$0 list")
    #expect(before.code == 0 && before.output == "" && before.errors == "")
    #expect(try await run("$0 done 1").code == 1)
    #expect(!workplace.exists(".local"))
    #expect(try await run("$0 add 'Buy milk'").code == 0)
    #expect(try await run("$0 list").output == "1\topen\tnone\t\tinbox\t\tBuy milk\n")
    #if os(Linux)
    #expect(workplace.exists(".local/share/itemsctl/items.sqlite"))
    #endif
    let moved = ["XDG_DATA_HOME": workplace.file("data")]
    #expect(try await run("$0 list", variables: moved).output == "")
    #expect(try await run("$0 add x", variables: moved).code == 0)
    #expect(workplace.exists("data/itemsctl/items.sqlite"))
  }

  @Test func `a store that is asked for must be there, or at least its folder`() async throws {
    let missing = try await run("$0 --store a.sqlite list")
    #expect(missing.code == 66 && missing.errors.contains("There is no store at 'a.sqlite'."))
    #expect(try await run("$0 --store no/a.sqlite add x").code == 73)
    #expect(!workplace.exists("a.sqlite") && !workplace.exists("no"))
    for store in ["a.sqlite", "a.json"] {
      #expect(try await run("$0 --store \(store) add x -q").code == 0)
      #expect(try await run("ITEMSCTL_STORE=\(store) $0 list").output.hasSuffix("\tx\n"))
    }
    #expect(try await run("ITEMSCTL_STORE=a.txt $0 list").code == 78)
    #expect(
      try await run("$0 --store memory: --fixture full list -n 1").output.contains("radiators")
    )
    for store in ["--store memory:", "--context preview"] {
      let demo = try await run("$0 \(store) --fixture demo list due:today --json")
      #expect(demo.code == 0 && demo.output.contains("Water the ferns"))
    }
  }

  /// Permissions do not hold for root, who runs such a command as another user.
  private static let asOther =
    geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""

  @Test(arguments: ["a.sqlite", "a.json"])
  func `a file that may only be read is read, and a write says why not`(
    store: String
  ) async throws {
    _ = try await run("$0 --store \(store) add -q kept && cp $0 command && chmod 444 \(store)")
    _ = try await run("chmod 555 .")
    // Where another user cannot even start a copy of the command, there is nothing to see.
    guard try await run("\(Self.asOther)./command --version").code == 0 else { return }
    let before = try workplace.read(store)
    let written = try await run("\(Self.asOther)./command --store \(store) add more")
    #expect(written.code == 77, "\(written.errors)")
    #expect(written.errors.contains(store))
    let listed = try await run("\(Self.asOther)./command --store \(store) list")
    #expect(listed.output.hasSuffix("\tkept\n"), "\(listed.errors)")
    #expect(try workplace.read(store) == before)
    _ = try await run("chmod 755 .")
  }

  @Test func `a word that is not UTF-8 is refused, not mended`() async throws {
    let result = try await run(#"$0 --store a.sqlite add "$(printf 'bad \377')""#)
    #expect(result.code == 64)
    #expect(result.errors.hasPrefix("Error: Argument 4 is not UTF-8 text."))
    #expect(!workplace.exists("a.sqlite"))
  }

  @Test func `what is no store is refused and left alone`() async throws {
    let text = String(repeating: "this is no database\n", count: 100)
    _ = try workplace.write("a.sqlite", text)
    let result = try await run("$0 --store a.sqlite list; $0 --store a.sqlite add x")
    #expect(result.code == 65, "\(result.errors)")
    #expect(try workplace.read("a.sqlite") == Data(text.utf8))
  }

  @Test func `a malformed file of JSON is refused by line and column and left alone`() async throws
  {
    let text = "{\n  \"schema\": 1,\n  oops\n}\n"
    _ = try workplace.write("a.json", text)
    for command in ["list", "add x"] {
      let result = try await run("$0 --store a.json \(command)")
      #expect(result.code == 65 && result.output == "")
      #expect(result.errors.contains("line 3, column 3"), "\(result.errors)")
    }
    #expect(try workplace.read("a.json") == Data(text.utf8))
  }

  @Test func `a reader that goes away ends the command with 141, in silence`() async throws {
    let store = "--store memory: --fixture large:20000"
    let result = try await run(
      "{ $0 \(store) list --json; echo $? >code; } | head -c 10 >/dev/null"
    )
    #expect(result.errors == "")
    #expect(String(decoding: try workplace.read("code"), as: UTF8.self) == "141\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk ends the command with 74 and a message`() async throws {
    let result = try await run("$0 --store memory: --fixture full list >/dev/full")
    #expect(result.code == 74)
    #expect(result.errors.contains("Writing to standard output failed: No space left on device."))
    let help = try await run("$0 --help >/dev/full")
    #expect(help.code == 74)
  }

  @Test(arguments: ["a.sqlite", "a.json"])
  func `two processes that add at once keep every item`(store: String) async throws {
    // 75 says that the store was busy for too long and that nothing was changed.
    let first = """
      for i in $(seq 20); do
        until $0 --store \(store) add -q a$i; do test $? = 75 || exit 1; done
      done
      """
    _ = try await run("$0 --store \(store) add -q start")
    let calls = try [first, first].map { try BuiltCommand.start(shell: $0, in: workplace) }
    for call in calls {
      let result = try await call.result()
      #expect(result.code == 0, "\(result.errors)")
    }
    let numbers = try await run("$0 --store \(store) list --sort number | cut -f1").output
    #expect(numbers == (1...41).map { "\($0)\n" }.joined())
  }

  @Test(arguments: ["a.sqlite", "a.json"])
  func `forty processes that add at once keep forty items`(store: String) async throws {
    let calls = try (1...40).map { number in
      let line = "until $0 --store \(store) add -q item\(number); do test $? = 75 || exit 1; done"
      return try BuiltCommand.start(shell: line, in: workplace)
    }
    for call in calls { #expect(try await call.result().code == 0) }
    let result = try await run("$0 --store \(store) list --sort number | cut -f1,7")
    let lines = result.output.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(lines.map { $0.first } == (1...40).map { "\($0)" }, "\(result.errors)")
    #expect(Set(lines.compactMap(\.last)).count == 40)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `an error behind a change says that the change was made`() async throws {
    let added = try await run("$0 --store a.sqlite add one >/dev/full")
    #expect(added.code == 74)
    #expect(
      added.errors.hasSuffix(
        "Help:  This was done before the failure; do not repeat it: added 1 \"one\".\n"
      ),
      "\(added.errors)"
    )
    let deleted = try await run("$0 --store a.sqlite delete 1 >/dev/full")
    #expect(deleted.code == 74 && deleted.errors.contains("do not repeat it: Deleted 1 \"one\""))
    #expect(try await run("$0 --store a.sqlite list --deleted").output.hasSuffix("\tone\n"))
    let looked = try await run("$0 --store a.sqlite delete 77 >/dev/full")
    #expect(looked.code == 1 && !looked.errors.contains("is kept"))
  }

  @Test(arguments: ["a.sqlite", "a.json"])
  func `a killed import leaves all or nothing`(store: String) async throws {
    _ = try await run("$0 --store \(store) add -q before")
    _ = try await run("$0 --store memory: --fixture large:5000 export -o items.ndjson")
    // The kill comes at some moment of the start, of the work, or after it: each is right, however fast the machine is.
    for delay in ["0.02", "0.05", "0.1", "0.2", "0.4"] {
      let result = try await run(
        "$0 --store \(store) import items.ndjson >/dev/null & sleep \(delay); kill -9 $!; wait $!; echo $?"
      )
      let count = try await run("$0 --store \(store) list --all | wc -l").output
      let number = Int(count.filter(\.isNumber)) ?? -1
      #expect(number == 1 || number == 5_001, "after \(delay) s: \(number) items, \(result.output)")
    }
  }

  /// The names of the files here that begin so.
  private func files(_ prefix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: workplace.path)
      .filter { $0.hasPrefix(prefix) }
  }

  /// Sends a call a signal when there is a file whose name begins so; false where the file was gone by then.
  ///
  /// On a thread of its own, since what is waited for may be over before a task's turn comes again.
  private func send(_ signal: Int32, to call: BuiltCommand.Call, whenThereIs prefix: String) async
    -> Bool
  {
    let path = workplace.path
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var isThere: Bool {
          let names = try? FileManager.default.contentsOfDirectory(atPath: path)
          return names?.contains { $0.hasPrefix(prefix) } == true
        }
        while !isThere, !call.isOver { usleep(2_000) }
        call.send(signal)
        continuation.resume(returning: isThere)
      }
    }
  }

  /// What a call gave back that was sent a signal while a file was there which it has at work.
  ///
  /// On a busy machine it may be at its end when the signal comes. It is begun again in that case, as often as
  /// that is so.
  private func result(
    of words: String,
    prepared preparation: String,
    endedBy signal: Int32,
    whenThereIs prefix: String
  ) async throws -> BuiltCommand.Result {
    // One that came in time may still come behind the last look for signals, but not each time.
    var ignored = 0
    while true {
      _ = try await run(preparation)
      let call = try BuiltCommand.start(shell: "exec $0 \(words)", in: workplace)
      let isInTime = await send(signal, to: call, whenThereIs: prefix)
      let result = try await call.result()
      if result.code != 0 || ignored == 20 { return result }
      if isInTime { ignored += 1 }
    }
  }

  @Test(
    arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)],
    ["a.sqlite", "a.json"]
  )
  func `an import that is ended by a signal has imported nothing and leaves no new store`(
    signal: (number: Int32, code: Int32),
    store: String
  ) async throws {
    _ = try await run("$0 --store memory: --fixture large:20000 export -o items.ndjson")
    // The unfinished store is made when the command is at work.
    let result = try await result(
      of: "--store \(store) import items.ndjson",
      prepared: "rm -f \(store)*",
      endedBy: signal.number,
      whenThereIs: ".\(store)"
    )
    #expect(result.code == signal.code && result.output == "", "\(result)")
    #expect(try files(".\(store)") == [] && files(store) == [])
  }

  @Test func `a first import that is ended by a signal leaves no folder either`() async throws {
    _ = try await run("$0 --store memory: --fixture large:20000 export -o items.ndjson")
    // The first folder is made when the command is at work.
    let result = try await result(
      of: "import items.ndjson",
      prepared: "rm -rf .local",
      endedBy: SIGINT,
      whenThereIs: ".local"
    )
    #expect(result.code == 130 && result.output == "", "\(result)")
    #expect(!workplace.exists(".local"))
  }

  @Test func `an import that is interrupted leaves a store as it was`() async throws {
    _ = try await run("$0 --store memory: --fixture large:20000 export -o items.json")
    let result = try await result(
      of: "--store a.sqlite import items.json",
      prepared: "rm -f a.sqlite*; $0 --store a.sqlite add -q before",
      endedBy: SIGINT,
      whenThereIs: "a.sqlite-wal"
    )
    #expect(result.code == 130 && result.output == "" && result.errors == "", "\(result)")
    #expect(
      try await run("$0 --store a.sqlite list").output == "1\topen\tnone\t\tinbox\t\tbefore\n"
    )
  }

  @Test(arguments: ["a.sqlite", "a.json"])
  func `an import that fails leaves no new store behind`(store: String) async throws {
    _ = try workplace.write("bad.ndjson", "{\"title\":\"a\"}\n{}\n")
    _ = try workplace.write("worse.ndjson", "{}\n[]\n")
    for words in [
      "bad.ndjson --strict", "worse.ndjson", "missing.json", "worse.ndjson --dry-run",
      ". --format csv",
    ] {
      let result = try await run("$0 --store \(store) import \(words)")
      #expect(result.code != 0 && result.errors.hasPrefix("Error: "), "\(words)")
      #expect(try files(".\(store)") == [] && files(store) == [], "\(words)")
    }
    // What is left out of a dry run makes no store, either.
    #expect(try await run("$0 --store \(store) import bad.ndjson --dry-run").code == 65)
    #expect(try files(".\(store)") == [] && files(store) == [])
    _ = try workplace.write("good.ndjson", "{\"title\":\"a\"}\n")
    #expect(try await run("$0 --store \(store) import good.ndjson --dry-run").code == 0)
    #expect(!workplace.exists(store))
    #expect(try await run("$0 --store \(store) import good.ndjson").code == 0)
    #expect(try await run("$0 --store \(store) list").output.hasSuffix("\ta\n"))
    #expect(try files(".\(store)") == [])
  }

  @Test func `an export that is ended by a signal leaves no unfinished file`() async throws {
    for (signal, code) in [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)] {
      let result = try await result(
        of: "--store memory: --fixture large:40000 export -o out.csv",
        prepared: "rm -f out.csv*",
        endedBy: signal,
        whenThereIs: ".out.csv"
      )
      #expect(result.code == code, "\(result)")
      #expect(try files("out.csv") == [] && files(".out.csv") == [])
    }
  }

  @Test(
    arguments: [SIGINT, SIGTERM],
    [
      "--store a.sqlite backup new.sqlite", "convert a.sqlite new.sqlite",
      "convert a.sqlite new.json",
    ]
  )
  func `a copy of a store that is ended by a signal leaves nothing unfinished`(
    signal: Int32,
    words: String
  ) async throws {
    _ = try await run("$0 --store memory: --fixture large:20000 backup a.sqlite")
    let result = try await result(
      of: words,
      prepared: "rm -f new*",
      endedBy: signal,
      whenThereIs: ".new"
    )
    #expect(result.code == (signal == SIGINT ? 130 : 143) && result.output == "", "\(result)")
    #expect(try files(".new") == [], "\(result)")
    // Where it had its name by then, it is whole; its log goes when it is next opened.
    for name in try files("new") where !name.hasSuffix("-wal") && !name.hasSuffix("-shm") {
      #expect(try await run("$0 --store \(name) doctor -q").code == 0, "\(name)")
    }
  }

  @Test func `messages about progress do not go to pipes`() async throws {
    let result = try await run(
      "$0 --store memory: --fixture large:3000 export -o a.json && $0 --store a.sqlite import a.json"
    )
    #expect(result.code == 0 && result.errors == "", "\(result)")
  }

  @Test func `an export appears whole or not at all`() async throws {
    let result = try await run("$0 --store memory: --fixture full export --output out.json")
    #expect(result.output == "Exported 36 items to 'out.json'\n")
    #expect(try await run("$0 --store b.sqlite import --strict out.json").code == 0)
    #expect(
      try await run("$0 --store b.sqlite export").output
        == String(
          decoding: try workplace.read("out.json"),
          as: UTF8.self
        )
    )
    _ = try workplace.write("kept.json", "kept")
    #expect(try await run("$0 --store none.sqlite export -o kept.json").code == 66)
    #expect(try workplace.read("kept.json") == Data("kept".utf8))
    let names = try FileManager.default.contentsOfDirectory(atPath: workplace.path)
    #expect(!names.contains { $0.hasSuffix(".tmp") })
    #expect(try await run("$0 --store memory: export -o no/out.json").code == 73)
  }

  @Test(arguments: [
    ("Europe/Berlin", "2025-03-30", "Sun 30 Mar 2025", "2025-03-30"),
    ("Europe/Berlin", "2025-03-30 02:30", "Sun 30 Mar 2025 03:30", "2025-03-30T01:30:00.000Z"),
    ("Europe/Berlin", "2025-07-01 12:00", "Tue 1 Jul 2025 12:00", "2025-07-01T10:00:00.000Z"),
    ("America/New_York", "2035-12-24T17:00", "Mon 24 Dec 2035 17:00", "2035-12-24T22:00:00.000Z"),
    ("America/New_York", "2035-12-24T17:00Z", "Mon 24 Dec 2035 12:00", "2035-12-24T17:00:00.000Z"),
    ("Asia/Kathmandu", "2035-12-24", "Mon 24 Dec 2035", "2035-12-24"),
  ]) func `dates are those of the local time zone`(
    zone: String,
    phrase: String,
    shown: String,
    stored: String
  ) async throws {
    guard FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\(zone)") else { return }
    let variables = ["TZ": zone, "ITEMSCTL_STORE": "a.sqlite"]
    let added = try await run("$0 add x --due '\(phrase)'", variables: variables)
    #expect(added.output.hasSuffix(", due \(shown)\n"), "\(added.output)\(added.errors)")
    #expect(try await run("$0 list", variables: variables).output.contains("\t\(stored)\t"))
  }

  @Test func `two stores meet at a hub`() async throws {
    _ = try await run(
      "$0 --store a.sqlite add -q one && $0 --store b.sqlite add -q --each two three"
    )
    let first = try await run("$0 --store a.sqlite sync --remote file:hub.sqlite")
    #expect(
      first.code == 0 && first.output.hasSuffix("/hub.sqlite: 1 pushed, 0 pulled\n"),
      "\(first)"
    )
    let second = try await run("$0 --store b.sqlite sync --remote file:$PWD/hub.sqlite --json")
    #expect(second.output.contains("\"pushed\":2,\"pulled\":1,\"conflicts\":0"), "\(second)")
    #expect(
      try await run("$0 --store a.sqlite sync").output.contains("0 pushed, 2 pulled\nWhat came:\n")
    )
    #expect(try await run("$0 --store a.sqlite sync").output.hasSuffix("nothing had changed\n"))
    #expect(
      try await run("$0 --store a.sqlite list | cut -f7 | sort").output == "one\nthree\ntwo\n"
    )
    let status = try await run("$0 --store a.sqlite sync status --json")
    #expect(status.output.contains("\"unsynced\":0,\"behind\":0,\"conflicts\":0,"))
    #expect(try await run("$0 --store c.sqlite sync").code == 64)
    #expect(try await run("$0 --store a.sqlite sync --remote nonsense").code == 64)
    #expect(try await run("$0 --store a.sqlite sync --remote file:/nowhere/hub.sqlite").code == 73)
  }

  @Test func `an export keeps links and permissions, and writes to pipes`() async throws {
    let result = try await run(
      """
      $0 --store a.sqlite add -q one; touch real; chmod 600 real; ln -s real link; mkfifo pipe; \
      $0 --store a.sqlite export -q --format json -o link && test -L link && ls -l real | cut -c1-10; \
      grep -c one real; cat pipe >copy & \
      $0 --store a.sqlite export -q -o pipe; wait; test -p pipe && cmp real copy && echo same
      """
    )
    #expect(
      result.output == "-rw-------\n1\nsame\n",
      "\(result.output)\(result.errors)"
    )
  }

  @Test(arguments: ["sqlite", "json"])
  func `a file without a byte is an empty store, and not in silence`(ending: String) async throws {
    let warning = "Warning: 'a.\(ending)' is an empty file, and counts as a new store."
    for words in ["list", "count", "doctor", "add x --dry-run"] {
      let result = try await run(
        ": >a.\(ending); $0 --store a.\(ending) \(words) >out; wc -c <a.\(ending)"
      )
      #expect(result.output == "0\n" && result.errors.hasPrefix(warning), "\(words): \(result)")
    }
    #expect(try await run("$0 --store a.\(ending) add x").errors.hasPrefix(warning))
    #expect(try await run("$0 --store a.\(ending) list").errors.isEmpty)
    #expect(
      try await run("COLUMNS=0 $0 --store a.\(ending) list --format table").output
        == "#  TITLE  LIST\n1  x      inbox\n"
    )
  }

  @Test func `a JSON store is imported like any file`() async throws {
    let result = try await run(
      """
      $0 --store a.json add -q --each one two && $0 --store a.json delete -q 1 && \
      $0 --store b.sqlite import a.json && $0 --store b.sqlite list
      """
    )
    #expect(
      result.output
        == "Imported: 1 added, 0 updated, 0 unchanged\n1\topen\tnone\t\tinbox\t\ttwo\n",
      "\(result.errors)"
    )
  }
}
