import ArgumentParsing
import Testing

/// Whole pages of help, as they are printed.
@Suite struct HelpTextTests {
  @Test func `80 columns set labels and texts beside each other`() {
    #expect(help(["add", "-h"], width: 80) == Self.add80)
    #expect(help([], width: 80) == Self.root80)
  }

  @Test func `40 columns set texts below labels`() {
    #expect(help(["add", "-h"], width: 40) == Self.add40)
  }

  @Test func `200 columns break nothing`() {
    #expect(help(["add", "-h"], width: 200) == Self.add200)
  }

  @Test func `12 columns still lose no word`() {
    #expect(help(["sync", "status", "-h"], width: 12)?.hasPrefix(Self.status12) == true)
  }

  @Test func `a topic is a page of its own`() {
    #expect(
      help(["help", "exit-codes"]) == "TOPIC: Exit codes\n\nCodes are:\n\n  0  fine\n  64 usage\n"
    )
  }

  @Test func `the caller's measure decides where lines break`() throws {
    let program = Program(
      root: Command<Int>("x", abstract: "漢字 漢字 漢字", action: 1)
    )
    let wide = HelpFormat(width: 16) { text in
      text.unicodeScalars.reduce(0) { $0 + ($1.value > 0x2E80 ? 2 : 1) }
    }
    #expect(try #require(program.helpText(format: wide)).hasPrefix("OVERVIEW: 漢字\n漢字 漢字\n"))
    let plain = HelpFormat(width: 16)
    #expect(
      try #require(program.helpText(format: plain)).hasPrefix("OVERVIEW: 漢字 漢字\n漢字\n")
    )
  }

  @Test func `help by path finds what exists only`() {
    #expect(sample.helpText(for: ["add"]) == Self.add80)
    #expect(sample.helpText() == Self.root80)
    #expect(sample.helpText(for: ["nope"]) == nil)
  }

  private static let add80 = """
    OVERVIEW: Add items.

    USAGE: itemsctl add [<title> ...] [--due <date>] [--priority <priority>]
        [--tag <tag> ...] [--attr <key=value> ...] [--all]

    EXAMPLES:
      Add an item with a tag:
        itemsctl add "Buy milk" +shop

    ARGUMENTS:
      <title>                 What is to be done.

    OPTIONS:
      -d, --due <date>        When it is due.
      -p, --priority <priority>
                              How much it matters. (values: none, low, medium, high;
                              default: none)
      -t, --tag <tag>         A tag to give it.
      --attr <key=value>      An attribute to give it.
      -a, --all               Add to all lists.

    GLOBAL OPTIONS: --store, --format, --verbose, --input, --help, --version
      See 'itemsctl --help'.

    """

  private static let add200 = """
    OVERVIEW: Add items.

    USAGE: itemsctl add [<title> ...] [--due <date>] [--priority <priority>] [--tag <tag> ...] [--attr <key=value> ...] [--all]

    EXAMPLES:
      Add an item with a tag:
        itemsctl add "Buy milk" +shop

    ARGUMENTS:
      <title>                 What is to be done.

    OPTIONS:
      -d, --due <date>        When it is due.
      -p, --priority <priority>
                              How much it matters. (values: none, low, medium, high; default: none)
      -t, --tag <tag>         A tag to give it.
      --attr <key=value>      An attribute to give it.
      -a, --all               Add to all lists.

    GLOBAL OPTIONS: --store, --format, --verbose, --input, --help, --version
      See 'itemsctl --help'.

    """

  private static let add40 = """
    OVERVIEW: Add items.

    USAGE: itemsctl add [<title> ...]
        [--due <date>]
        [--priority <priority>]
        [--tag <tag> ...]
        [--attr <key=value> ...] [--all]

    EXAMPLES:
      Add an item with a tag:
        itemsctl add "Buy milk" +shop

    ARGUMENTS:
      <title>
          What is to be done.

    OPTIONS:
      -d, --due <date>
          When it is due.
      -p, --priority <priority>
          How much it matters. (values:
          none, low, medium, high; default:
          none)
      -t, --tag <tag>
          A tag to give it.
      --attr <key=value>
          An attribute to give it.
      -a, --all
          Add to all lists.

    GLOBAL OPTIONS: --store, --format,
      --verbose, --input, --help, --version
      See 'itemsctl --help'.

    """

  private static let root80 = """
    OVERVIEW: Keep items, offline first.

    Items live in one file, and every change to them can be undone, also those made
    by somebody else on another machine.

      kept as it is

    USAGE: itemsctl [<options>] <subcommand>

    GLOBAL OPTIONS:
      --store <path>          The store to use. (environment: ITEMSCTL_STORE)
      --format <format>       How to print items. (values: table, json; default:
                              table)
      --json                  The same as --format json.
      -v, --verbose           Say more.
      --input/--no-input      Ask questions. (default: --input)
      -h, --help              Show help.
      --version               Show the version.

    SUBCOMMANDS:
      add                     Add items.
      list                    List items.
      convert                 Convert a store.
      undo                    Undo steps.
      sync                    Synchronise.

      See 'itemsctl help <subcommand>' for detailed help.

    HELP TOPICS:
      exit-codes              Exit codes

      See 'itemsctl help <topic>' to read one.

    """

  private static let status12 = """
    OVERVIEW:
    Show the
    state.

    USAGE:
       itemsctl
       sync
       status

    SYNC
    OPTIONS:
      --remote
       <url>
       The other
       side.

    """
}
