import ArgumentParsing

// A program in the manner of itemsctl, small enough for whole outputs to be read.

enum Priority: String, CaseIterable, ArgumentValue {
  case none, low, medium, high
}

enum OutputFormat: String, CaseIterable, ArgumentValue {
  case table, json
}

/// A value with a reason of its own.
struct Attribute: ArgumentValue, Equatable {
  var key: String
  var value: String

  init(argument: String) throws(ValueError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw ValueError("it lacks '='") }
    key = String(parts[0])
    value = String(parts[1])
  }

  var argumentText: String { "\(key)=\(value)" }
}

enum Shared {
  static let store = Option<String?>(
    "store",
    valueName: "path",
    help: "The store to use.",
    environmentVariable: "ITEMSCTL_STORE",
    completion: .files
  )
  static let format = Option<OutputFormat>(
    "format",
    help: "How to print items.",
    default: .table,
    shorthands: [Shorthand("json", for: "json")]
  )
  static let verbose = Flag("verbose", short: "v", help: "Say more.")
  static let input = Flag(invertible: "input", help: "Ask questions.", default: true)

  static let group = OptionGroup(
    "GLOBAL OPTIONS",
    scope: .subcommands,
    [store, format, verbose, input]
  )
}

enum Add {
  static let titles = Argument<[String]>("title", help: "What is to be done.")
  static let due = Option<String?>("due", short: "d", valueName: "date", help: "When it is due.")
  static let priority = Option<Priority>(
    "priority",
    short: "p",
    help: "How much it matters.",
    default: Priority.none
  )
  static let tags = Option<[String]>("tag", short: "t", help: "A tag to give it.")
  static let attributes = Option<[Attribute]>(
    "attr",
    valueName: "key=value",
    help: "An attribute to give it."
  )
  static let all = Flag("all", short: "a", help: "Add to all lists.")
}

enum List {
  static let filter = Argument<[String]>(
    "filter",
    help: "Which items.",
    dashedWords: { "For the tag '\($0)', write 'not tag:\($0)'" }
  )
  static let limit = Option<Int?>("limit", short: "n", valueName: "count", help: "How many.")
}

enum Convert {
  static let from = Argument<String>("from", help: "The store to read.", completion: .files)
  static let to = Argument<String>("to", help: "The store to write.", completion: .files)
  static let steps = Argument<Int>("steps", help: "How many steps.", default: 1)
}

enum Sync {
  static let remote = Option<String?>("remote", valueName: "url", help: "The other side.")
  static let verify = Flag("verify", help: "Compare both sides.")
}

enum Action: Equatable {
  case add, list, convert, undo, sync, syncStatus, backup
}

let sample = Program(
  root: Command<Action>(
    "itemsctl",
    abstract: "Keep items, offline first.",
    discussion: """
      Items live in one file, and every change to them can be undone, also \
      those made by somebody else on another machine.

        kept as it is
      """,
    groups: [Shared.group],
    subcommands: [
      Command(
        "add",
        abstract: "Add items.",
        examples: [
          Example("itemsctl add \"Buy milk\" +shop", "Add an item with a tag:")
        ],
        arguments: [Add.titles],
        options: [Add.due, Add.priority, Add.tags, Add.attributes, Add.all],
        action: .add
      ),
      Command(
        "list",
        abstract: "List items.",
        arguments: [List.filter],
        options: [List.limit],
        action: .list
      ),
      Command(
        "convert",
        abstract: "Convert a store.",
        arguments: [Convert.from, Convert.to],
        action: .convert
      ),
      Command("undo", abstract: "Undo steps.", arguments: [Convert.steps], action: .undo),
      Command(
        "sync",
        abstract: "Synchronise.",
        options: [Sync.verify],
        groups: [OptionGroup("SYNC OPTIONS", scope: .subcommands, [Sync.remote])],
        subcommands: [Command("status", abstract: "Show the state.", action: .syncStatus)],
        action: .sync
      ),
      Command("backup", abstract: "Copy.", isHidden: true, action: .backup),
    ]
  ),
  version: "1.2.3",
  topics: [
    HelpTopic("exit-codes", abstract: "Exit codes", text: "Codes are:\n\n  0  fine\n  64 usage")
  ]
)

/// What remains of an outcome in which a test takes an interest.
func parse(_ arguments: [String]) -> (action: Action, values: ParsedArguments)? {
  guard case .run(let action, let values) = sample.parse(arguments) else { return nil }
  return (action, values)
}

/// The message of the failure, or `nil`.
func message(_ arguments: [String]) -> String? {
  guard case .failure(let failure) = sample.parse(arguments) else { return nil }
  return failure.reason.message
}

/// The help that is to be printed, or `nil`.
func help(_ arguments: [String], width: Int = 80) -> String? {
  let outcome = sample.parse(arguments, format: HelpFormat(width: width))
  guard case .help(let text) = outcome else { return nil }
  return text
}
