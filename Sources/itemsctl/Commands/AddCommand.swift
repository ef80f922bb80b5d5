import ArgumentParsing
import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Adds items, all of them or none, and says what they have become.
struct AddCommand {
  let invocation: Invocation

  private var output: Output { invocation.output }
  private var input: any ByteSource { invocation.input }
  private var calendar: LocalCalendar { invocation.calendar }

  /// Adds what the words describe.
  func run(_ arguments: ParsedArguments) async throws -> ExitCode {
    if arguments[Keys.edit] {
      let draft = try draftToEdit(arguments)
      let text = ItemText(title: draft.title, notes: draft.notes)
      try await invocation.edit(text) { text in
        var draft = draft
        (draft.title, draft.notes) = (text.title, text.notes)
        try await add([draft], arguments)
      }
    } else {
      try await add(drafts(arguments), arguments)
    }
    return .success
  }

  private func add(_ drafts: [ItemDraft], _ arguments: ParsedArguments) async throws {
    if arguments[WriteOptions.dryRun] { return try await rehearse(drafts) }
    let items = try await invocation.repository.write { transaction throws(StorageError) in
      var items: [Item] = []
      for draft in drafts { items.append(try transaction.add(draft)) }
      return items
    }
    output.recordCompleted(
      items.count == 1
        ? "added \(ItemPhrase.name(of: items[0]))" : "added \(items.count) items"
    )
    if try invocation.printer.printData(items) { return }
    guard !output.isQuiet else { return }
    let ids = try await ShortIDs(of: items, in: invocation.repository)
    for item in items { try output.report("Added \(ItemPhrase.text(of: item, ids, calendar))") }
    if items.count > 1, items.allSatisfy({ !$0.title.contains(where: \.isWhitespace) }) {
      try output.hint("Each word is an item of its own; quotes make several words one title.")
    }
  }

  /// Says what would be added; as data, such an item has the number 0.
  private func rehearse(_ drafts: [ItemDraft]) async throws {
    var random = SystemRandomNumberGenerator()
    var items: [Item] = []
    for draft in drafts {
      if let id = draft.id, try await invocation.repository.item(id) != nil {
        throw CommandError(.failure, "An item \(id) is there already.")
      }
      let id = draft.id ?? ItemID(milliseconds: calendar.now.millisecondsSince1970, random: &random)
      items.append(try Item(adding: draft, id: id, number: 0, now: calendar.now))
    }
    if try invocation.printer.printData(items) { return }
    for item in items {
      let due = item.dueAt.map { ", due \(calendar.fullText(of: $0))" } ?? ""
      try output.report("Would add \"\(item.title.visible)\"\(due)")
    }
  }

  /// The one item whose title and notes are to be edited; the title may be missing yet.
  private func draftToEdit(_ arguments: ParsedArguments) throws -> ItemDraft {
    let words = try words(arguments)
    guard words.titles.count <= 1, !words.readsTitles else {
      throw arguments.failure("'--edit' edits one item at a time.")
    }
    var draft = words.pattern
    draft.title = words.titles.first ?? ""
    if let notes = arguments[ItemKeys.notes] {
      draft.notes = try NotesText.read(notes, from: input)
    }
    draft.id = arguments[Keys.id]
    return draft
  }

  private func words(_ arguments: ParsedArguments) throws(UsageError) -> AddWords {
    try AddWords(
      arguments,
      calendar: calendar,
      defaultList: invocation.settings[.list]?.text ?? Item.defaultList
    )
  }

  private func drafts(_ arguments: ParsedArguments) throws -> [ItemDraft] {
    var words = try words(arguments)
    if words.readsTitles {
      guard arguments[ItemKeys.notes] != "-" else {
        throw arguments.failure("Titles and notes cannot both be read from standard input.")
      }
      words.titles += try titles()
    }
    guard !words.titles.isEmpty else { throw arguments.missing(Keys.titles) }
    if words.titles.count > 1, arguments.isGiven(Keys.id) {
      throw arguments.failure("'--id' names one item, but \(words.titles.count) titles were given.")
    }
    var pattern = words.pattern
    if let notes = arguments[ItemKeys.notes] {
      pattern.notes = try NotesText.read(notes, from: input)
    }
    pattern.id = arguments[Keys.id]
    return words.titles.map { title in
      var draft = pattern
      draft.title = title
      return draft
    }
  }

  /// The lines of standard input that are not empty.
  private func titles() throws -> [String] {
    let bytes = try input.readAll(limit: 16 << 20, of: "Standard input")
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandError(.badData, "Standard input is not valid UTF-8; nothing was added.")
    }
    return text.split(whereSeparator: \.isNewline).map(String.init)
  }
}

extension AddCommand {
  /// The words that `add` understands.
  enum Keys {
    static let titles = Argument<[String]>(
      "title",
      help: "A title, or one of +TAG, !PRIORITY, due:DATE, list:LIST, attr.KEY=VALUE; "
        + "'-' reads titles from standard input, one a line. Each title is an item of its own.",
      completion: .words(.additions)
    )
    static let edit = Flag(
      "edit",
      short: "e",
      help: "Edit title and notes before the item is added, in VISUAL or EDITOR."
    )
    static let id = Option<ItemID?>("id", valueName: "uuid", help: "The id to take.")
  }

  static let command = Command<CommandAction>(
    "add",
    synonyms: ["new", "create"],
    abstract: "Add items.",
    examples: [
      Example(
        "itemsctl add \"Buy milk\" +shop !high due:tomorrow",
        "An item with a tag, a priority and a due date:"
      ),
      Example(
        "itemsctl add \"Call Grandma\" --due \"sun 3pm\" --list home",
        "The same by options:"
      ),
      Example("itemsctl add -- \"+1 for the idea\"", "Words behind '--' are titles as they are:"),
    ],
    arguments: [Keys.titles],
    options: [
      ItemKeys.due, ItemKeys.priority, ItemKeys.list, ItemKeys.tags, ItemKeys.attributes,
      ItemKeys.notes, Keys.edit, Keys.id, WriteOptions.dryRun,
    ],
    action: CommandAction(choosing: { $0[WriteOptions.dryRun] ? .preview : .create }) {
      try await AddCommand(invocation: $0).run($0.arguments)
    }
  )
}
