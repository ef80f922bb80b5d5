import ArgumentParsing
import CommandKit
import Phrases
import Storage
import Sync

/// Prints whole items.
struct ShowCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let output = context.output
    var items: [Item] = []
    for name in context.arguments[ShowCommand.names] {
      items += try await name.resolve(in: context.repository)
    }
    items = items.eachOnce
    if try context.listPrinter.printData(items) { return .success }
    let detail = ItemDetail(calendar: context.world.calendar, appearance: output.appearance)
    for (index, item) in items.enumerated() {
      if index > 0 { try output.print("") }
      let relations = try await ItemRelations(of: item, in: context.repository)
      for line in detail.lines(of: item, relations) { try output.print(line) }
      try await printOverwritten(item)
    }
    return .success
  }

  /// Edits of the item that lost to later ones.
  private func printOverwritten(_ item: Item) async throws {
    let edits = try await context.repository.overwrittenEdits().filter { $0.item == item.id }
    guard !edits.isEmpty else { return }
    try context.output.print("")
    for edit in edits {
      try context.output.print(edit.text(context.world.calendar))
    }
  }

  static let command = Command<CommandAction>(
    "show",
    synonyms: ["view", "info"],
    abstract: "Show every field of an item.",
    examples: [
      Example("itemsctl show 12", "An item, by its number:"),
      Example("itemsctl show 6-9 --json", "Some items, for a program:"),
    ],
    arguments: [names],
    action: CommandAction(store: .read, isPaged: true) {
      try await ShowCommand(context: $0).run()
    }
  )

  private static let names = Argument<[NamedItems]>(
    "id",
    help: "\(ItemTargets.namesHelp).",
    atLeastOne: true,
    completion: .words(.items)
  )
}
