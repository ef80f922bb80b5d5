// `edit`: items changed.

import ArgumentParsing
import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Changes values of items, all of them or none.
struct EditCommand {
  let repository: any ItemRepository
  let output: Output
  let input: any ByteSource
  let calendar: LocalCalendar
  let format: OutputFormat?

  init(_ invocation: Invocation) {
    repository = invocation.repository
    output = invocation.output
    input = invocation.input
    calendar = invocation.calendar
    format = invocation.format
  }

  func run(_ arguments: ParsedArguments) async throws -> ExitCode {
    let references = arguments[ReferenceKey.references]
    let changes = try changes(arguments)
    let results = try await repository.write { transaction throws(StorageError) in
      var results: [(before: Item, after: Item)] = []
      for reference in references {
        let item = try reference.resolve(in: transaction)
        results.append((item, try transaction.update(changes.applied(to: item))))
      }
      return results
    }
    let printer = ItemPrinter(output: output, calendar: calendar, format: format)
    if try printer.printData(results.map(\.after)) { return .success }
    for result in results {
      let isSame = result.before == result.after
      try output.report(
        isSame
          ? "\(ItemPhrase.name(of: result.after)) is so already"
          : "Changed \(ItemPhrase.text(of: result.after, calendar))"
      )
    }
    return .success
  }

  private func changes(_ arguments: ParsedArguments) throws -> ItemChanges {
    var changes = ItemChanges()
    changes.title = arguments[Keys.title]
    changes.status = arguments[Keys.status]
    changes.notes = try arguments[Keys.notes].map { word in
      try NotesText.read(word, from: input)
    }
    changes.priority = arguments[Keys.priority]
    changes.list = arguments[Keys.list]
    changes.addedTags = Set(arguments[Keys.tags].map(\.nfc))
    changes.removedTags = Set(arguments[Keys.untags].map(\.nfc))
    for pair in arguments[Keys.attributes] {
      changes.attributes[pair.key.nfc] = pair.value.isEmpty ? .null : .string(pair.value)
    }
    if let due = arguments[Keys.due] { changes.due = .some(try date(due, arguments)) }
    guard !changes.isEmpty else {
      throw arguments.failure(
        "There is nothing to change; give '--title', '--due' or another option."
      )
    }
    return changes
  }

  private func date(_ phrase: String, _ arguments: ParsedArguments) throws(UsageFailure) -> Date? {
    if phrase == "none" { return nil }
    do throws(DatePhrase.Problem) {
      return try DatePhrase(phrase, calendar: calendar).start
    } catch {
      throw arguments.invalidValue(phrase, for: Keys.due, reason: error.message)
    }
  }
}

extension EditCommand {
  /// The options that `edit` understands.
  enum Keys {
    static let title = Option<String?>("title", valueName: "text", help: "The new title.")
    static let status = Option<Status?>("status", help: "Where it stands.")
    static let notes = Option<String?>(
      "notes",
      short: "n",
      valueName: "text",
      help: "New notes; '-' reads them from standard input."
    )
    static let due = Option<String?>(
      "due",
      short: "d",
      valueName: "date",
      help: "When it is due, or 'none'."
    )
    static let priority = Option<Priority?>("priority", short: "p", help: "How much it matters.")
    static let list = Option<String?>(
      "list",
      short: "l",
      help: "The list to file it in.",
      completion: .words(.lists)
    )
    static let tags = Option<[String]>(
      "tag",
      short: "t",
      help: "A tag to add; may be repeated.",
      completion: .words(.tags)
    )
    static let untags = Option<[String]>(
      "untag",
      valueName: "tag",
      help: "A tag to take away; may be repeated."
    )
    static let attributes = Option<[KeyValue]>(
      "attr",
      short: "a",
      valueName: "key=value",
      help: "An attribute to set; one without a value is taken away. May be repeated."
    )
  }

  static let command = Command<CommandAction>(
    "edit",
    abstract: "Change items.",
    examples: [
      Example("itemsctl edit 12 --due \"next monday\" --tag errand", "One item:"),
      Example("itemsctl edit 12 15 0192a --list home --due none", "Several at once, all or none:"),
    ],
    arguments: [ReferenceKey.references],
    options: [
      Keys.title, Keys.status, Keys.due, Keys.priority, Keys.list, Keys.tags, Keys.untags,
      Keys.attributes, Keys.notes,
    ],
    action: CommandAction(.write) { try await EditCommand($0).run($0.arguments) }
  )
}
