import Foundation
import Storage
import Sync
import Testing

@testable import CommandKit
@testable import Phrases
@testable import itemsctl

/// `remind`, by a clock that is set.
@Suite struct RemindTests {
  private let workplace: Workplace
  private let store: SQLiteRepository

  init() throws {
    workplace = try Workplace()
    store = try SQLiteRepository.inMemory()
  }

  /// Runs a command line in the store of a home, at a time of Thursday, 26 November 2026, or of another day.
  @discardableResult
  private func at(
    _ time: String,
    _ line: String,
    home: String? = nil
  ) async throws -> Outcome {
    let text = time.contains("T") ? time : "2026-11-26T\(time)"
    let now = Date(millisecondsSince1970: try ISO8601.parse("\(text):00Z").milliseconds)
    let store = store
    let (output, errors) = (CapturedSink(), CapturedSink())
    let world = World(
      environment: ProcessEnvironment(
        variables: [
          "HOME": home ?? workplace.path, "PATH": "/usr/bin:/bin", "TMPDIR": workplace.path,
        ],
        folder: workplace.path
      ),
      input: TextSource(""),
      standardOutput: output,
      standardError: errors,
      outputIsTerminal: false,
      errorIsTerminal: false,
      terminalWidth: nil,
      calendar: LocalCalendar(zone: .fixed(secondsFromGMT: 3_600), now: now),
      repository: { _, _ in store },
      networkService: { _, remote, _ throws(SyncError) in try remote.makeNetworkService() },
      keepsStoreOpen: true
    )
    let code = await Run(world: world)(SyncWorld.words(of: line))
    return Outcome(code: code, output: output.text, errors: errors.text)
  }

  /// The titles that a call reminds of, in its order.
  private func told(_ time: String, _ words: String = "") async throws -> [String] {
    let outcome = try await at(time, "remind --fields title --format tsv \(words)")
    #expect(outcome.code == .success && outcome.errors == "", "\(outcome)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  private func add(_ items: (title: String, due: String)...) async throws {
    for (title, due) in items {
      let outcome = try await at("2026-11-01T00:00", "add -q --due \"\(due)\" -- \"\(title)\"")
      #expect(outcome.code == .success, "\(outcome)")
    }
  }

  // The clock on the wall is an hour ahead of UTC.

  @Test func `an item is told once its moment has come, and once`() async throws {
    try await add(("eleven", "2026-11-26T11:00Z"), ("noon", "2026-11-26T12:00Z"))
    #expect(try await told("10:59") == [])
    #expect(try await told("11:00") == ["eleven"])
    #expect(try await told("11:01") == [])
    #expect(try await told("12:30") == ["noon"])
    #expect(try await told("12:30") == [])
  }

  @Test func `what is due on a day is told at nine, or at another time`() async throws {
    try await add(("thursday", "2026-11-26"), ("friday", "2026-11-27"), ("saturday", "2026-11-28"))
    #expect(try await told("07:59") == [])
    #expect(try await told("08:00") == ["thursday"])
    #expect(try await told("2026-11-27T05:59", "--day-time 7:00") == [])
    #expect(try await told("2026-11-27T06:00", "--day-time 7:00") == ["friday"])
    #expect(try await told("2026-11-27T23:00", "--day-time midnight") == ["saturday"])
    #expect(try await told("2026-11-28T09:00") == [])
  }

  @Test(arguments: [
    ("15min", "11:45"), ("2h", "10:00"), ("\"2 hours\"", "10:00"), ("1d", "2026-11-25T12:00"),
    ("1w", "2026-11-19T12:00"),
  ])
  func `a reminder comes so long before`(ahead: String, from: String) async throws {
    try await add(("noon", "2026-11-26T12:00Z"))
    let moment = try ISO8601.parse((from.contains("T") ? from : "2026-11-26T\(from)") + ":00Z")
    let before = ISO8601.string(milliseconds: moment.milliseconds - 60_000).prefix(16)
    #expect(try await told(String(before), "--ahead \(ahead)") == [])
    #expect(try await told(from, "--ahead \(ahead)") == ["noon"])
    #expect(try await told("12:00") == [])
  }

  @Test func `an item that comes behind its moment is told, until it is due`() async throws {
    let ahead = "--ahead \"2 days\""
    try await add(("first", "2026-11-28T12:00Z"))
    #expect(try await told("12:00", ahead) == ["first"])
    // Added, or moved here, a day and more behind their moments.
    try await add(
      ("soon", "2026-11-26T12:02Z"),
      ("hours", "2026-11-27T08:00Z"),
      ("day", "2026-11-27"),
      ("over", "2026-11-25T11:00Z"),
      ("later", "2026-11-28T12:02Z")
    )
    #expect(try await told("12:01", ahead) == ["soon", "hours", "day"])
    #expect(try await told("12:02", ahead) == ["later"])
    try await at("12:02", "edit -q 6 due:2026-11-27T09:00Z")
    #expect(try await told("12:03", ahead) == ["later"])
    #expect(try await told("2026-11-27T12:00", ahead) == [])
    #expect(try await told("2026-11-29T12:00", ahead) == [])
  }

  @Test(arguments: ["3m", "soon", "1mo", "-1h", "400d", "1h 3"])
  func `other words are no time before`(ahead: String) async throws {
    let outcome = try await at("12:00", "remind --ahead \"\(ahead)\"")
    #expect(outcome.code == .usage && outcome.errors.contains("15 minutes"), "\(outcome)")
  }

  @Test func `the first call reaches a day back, later ones to the call before`() async throws {
    try await add(
      ("long ago", "2026-11-25T11:59Z"),
      ("a day ago", "2026-11-25T12:00Z"),
      ("friday", "2026-11-27T13:00Z"),
      ("saturday", "2026-11-28T12:00Z"),
      ("monday", "2026-11-30T07:00Z")
    )
    #expect(try await told("12:00") == ["a day ago"])
    // The machine was off over the weekend.
    #expect(try await told("2026-11-30T08:00") == ["friday", "saturday", "monday"])
    // A sync brings what was due meanwhile.
    try await add(("late", "2026-11-30T07:30Z"))
    #expect(try await told("2026-11-30T08:01") == ["late"])
  }

  @Test func `each filter reaches back to its own last call`() async throws {
    try await add(("work", "2026-11-27T12:00Z"), ("home", "2026-11-27T12:00Z"))
    try await at("2026-11-01T00:00", "edit -q 1 list:work")
    #expect(try await told("12:00", "list:work") == [])
    #expect(try await told("12:00", "list:inbox") == [])
    #expect(try await told("2026-11-30T12:00", "list:work") == ["work"])
    #expect(try await told("2026-11-30T12:01", "list:inbox") == ["home"])
  }

  @Test func `another date is told again, what is done is not`() async throws {
    try await add(("moved", "2026-11-26T11:00Z"), ("done", "2026-11-26T11:00Z"))
    try await at("2026-11-01T00:00", "done -q 2")
    #expect(try await told("11:00") == ["moved"])
    try await at("11:00", "edit -q 1 --due 2026-11-26T11:30Z")
    #expect(try await told("11:30") == ["moved"])
    #expect(try await told("11:31") == [])
    // Its next date is another, too.
    try await at("11:31", "edit -q 1 --repeat daily")
    try await at("11:32", "done -q 1")
    #expect(try await told("2026-11-27T11:30") == ["moved"])
  }

  @Test func `a clock that is set back tells nothing twice`() async throws {
    try await add(("eleven", "2026-11-26T11:00Z"), ("noon", "2026-11-26T12:00Z"))
    #expect(try await told("12:00") == ["eleven", "noon"])
    #expect(try await told("11:30") == [])
    #expect(try await told("2026-11-27T11:00") == [])
  }

  @Test func `what is told stays known for as long as any call asks, and no longer`() async throws {
    try await add(("eleven", "2026-11-26T11:00Z"))
    #expect(try await told("11:00") == ["eleven"])
    #expect(try record().contains("\"due\":\"2026-11-26T11:00"))
    #expect(try await told("2026-11-27T10:59") == [])
    #expect(try record().contains("\"due\":\"2026-11-26T11:00"))
    #expect(try await told("2026-11-29T00:00") == [])
    #expect(try !record().contains("\"due\":\"2026-11-26T11:00"))
  }

  @Test func `calls each minute write once an hour, and for what they tell`() async throws {
    try await add(("eleven", "2026-11-26T11:00Z"), ("noon", "2026-11-26T12:00Z"))
    #expect(try await told("10:30") == [])
    let first = try record()
    #expect(try await told("10:31") == [])
    #expect(try record() == first)
    #expect(try await told("11:00") == ["eleven"])
    #expect(try record() != first && record().contains("T10:30:00"))
    #expect(try await told("11:30") == [])
    #expect(try record().contains("\"\":\"2026-11-26T11:30:00"))
    // A call that was not noted leaves nothing to be told twice, nor never.
    #expect(try await told("12:00") == ["noon"])
    #expect(try await told("2026-11-29T00:00") == [])
  }

  private func record() throws -> String {
    let folder = ".local/state/itemsctl/reminders"
    let names = try FileManager.default.contentsOfDirectory(atPath: workplace.file(folder))
    let name = try #require(names.first { $0.hasSuffix(".json") })
    return String(decoding: try workplace.read("\(folder)/\(name)"), as: UTF8.self)
  }

  @Test func `a look remembers nothing, and words tell what is due`() async throws {
    try await add(("eleven", "2026-11-26T11:00Z"))
    let look = try await at("11:30", "remind --dry-run")
    #expect(look.output == "1 \"eleven\", due today 12:00\n" && look.code == .success, "\(look)")
    let json = try await at("11:30", "remind --dry-run --json")
    #expect(json.output.contains("\"title\":\"eleven\""), "\(json)")
    #expect(try await at("11:30", "remind").output == look.output)
    #expect(try await at("11:30", "remind --dry-run").output == "")
  }

  @Test func `a store in memory remembers nothing`() async throws {
    let first = try await at("12:00", "remind --context preview")
    #expect(first.code == .success, "\(first)")
    #expect(try await at("12:00", "remind --context preview").output == first.output)
    #expect(!workplace.exists(".local"))
  }

  @Test func `a command is run for each item, with its parts`() async throws {
    try await add(("-n $(x) \u{2603}", "2026-11-26T11:00Z"), ("noon", "2026-11-26T12:00Z"))
    let script = try workplace.write(
      "tell",
      """
      printf '%s|%s|%s|%s\\n' "$ITEMSCTL_NUMBER" "$ITEMSCTL_TITLE" "$ITEMSCTL_DUE" "$ITEMSCTL_LIST"
      grep -c "\\"id\\":\\"$ITEMSCTL_ID\\""
      """
    )
    let outcome = try await at("12:00", "remind --exec \"sh \(script)\"")
    let expected = "1|-n $(x) \u{2603}|today 12:00|inbox\n1\n2|noon|today 13:00|inbox\n1\n"
    #expect(outcome.output == expected && outcome.errors == "", "\(outcome)")
    #expect(try await told("12:00") == [])
  }

  @Test func `a command that fails is tried again, and holds no other item up`() async throws {
    try await add(("one", "2026-11-26T11:00Z"), ("two", "2026-11-26T12:00Z"))
    let words =
      "remind --exec \"test -e \(workplace.file("open")) || exec test $ITEMSCTL_NUMBER = 2\""
    let first = try await at("12:00", words)
    #expect(first.code == .failure, "\(first)")
    #expect(first.errors == "Error: The command for 1 \"one\" ended with 1.\n")
    _ = try workplace.write("open", "")
    #expect(try await at("12:01", words).code == .success)
    #expect(try await told("12:01") == [])
  }

  @Test(arguments: [
    ("{", "damaged"), ("[]", "damaged"), ("{\"version\":2}", "later version"), ("", "damaged"),
  ])
  func `a record that cannot be read says what to do`(text: String, word: String) async throws {
    try await add(("one", "2026-11-26T11:00Z"))
    #expect(try await told("11:00") == ["one"])
    let folder = ".local/state/itemsctl/reminders"
    let names = try FileManager.default.contentsOfDirectory(atPath: workplace.file(folder))
    let name = try #require(names.first { $0.hasSuffix(".json") })
    _ = try workplace.write("\(folder)/\(name)", text)
    let outcome = try await at("11:00", "remind")
    #expect(outcome.code == .badData && outcome.output == "", "\(outcome)")
    #expect(outcome.errors.contains(word) && outcome.errors.contains("emove "), "\(outcome)")
  }

  @Test func `without a place to remember in, that is said`() async throws {
    let store = workplace.file("x.sqlite")
    try await at("11:00", "add -q --store \(store) one")
    let outcome = try await at("11:00", "remind --store \(store)", home: "")
    #expect(outcome.code == .configuration, "\(outcome)")
    #expect(outcome.errors.contains("XDG_STATE_HOME"), "\(outcome)")
  }
}
