import ArgumentParsing
import Testing

@Suite struct GrammarTests {
  /// What `add` understood of a command line.
  struct Reading: Equatable, Sendable {
    var titles: [String] = []
    var due: String?
    var priority = Priority.none
    var tags: [String] = []
    var all = false
    var verbose = false
  }

  @Test(arguments: [
    (["--priority", "low"], Reading(priority: .low)),
    (["--priority=low"], Reading(priority: .low)),
    (["-p", "low"], Reading(priority: .low)),
    (["-p=low"], Reading(priority: .low)),
    (["-plow"], Reading(priority: .low)),
    (["-vt", "a"], Reading(tags: ["a"], verbose: true)),
    (["-vt=a=b"], Reading(tags: ["a=b"], verbose: true)),
    (["-av"], Reading(all: true, verbose: true)),
    (
      ["x", "--due", "fri", "y", "-a", "z"],
      Reading(titles: ["x", "y", "z"], due: "fri", all: true)
    ),
    (["--", "--due", "-a", "--"], Reading(titles: ["--due", "-a", "--"])),
    (["-", "x"], Reading(titles: ["-", "x"])),
    (["--due", "-"], Reading(due: "-")),
    (["--due="], Reading(due: "")),
    (["--due=a=b"], Reading(due: "a=b")),
    (["--due=--tag"], Reading(due: "--tag")),
    (["--due", "-5"], Reading(due: "-5")),
    (["-5", "-1.5", "-.5"], Reading(titles: ["-5", "-1.5", "-.5"])),
    (["+shop", "!high", "due:tomorrow"], Reading(titles: ["+shop", "!high", "due:tomorrow"])),
    (["- buy milk", "-- or not", "-> x"], Reading(titles: ["- buy milk", "-- or not", "-> x"])),
    (["", " "], Reading(titles: ["", " "])),
    (["-p", "low", "--priority", "high"], Reading(priority: .high)),
    (["-t", "a", "--tag=b", "-t=a"], Reading(tags: ["a", "b", "a"])),
    (["list", "help", "add"], Reading(titles: ["list", "help", "add"])),
    (["e\u{301}", "👩‍👩‍👧"], Reading(titles: ["e\u{301}", "👩‍👩‍👧"])),
  ])
  func `words are understood`(arguments: [String], expected: Reading) throws {
    let (action, values) = try #require(parse(["add"] + arguments))
    #expect(action == .add)
    #expect(
      Reading(
        titles: values[Add.titles],
        due: values[Add.due],
        priority: values[Add.priority],
        tags: values[Add.tags],
        all: values[Add.all],
        verbose: values[Shared.verbose]
      ) == expected
    )
  }

  @Test(arguments: [
    ["--store", "s", "list"], ["list", "--store", "s"], ["list", "x", "--store=s"],
  ])
  func `global options stand anywhere`(arguments: [String]) throws {
    let (action, values) = try #require(parse(arguments))
    #expect(action == .list)
    #expect(values[Shared.store] == "s")
  }

  @Test func `the last of two global options wins wherever they stand`() throws {
    let values = try #require(parse(["--store", "a", "list", "--store", "b"])).values
    #expect(values[Shared.store] == "b")
  }

  @Test(arguments: [
    ([], true), (["--no-input"], false), (["--input"], true),
    (["--no-input", "--input"], true), (["--input", "--no-input"], false),
  ])
  func `an invertible flag follows its last spelling`(
    arguments: [String],
    expected: Bool
  ) throws {
    let values = try #require(parse(arguments + ["list"])).values
    #expect(values[Shared.input] == expected)
    #expect(values.isGiven(Shared.input) == !arguments.isEmpty)
  }

  @Test(arguments: [
    (["--json"], OutputFormat.json), (["--json", "--format=table"], .table),
    (["--format=table", "--json"], .json), ([], .table),
  ])
  func `a shorthand is an option with its value`(
    arguments: [String],
    expected: OutputFormat
  ) throws {
    #expect(try #require(parse(arguments + ["list"])).values[Shared.format] == expected)
  }

  @Test(arguments: [
    (["+a", "-shop"], ["+a", "-shop"]), (["-shop"], ["-shop"]), (["-v", "-xy"], ["-xy"]),
    (["-n5", "a"], ["a"]), (["-vn", "5", "a"], ["a"]), (["-vn5", "-n=7"], []), (["-n-5"], []),
    (["--", "-new"], ["-new"]), (["-xn"], ["-xn"]), (["-vx"], ["-vx"]), (["-new"], ["-new"]),
    (["-vnéw"], ["-vnéw"]), (["-vn", "many"], ["-vn", "many"]), (["-vn"], ["-vn"]), (["-vv"], []),
    (["-vn=many"], ["-vn=many"]), (["-vn=5"], []), (["--", "-x"], ["-x"]),
    (["due<friday", "not", "(", "-ab", ")"], ["due<friday", "not", "(", "-ab", ")"]),
  ])
  func `dashed words that are no valid bundle belong to an argument that accepts them`(
    arguments: [String],
    expected: [String]
  ) throws {
    #expect(try #require(parse(["list"] + arguments)).values[List.filter] == expected)
  }

  @Test func `nested subcommands see what their parents lend`() throws {
    let (action, values) = try #require(
      parse(["sync", "--verify", "status", "--remote", "file:x"])
    )
    #expect(action == .syncStatus)
    #expect(values[Sync.remote] == "file:x")
    #expect(values[Sync.verify])
    #expect(values.commandPath == ["itemsctl", "sync", "status"])
    #expect(try #require(parse(["sync"])).action == .sync)
    #expect(
      message(["sync", "status", "--verify"])
        == "Unknown option '--verify'. Did you mean '--version'?"
    )
  }

  @Test func `words after the terminator are counted`() throws {
    let values = try #require(parse(["add", "+a", "--", "+b", "+c"])).values
    #expect(values[Add.titles] == ["+a", "+b", "+c"])
    #expect(values.literalCount == 2)
  }

  @Test func `defaults stand in for what is absent`() throws {
    let values = try #require(parse(["undo"])).values
    #expect(values[Convert.steps] == 1)
    #expect(!values.isGiven(Convert.steps))
    #expect(try #require(parse(["undo", "3"])).values[Convert.steps] == 3)
    #expect(values.declares(Shared.store))
    #expect(!values.declares(Add.due))
  }

  @Test func `values keep their own types`() throws {
    let values = try #require(parse(["add", "--attr", "a=b=c", "--attr=d="])).values
    #expect(values[Add.attributes].map(\.argumentText) == ["a=b=c", "d="])
    #expect(try #require(parse(["list", "-n", "-3"])).values[List.limit] == -3)
  }
}
