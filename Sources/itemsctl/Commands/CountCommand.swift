import ArgumentParsing
import CommandKit
import ItemFormats
import Phrases
import Storage

/// Prints how many items a filter holds for, as a prompt or a status line shows it.
struct CountCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let arguments = context.arguments
    _ = try context.format(among: [.json, .ndjson], else: "a count is one number, or JSON")
    let filter = try context.filter(onlyOpen: !arguments[ListOptions.all], onlyStarted: true)
    let count = try await context.repository.count(filter)
    if context.isJSON {
      let object: OrderedObject = ["schema": .number(ItemJSON.schema), "count": .number(count)]
      try context.output.print(object.text())
    } else {
      try context.output.print(String(count))
    }
    return count == 0 && arguments[ListCommand.Keys.exitStatus] ? .failure : .success
  }

  static let command = Command<CommandAction>(
    "count",
    abstract: "Count the items that 'list' shows.",
    examples: [
      Example("itemsctl count", "How many items are open:"),
      Example("itemsctl count overdue", "For a prompt:"),
    ],
    arguments: [FilterKey.words],
    options: [ListOptions.all, ListCommand.Keys.exitStatus],
    action: CommandAction(store: .read) {
      try await CountCommand(context: $0).run()
    }
  )
}
