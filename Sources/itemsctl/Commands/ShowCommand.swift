import ArgumentParsing
import Storage

/// Prints whole items.
struct ShowCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let output = context.output
    var items: [Item] = []
    for reference in context.arguments[ShowCommand.references] {
      items.append(try await reference.resolve(in: context.repository))
    }
    if try context.listPrinter.printData(items) { return .success }
    let detail = ItemDetail(calendar: context.world.calendar, appearance: output.appearance)
    for (index, item) in items.enumerated() {
      if index > 0 { try output.print("") }
      for line in detail.lines(of: item) { try output.print(line) }
    }
    return .success
  }

  static let command = Command<CommandAction>(
    "show",
    synonyms: ["view", "info"],
    abstract: "Show all of an item.",
    arguments: [references],
    action: CommandAction(store: .read, isPaged: true) {
      try await ShowCommand(context: $0).run()
    }
  )

  private static let references = Argument<[ItemReference]>(
    "id",
    help: "An item's number, or at least \(ItemReference.minimumDigits) digits of its id.",
    atLeastOne: true,
    completion: .words(.items)
  )
}
