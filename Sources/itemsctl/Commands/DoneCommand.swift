// `done`: items that are finished.

import ArgumentParsing
import Storage

/// Marks items as done, all of them or none.
struct DoneCommand {
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
    let changes = try await repository.write { transaction throws(StorageError) in
      var changes: [(before: Item, after: Item)] = []
      for reference in references {
        let item = try reference.resolve(in: transaction)
        var done = item
        done.status = .done
        changes.append((item, try transaction.update(done)))
      }
      return changes
    }
    let printer = ItemPrinter(output: output, calendar: calendar, format: format)
    if try printer.printData(changes.map(\.after)) { return .success }
    for change in changes {
      let name = ItemPhrase.name(of: change.after)
      try output.report(change.before.status == .done ? "\(name) was done already" : "Done \(name)")
    }
    return .success
  }

  static let command = Command<CommandAction>(
    "done",
    abstract: "Mark items as done.",
    arguments: [ReferenceKey.references],
    action: CommandAction(.write) { try await DoneCommand($0).run($0.arguments) }
  )
}
