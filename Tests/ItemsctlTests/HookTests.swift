import Files
import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import Phrases
@testable import itemsctl

/// Hooks, told by the built command.
@Suite(.enabled(if: BuiltCommand.path != nil)) struct HookTests {
  private let workplace: Workplace

  init() throws { workplace = try Workplace() }

  @discardableResult
  private func run(_ line: String) async throws -> BuiltCommand.Result {
    let result = try await BuiltCommand.run(line, in: workplace)
    #expect(result.code == 0, "\(line): \(result)")
    return result
  }

  /// Makes a hook; another process writes it, as one that forks here meanwhile would hold it open.
  private func hook(_ name: String, _ lines: String, mode: String = "755") async throws {
    _ = try workplace.write("text", "#!/bin/sh\n\(lines)\n")
    let folder = ".config/itemsctl/hooks"
    try await run(
      "mkdir -p \(folder) && cp text \(folder)/\(name) && chmod \(mode) \(folder)/\(name)"
    )
  }

  private static let queue = ".local/state/itemsctl/hooks/queue"

  /// Waits until all hooks were told of all.
  private func settle() async throws {
    let path = workplace.file(Self.queue)
    try await wait(for: "'\(path)' is to be empty") {
      let names = try? FileManager.default.contentsOfDirectory(atPath: path)
      return names?.isEmpty != false
    }
  }

  /// The events that a hook kept.
  private func events(in name: String = "log") async throws -> [JSONObject] {
    try await settle()
    guard workplace.exists(name) else { return [] }
    return try workplace.read(name).split(separator: UInt8(ascii: "\n"))
      .map { try #require(JSONParser.parse(Array($0)).object) }
  }

  private static let keeping = "cat >>\"$HOME/log\""

  @Test func `a hook is told of each change, in order, with the items as they are`() async throws {
    try await hook("keep", Self.keeping)
    try await run(
      """
      $0 add -q Milk && $0 add -q --each Eggs Bread && $0 edit -q 1 +shop && $0 done -q 2 && \
      $0 delete -q 3 && $0 undo -q && $0 redo -q && $0 purge -qy 3 && $0 list && $0 add -q --dry-run x && \
      $0 edit -q 1 +shop && $0 export -q -o items.ndjson && $0 import -q items.ndjson
      """
    )
    let events = try await events()
    let told = events.map { event in
      let items = event["items"]?.array ?? []
      let titles = items.compactMap { $0.object?["title"]?.string }
      let deleted = event["deleted"]?.array?.count ?? -1
      return "\(event["command"]?.string ?? "") \(titles.joined(separator: ",")) \(deleted)"
    }
    #expect(
      told == [
        "add Milk 0", "add Eggs,Bread 0", "edit Milk 0", "done Eggs 0", "delete  1",
        "undo Bread 0", "redo  1", "purge  1",
      ]
    )
    let first = try #require(events.first)
    #expect(first["schema"]?.integer == Int64(ItemJSON.schema))
    #expect(first["event"]?.string == "change")
    #expect(first["store"]?.string?.hasSuffix("/.local/share/itemsctl/items.sqlite") == true)
    #expect(first["more"] == .bool(false))
    let keys = first["items"]?.array?.first?.object?.map(\.key)
    #expect(keys?.contains("tags") == true)
    #expect(events[2]["items"]?.array?.first?.object?["tags"] == ["shop"])
    #expect(events[3]["items"]?.array?.first?.object?["status"] == "done")
  }

  @Test func `what a sync brings is told, and many items by the first of them`() async throws {
    try await run("for n in $(seq 150); do echo item $n; done | $0 --store a.sqlite add -q -")
    try await run("$0 --store a.sqlite sync -q --remote file:hub.sqlite")
    try await hook("keep", Self.keeping)
    try await run("$0 --store b.sqlite sync -q --remote file:hub.sqlite")
    let event = try #require(try await events().first)
    #expect(event["command"] == "sync" && event["more"] == .bool(true))
    let path = try FilePath(workplace.file("b.sqlite")).resolved().description
    #expect(event["store"]?.string == path)
    #expect(event["items"]?.array?.count == ChangedItems.maxItems)
    #expect(try await events().count == 1)
  }

  @Test func `a store that is followed tells what comes`() async throws {
    try await run("$0 --store a.sqlite add -q one")
    try await run("$0 --store a.sqlite sync -q --remote file:hub.sqlite")
    try await hook("keep", Self.keeping)
    let watch = try BuiltCommand.start(
      shell: "exec $0 --store b.sqlite sync --watch --remote file:hub.sqlite",
      in: workplace
    )
    try await workplace.wait(in: "log", for: "\"title\":\"one\"")
    try await run(
      "ITEMSCTL_HOOK=1 $0 --store a.sqlite add -q two && ITEMSCTL_HOOK=1 $0 --store a.sqlite sync -q"
    )
    try await workplace.wait(in: "log", for: "\"title\":\"two\"")
    watch.send(SIGTERM)
    _ = try await watch.result()
    #expect(try await events().map { $0["items"]?.array?.count } == [1, 1])
  }

  @Test func `what a hook changes is told to no hook`() async throws {
    let command = try #require(BuiltCommand.path)
    try await hook(
      "change",
      "\(command) add -q \"beside $(\(command) count)\"; echo told >>\"$HOME/told\""
    )
    try await run("$0 --store other.sqlite add -q one")
    try await settle()
    #expect(try workplace.read("told") == Data("told\n".utf8))
    #expect(
      try await run("$0 --store other.sqlite list --fields title").output == "one\nbeside 1\n"
    )
  }

  @Test func `programs that cannot be trusted or executed are no hooks`() async throws {
    try await hook("open", Self.keeping, mode: "777")
    try await hook("off", Self.keeping, mode: "644")
    try await hook("keep~", Self.keeping)
    try await hook(".hidden", Self.keeping)
    try await run("$0 add -q one")
    #expect(!workplace.exists(Self.queue))
    let doctor = try await BuiltCommand.run("$0 doctor", in: workplace)
    #expect(
      doctor.code == 1 && doctor.output.contains("/hooks/open', so it is not run."),
      "\(doctor)"
    )
    try await run("$0 doctor --fix && $0 add -q two")
    #expect(try await events().count == 1)
  }

  @Test func `hooks that fail are told by doctor, until it was asked to forget`() async throws {
    try await hook("fail", "echo no route >&2; echo more; exit 3")
    try await hook("strange", "kill -9 $$")
    try await hook("text", "")
    try await run("printf '#!/nonexistent\\n' >.config/itemsctl/hooks/text")
    try await run("$0 add -q one && $0 add -q two")
    try await settle()
    let doctor = try await BuiltCommand.run("$0 doctor", in: workplace)
    let lines = doctor.output.split(separator: "\n")
    #expect(doctor.code == 1 && lines.count == 3, "\(doctor)")
    #expect(
      lines[0].contains("'fail' failed 2 times")
        && lines[0].hasSuffix(": it ended with 3: no route.")
    )
    #expect(lines[1].contains("'strange'") && lines[1].hasSuffix(": it was ended by signal 9."))
    #expect(lines[2].contains("'text'") && lines[2].contains("could not be started"))
    #expect(try await run("$0 doctor --fix").output.contains("fixed   The hook 'fail'"))
    try await run("$0 doctor")
  }

  @Test func `forty processes at once are told one by one, each once`() async throws {
    try await hook(
      "keep",
      "\(Self.keeping); echo x >>\"$HOME/running\"; test $(cat running | wc -l) = 1; rm running"
    )
    // 75 says that the store was busy for too long and that nothing was changed.
    let calls = try (1...40).map { number in
      let line = "until $0 add -q item \(number); do test $? = 75 || exit 1; done"
      return try BuiltCommand.start(shell: line, in: workplace)
    }
    for call in calls {
      let result = try await call.result()
      #expect(result.code == 0 && result.errors.isEmpty, "\(result)")
    }
    let titles = try await events().compactMap {
      $0["items"]?.array?.first?.object?["title"]?.string
    }
    #expect(Set(titles).count == 40 && titles.count == 40, "\(titles)")
    try await run("$0 doctor")
  }

  @Test func `what waits when its teller is ended is told with the next change`() async throws {
    try await hook(
      "keep",
      "test -e \"$HOME/go\" || { echo >\"$HOME/begun\"; kill -9 $PPID; exit; }; \(Self.keeping)"
    )
    try await run("$0 add -q one")
    try await workplace.wait(in: "begun", for: "\n")
    // Until the process that was to tell the hook is gone, there is nothing wrong.
    try await wait(for: "'doctor' is to find the change that waits") {
      try await BuiltCommand.run("$0 doctor", in: workplace).code != 0
    }
    let doctor = try await BuiltCommand.run("$0 doctor", in: workplace)
    #expect(doctor.output.contains("1 change waits for hooks"), "\(doctor)")
    _ = try workplace.write("go", "")
    try await run("$0 add -q two")
    #expect(try await events().count == 2)
  }

  @Test func `an event that cannot be kept is a warning alone`() async throws {
    try await hook("keep", Self.keeping)
    try await run("mkdir -p .local/state/itemsctl && echo no folder >.local/state/itemsctl/hooks")
    let result = try await run("$0 add one")
    #expect(result.output == "Added 1 \"one\"\n")
    #expect(result.errors.hasPrefix("Warning: hooks were not run: Making '/"), "\(result)")
    #expect(result.errors.hasSuffix("failed: Not a directory.\n"), "\(result)")
  }
}

/// The process that tells hooks, with less patience.
@Suite struct HookRunnerTests {
  private let workplace: Workplace
  private let environment: ProcessEnvironment

  init() throws {
    workplace = try Workplace()
    environment = ProcessEnvironment(
      variables: ["HOME": workplace.path, "PATH": "/usr/bin:/bin"],
      folder: workplace.path
    )
  }

  private func hook(_ name: String, _ lines: String) async throws {
    _ = try workplace.write("text", "#!/bin/sh\n\(lines)\n")
    let folder = "\(workplace.path)/.config/itemsctl/hooks"
    let line = "mkdir -p \(folder) && cp text \(folder)/\(name) && chmod +x \(folder)/\(name)"
    #expect(try await BuiltCommand.run(line, in: workplace).code == 0)
  }

  private func queue() throws -> HookQueue { try #require(HookQueue(environment)) }

  private func runner(_ limit: Duration) throws -> HookRunner {
    var runner = HookRunner(
      folder: try #require(HookFolder(environment)),
      queue: try queue(),
      environment: environment
    ) { testNow }
    runner.limit = limit
    return runner
  }

  private func lines(of name: String) throws -> [String] {
    String(decoding: try workplace.read(name), as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  @Test func `hooks that hang or flood hold up no other, and end`() async throws {
    try await hook("flood", "echo yes; : >\"$HOME/flood\"; while :; do echo yes; done")
    try await hook("hang", "echo $$ >\"$HOME/hang\"; sleep 1000 & echo $! >>\"$HOME/hang\"; wait")
    try await hook("keep", "cat >>\"$HOME/log\"")
    let queue = try queue()
    for number in 1...5 {
      try queue.add("{\"n\":\(number)}\n", at: testNow.adding(seconds: Double(number)))
    }
    // A second goes by with each event that 'keep' was told of while the others ran: had they held it up, time would
    // stand for good.
    let (start, workplace) = (ContinuousClock.now, workplace)
    @Sendable func count(_ name: String) -> Int {
      ((try? workplace.read(name)) ?? Data()).count { $0 == UInt8(ascii: "\n") }
    }
    var runner = try runner(.seconds(5))
    runner.limitClock = {
      let haveBegun = count("hang") == 2 && workplace.exists("flood")
      return start + .seconds(min(count("log"), haveBegun ? 5 : 4))
    }
    let notice = WaitNotice { "'keep' is to be told of 5 events, and was of \(count("log"))" }
    try runner.run()
    notice.end()
    #expect(try lines(of: "log") == (1...5).map { "{\"n\":\($0)}" })
    let failures = HookFailures(queue.failures).entries
    #expect(failures.keys.sorted() == ["flood", "hang"])
    // What waited meanwhile was not told to them.
    #expect(failures.values.allSatisfy { $0.count == 1 }, "\(failures)")
    #expect(failures["flood"]?.reason == "it was ended after 5 seconds: yes")
    for id in try lines(of: "hang").compactMap({ Int32($0) }) {
      // It may be there as one that nobody has asked for yet.
      let state = try await BuiltCommand.run("ps -o stat= -p \(id)", in: workplace).output
      #expect(state.isEmpty || state.hasPrefix("Z"), "what a hook started is left: \(state)")
    }
    #expect(queue.waiting.isEmpty)
  }

  @Test func `what comes while a hook hangs is told to the others at once`() async throws {
    try await hook("hang", "echo $$ >>\"$HOME/hang\"; exec sleep 1000")
    try await hook("keep", "cat >>\"$HOME/log\"; echo >>\"$HOME/told\"")
    let queue = try queue()
    try queue.add("{\"n\":1}\n", at: testNow)
    let runner = try runner(.seconds(600))
    let (running, end) = AsyncStream<Void>.makeStream()
    Thread.detachNewThread {
      try? runner.run()
      end.finish()
    }
    try await workplace.wait(in: "told", for: "\n")
    try await workplace.wait(in: "hang", for: "\n")
    try queue.add("{\"n\":2}\n", at: testNow.adding(seconds: 1))
    try await workplace.wait(in: "told", for: "\n\n")
    #expect(try lines(of: "log") == ["{\"n\":1}", "{\"n\":2}"])
    // The second event is for the one that hangs, too, once it is over the first.
    for count in 1...2 {
      try await wait(for: "the hook is to begin \(count) times") {
        try lines(of: "hang").count >= count
      }
      let id = try lines(of: "hang")[count - 1]
      #expect(try await BuiltCommand.run("kill \(id)", in: workplace).code == 0)
    }
    for await _ in running {}
    #expect(queue.waiting.isEmpty)
  }

  @Test func `no more than a thousand events wait, and what is lost is told`() async throws {
    let queue = try queue()
    for number in 0..<HookQueue.maxEvents + 3 {
      try queue.add("{}\n", at: testNow.adding(seconds: Double(number)))
    }
    #expect(queue.waiting.count == HookQueue.maxEvents)
    let check = HookCheck(
      environment: environment,
      calendar: LocalCalendar(zone: .fixed(secondsFromGMT: 0), now: testNow)
    )
    let findings = check.findings(isFixing: false).map(\.message)
    #expect(findings.count == 2 && findings[0].contains("1000 were waiting already"), "\(findings)")
    // Without a hook, nobody waits for them.
    try runner(.seconds(1)).run()
    #expect(queue.waiting.isEmpty)
    #expect(check.findings(isFixing: true).map(\.isFixed) == [true])
    #expect(check.findings(isFixing: false) == [])
  }

  @Test func `a record of failures that is damaged is begun anew`() async throws {
    try await hook("fail", "exit 1")
    let queue = try queue()
    try queue.add("not json\n", at: testNow)
    _ = try workplace.write(".local/state/itemsctl/hooks/failures.json", "{\"fail\":")
    try runner(.seconds(600)).run()
    #expect(
      HookFailures(queue.failures).entries
        == ["fail": .init(count: 1, date: testNow, reason: "it ended with 1")]
    )
  }
}
