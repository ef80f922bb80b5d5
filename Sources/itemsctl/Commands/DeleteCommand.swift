// `delete`: items that go.

import ArgumentParsing
import Storage

/// Deletes items, all of them or none.
struct DeleteCommand {
  let repository: any ItemRepository
  let output: Output
  let calendar: LocalCalendar
  let format: OutputFormat?

  init(_ invocation: Invocation) {
    repository = invocation.repository
    output = invocation.output
    calendar = invocation.calendar
    format = invocation.format
  }

  func run(_ arguments: ParsedArguments) async throws -> ExitCode {
    let references = arguments[ReferenceKey.references]
    let items = try await repository.write { transaction throws(StorageError) in
      // All are found before the first goes, so that an item named twice is deleted once.
      var items: [Item] = []
      for reference in references {
        let item = try reference.resolve(in: transaction)
        if !items.contains(where: { $0.id == item.id }) { items.append(item) }
      }
      for item in items { try transaction.delete(item.id) }
      return items
    }
    let printer = ItemPrinter(output: output, calendar: calendar, format: format)
    if try printer.printData(items) { return .success }
    for item in items { try output.report("Deleted \(ItemPhrase.text(of: item, calendar))") }
    return .success
  }

  static let command = Command<CommandAction>(
    "delete",
    abstract: "Delete items.",
    arguments: [ReferenceKey.references],
    action: CommandAction(.write) { try await DeleteCommand($0).run($0.arguments) }
  )
}
