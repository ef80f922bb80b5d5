import ArgumentParsing
import Testing

@Suite struct UsageFailureTests {
  @Test(arguments: [
    (["convert"], "Missing expected argument '<from>'"),
    (["convert", "a"], "Missing expected argument '<to>'"),
    (["add", "--prioritty", "low"], "Unknown option '--prioritty'. Did you mean '--priority'?"),
    (["add", "--prioritty=low"], "Unknown option '--prioritty'. Did you mean '--priority'?"),
    (["add", "--pri", "low"], "Unknown option '--pri'. Did you mean '--priority'?"),
    (["add", "-xpriority"], "Unknown option '-xpriority'. Did you mean '--priority'?"),
    (
      ["add", "-z"],
      "Unknown option '-z'. For the word '-z' itself, write '--' before it."
    ),
    (
      ["add", "-az"],
      "Unknown option '-z'. For the word '-az' itself, write '--' before it."
    ),
    (
      ["add", "-ta"],
      "Unknown option '-ta'. With the value 'a', write '-t a'. For the word '-ta' itself, "
        + "write '--' before it."
    ),
    (["add", "--completely-unknown"], "Unknown option '--completely-unknown'"),
    (["--al", "add"], "Unknown option '--al'"),
    (
      ["add", "x", "--priority", "hgih"],
      "The value 'hgih' is invalid for '--priority <priority>':"
        + " give none, low, medium or high."
    ),
    (
      ["add", "x", "-phgih"],
      "The value 'hgih' is invalid for '-p <priority>':"
        + " give none, low, medium or high."
    ),
    (
      ["add", "--priority", "bad", "--priority", "low"],
      "The value 'bad' is invalid for '--priority <priority>':"
        + " give none, low, medium or high."
    ),
    (["list", "-n", "many"], "The value 'many' is invalid for '-n <count>'"),
    (["list", "-n=many"], "The value 'many' is invalid for '-n <count>'"),
    (["list", "-n"], "Missing value for '-n <count>'"),
    (["list", "+a", "-x"], "Unknown option '-x'. For the tag 'x', write 'not tag:x'."),
    (["list", "-x=5"], "Unknown option '-x'. For the tag 'x=5', write 'not tag:x=5'."),
    (
      ["list", "-v=5"],
      "The option '-v' does not take any value, but '5' was specified."
    ),
    (["undo", "x"], "The value 'x' is invalid for '<steps>'"),
    (["add", "--attr", "k"], "The value 'k' is invalid for '--attr <key=value>': it lacks '='"),
    (["add", "--due"], "Missing value for '--due <date>'"),
    (["add", "--due", "--tag", "x"], "Missing value for '--due <date>'"),
    (["add", "--due", "--"], "Missing value for '--due <date>'"),
    (["add", "-d"], "Missing value for '-d <date>'"),
    (["add", "-d", "-a"], "Missing value for '-d <date>'"),
    (
      ["add", "-d", "-yes"],
      "Missing value for '-d <date>'. Write '-d=-yes' if '-yes' is the value."
    ),
    (
      ["add", "--due", "-yesterday"],
      "Missing value for '--due <date>'. Write '--due=-yesterday' if '-yesterday' is the value."
    ),
    (["add", "-ad"], "Missing value for '-d <date>'"),
    (["undo", "1", "b"], "Unexpected argument 'b'"),
    (["undo", "1", "b", "c"], "2 unexpected arguments: 'b', 'c'"),
    (["sync", "status", "--", "b"], "Unexpected argument 'b'"),
    (["--", "add"], "Unexpected argument 'add'"),
    (
      ["add", "--all=yes"],
      "The option '--all' does not take any value, but 'yes' was specified."
    ),
    (["add", "-a=yes"], "The option '-a' does not take any value, but 'yes' was specified."),
    (
      ["list", "--json=x"],
      "The option '--json' does not take any value, but 'x' was specified."
    ),
    (["lst"], "Unknown subcommand 'lst'. Did you mean 'list'?"),
    (["sync", "statsu"], "Unknown subcommand 'statsu'. Did you mean 'status'?"),
    (["xyz"], "Unknown subcommand 'xyz'"),
    (["lis"], "Unknown subcommand 'lis'. Did you mean 'list'?"),
    (["bakcup"], "Unknown subcommand 'bakcup'"),
    (["help", "ad"], "Unknown subcommand or help topic 'ad'. Did you mean 'add'?"),
    (
      ["help", "exit-code"],
      "Unknown subcommand or help topic 'exit-code'. Did you mean 'exit-codes'?"
    ),
    (["help", "completely"], "Unknown subcommand or help topic 'completely'"),
    (["help", "sync", "nope"], "Unknown subcommand or help topic 'nope'"),
  ])
  func `each mistake has its message`(arguments: [String], expected: String) {
    #expect(message(arguments) == expected)
  }

  @Test func `the first mistake is the one that is shown`() {
    #expect(message(["lst", "--bogus"]) == "Unknown subcommand 'lst'. Did you mean 'list'?")
    #expect(message(["add", "--due", "--bogus"]) == "Missing value for '--due <date>'")
  }

  @Test func `a failure is a sentence, and one line on where to read more`() throws {
    guard case .failure(let failure) = sample.parse(["convert", "a"]) else {
      Issue.record("no failure")
      return
    }
    #expect(
      failure.text() == """
        Error: Missing expected argument '<to>'
        Help:  See 'itemsctl convert --help'.

        """
    )
  }

  @Test func `an example helps where something is missing, and what was typed where it is marked`()
    throws
  {
    let example = Example("x say --word hi", "Say it:")
    let word = Option<String>("word", help: "What to say.")
    let say = Command("say", abstract: "Say.", examples: [example], options: [word], action: "")
    let root = Command("x", abstract: "X.", subcommands: [say])
    guard case .failure(let failure) = Program(root: root).parse(["say"]) else {
      Issue.record("no failure")
      return
    }
    #expect(
      failure.text(HelpFormat(width: 60)) == """
        Error: Missing expected argument '--word <word>'
        Help:  As in 'x say --word hi'; see 'x say --help'.

        """
    )
    let values = try #require(parse(["add", "a", "b"])).values
    let marked = values.failure("No.", excerpt: CommandExcerpt(words: ["a", "b"], index: 1))
    #expect(marked.text() == "Error: No.\n  a b\n    ^\n")
  }

  @Test func `a message keeps the spaces and lines of what it quotes`() {
    guard case .failure(let failure) = sample.parse(["convert", "a", "b", "c  d\n  e"]) else {
      Issue.record("no failure")
      return
    }
    let lines = failure.text(HelpFormat(width: 32)).split(separator: "\n")
    #expect(lines.prefix(2) == ["Error: Unexpected argument 'c  d", "         e'"])
    let whole = HelpFormat(width: 10, wrapsMessages: false)
    #expect(failure.text(whole).hasPrefix("Error: Unexpected argument 'c  d\n         e'\n"))
  }

  @Test(arguments: [
    (["lst"], "itemsctl [<options>] <subcommand>", "itemsctl"),
    (["help", "nope"], "itemsctl [<options>] <subcommand>", "itemsctl"),
    (
      ["sync", "statsu"], "itemsctl sync [--verify] [--remote <url>] [<subcommand>]",
      "itemsctl sync"
    ),
    (["sync", "status", "x"], "itemsctl sync status", "itemsctl sync status"),
  ])
  func `usage is that of the command in question`(
    arguments: [String],
    usage: String,
    name: String
  ) {
    guard case .failure(let failure) = sample.parse(arguments) else {
      Issue.record("no failure")
      return
    }
    #expect(failure.usage.synopsis.joined(separator: " ") == usage)
    #expect(failure.usage.commandName == name)
  }

  @Test func `a command can refuse values in the parser's words`() throws {
    let values = try #require(parse(["add", "-d", "someday"])).values
    let due = values.invalidValue("someday", for: Add.due, reason: "'someday' is no date")
    #expect(
      due.reason.message
        == "The value 'someday' is invalid for '-d <date>': 'someday' is no date"
    )
    #expect(
      values.missing(Add.titles).reason.message == "Missing expected argument '<title>'"
    )
    let refused = values.failure("'--all' and '--due' exclude each other")
    #expect(
      refused.text()
        == "Error: '--all' and '--due' exclude each other\nHelp:  See 'itemsctl add --help'.\n"
    )
    #expect(
      values.invalidValue("x", for: Add.priority).reason.message
        == "The value 'x' is invalid for '--priority <priority>':"
        + " give none, low, medium or high."
    )
  }
}
