import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// Shows which lists there are, gives one another name, or makes one of several.
struct ListsCommand {
  let context: CommandContext

  /// Every list with how many of its items are open and done.
  func list() async throws -> ExitCode {
    let lists = try await lists().mostOpenFirst
    let output = context.output
    if try !DataRows(lists: lists).print(as: context.rowFormat(), to: output) {
      try GroupTable.lists(output).print(lists)
    }
    if lists.isEmpty { try output.hint("There are no items yet, and so no lists.") }
    for names in ListNames(lists.map(\.name)).alike {
      try output.hint(
        "\(names.quotedAnd) differ in case alone; 'itemsctl lists merge "
          + "\(names.map(\.visible).shellLine)' makes one list of them."
      )
    }
    return .success
  }

  /// Gives all items of a list, done ones included, the new name as their list.
  func rename() async throws -> ExitCode {
    let old = try name(context.arguments[Keys.old])
    let new = try name(context.arguments[Keys.new], isNew: true)
    let names = try await lists().map(\.name)
    try check(old, isAmong: names)
    guard !utf8Equal(old, new) else {
      throw context.arguments.failure("The list '\(old.visible)' has that name already.")
    }
    guard !names.contains(where: { utf8Equal($0, new) }) else {
      throw CommandError(
        .failure,
        "There is a list '\(new.visible)' already.",
        help: [
          "'itemsctl lists merge \([old.visible, new.visible].shellLine)' moves the items of the first to it."
        ]
      )
    }
    return try await move(
      [old],
      to: new,
      verb: "rename the list '\(old.visible)' to '\(new.visible)'",
      past: "renamed the list '\(old.visible)' to '\(new.visible)'"
    )
  }

  /// Moves all items of some lists, done ones included, to the last one named.
  func merge() async throws -> ExitCode {
    let given = try context.arguments[Keys.lists].map { try name($0) }
    guard let target = given.last, given.count > 1 else {
      throw context.arguments.failure(
        "Name at least two lists; the items of the others move to the last one."
      )
    }
    let names = try await lists().map(\.name)
    for list in given { try check(list, isAmong: names) }
    let others = given.filter { !utf8Equal($0, target) }.eachOnce
    guard !others.isEmpty else {
      throw context.arguments.failure("A list cannot be merged with itself.")
    }
    let what = "\(others.quotedAnd) into '\(target.visible)'"
    return try await move(others, to: target, verb: "merge \(what)", past: "merged \(what)")
  }

  /// Moves the items in one step, which undo takes back.
  private func move(
    _ lists: [String],
    to target: String,
    verb: String,
    past: String
  ) async throws -> ExitCode {
    var operation = ItemOperation(
      effect: .change { item throws(StorageError) in item.list = target },
      verb: verb,
      past: past
    )
    operation.isToldAsOne = true
    operation.emptiedLists = lists
    let filter: ItemFilter = lists.count == 1 ? .list(lists[0]) : .or(lists.map { .list($0) })
    return try await ItemWrite(context: context, operation: operation).run(on: .filter(filter))
  }

  private func lists() async throws -> [ItemSummary.Group] {
    try await context.repository.summary(SummaryQuery(groupings: [.list])).lists
  }

  /// A name as items have it; throws if no list, or no new list, can have it.
  private func name(_ word: String, isNew: Bool = false) throws -> String {
    do throws(ValueError) {
      try isNew ? word.checkAsList() : word.checkAsName()
    } catch {
      throw context.arguments.failure(
        "'\(word.visible)' is no name of a list: \(error.reason ?? "it is empty")."
      )
    }
    return word.nfc
  }

  private func check(_ list: String, isAmong names: [String]) throws {
    guard !names.contains(where: { utf8Equal($0, list) }) else { return }
    let guess =
      ListNames(names).alike(list) ?? suggestion(for: list, among: names)
    throw CommandError(
      .failure,
      "There is no list '\(list.visible)'."
        + (guess.map { " Did you mean '\($0.visible)'?" } ?? ""),
      help: ["'itemsctl lists' shows them all."]
    )
  }
}

extension ListsCommand {
  enum Keys {
    static let old = Argument<String>(
      "old",
      help: "The list as it is called now.",
      completion: .words(.lists)
    )
    static let new = Argument<String>("new", help: "The name that it gets.")
    static let lists = Argument<[String]>(
      "list",
      help: "The lists; the items of all others move to the last one.",
      atLeastOne: true,
      completion: .words(.lists)
    )
  }

  static let command = Command<CommandAction>(
    "lists",
    synonyms: ["projects"],
    phrase: { suggestion(for: $0, among: ["rename", "merge"]) == nil ? "list list:\($0)" : nil },
    abstract: "Show the lists, rename one, or merge several.",
    discussion: """
      Without a subcommand, shows all lists, with how many items are open and done, and how many \
      there are in all. A list is there as long as an item is in it: 'list:' of 'add' and 'edit' \
      makes one. A pipe gets one line for each, with tabs between the values: list, open, done, \
      cancelled, all.
      """,
    examples: [
      Example("itemsctl lists", "Which lists there are:"),
      Example("itemsctl lists rename work office", "Another name, done items included:"),
      Example("itemsctl lists merge Home house home", "One list of three, called home:"),
    ],
    subcommands: [
      Command(
        "rename",
        abstract: "Give a list another name.",
        discussion: """
          All items of the list get the new name as their list: open, done and cancelled ones. \
          That is one step, which 'itemsctl undo' takes back. Deleted items keep the old name.
          """,
        examples: [Example("itemsctl lists rename work office", "Another name:")],
        arguments: [Keys.old, Keys.new],
        options: [WriteOptions.yes, WriteOptions.dryRun],
        action: CommandAction(store: WriteOptions.access) {
          try await ListsCommand(context: $0).rename()
        }
      ),
      Command(
        "merge",
        abstract: "Make one list of several.",
        discussion: """
          All items of the other lists move to the last one: open, done and cancelled ones. That is \
          one step, which 'itemsctl undo' takes back. Deleted items keep their list.
          """,
        examples: [
          Example("itemsctl lists merge Home home", "One list of two, called home:"),
          Example("itemsctl lists merge a b c --dry-run", "See what would move:"),
        ],
        arguments: [Keys.lists],
        options: [WriteOptions.yes, WriteOptions.dryRun],
        action: CommandAction(store: WriteOptions.access) {
          try await ListsCommand(context: $0).merge()
        }
      ),
    ],
    action: CommandAction(store: .read) { try await ListsCommand(context: $0).list() }
  )
}

extension [String] {
  /// Each text at the place where it comes first.
  fileprivate var eachOnce: [String] {
    var seen: [String] = []
    for text in self where !seen.contains(where: { utf8Equal($0, text) }) { seen.append(text) }
    return seen
  }
}
