import ArgumentParsing
import Storage

/// Prints whole items.
struct ShowCommand {
  let repository: any ItemRepository
  let output: Output
  let calendar: LocalCalendar
  let printer: ItemPrinter

  init(_ invocation: Invocation) {
    repository = invocation.repository
    output = invocation.output
    calendar = invocation.calendar
    printer = invocation.listPrinter
  }

  func run(_ arguments: ParsedArguments) async throws -> ExitCode {
    var items: [Item] = []
    for reference in arguments[ReferenceKey.references] {
      items.append(try await reference.resolve(in: repository))
    }
    if try printer.printData(items) { return .success }
    let detail = ItemDetail(calendar: calendar, appearance: output.appearance)
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
    arguments: [ReferenceKey.references],
    action: CommandAction(.read, isPaged: true) { try await ShowCommand($0).run($0.arguments) }
  )
}

/// The positional in which commands take items.
enum ReferenceKey {
  static let references = Argument<[ItemReference]>(
    "id",
    help: "An item's number, or at least \(ItemReference.minimumDigits) digits of its id.",
    atLeastOne: true,
    completion: .words(.items)
  )
}
