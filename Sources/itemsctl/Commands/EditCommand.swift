import ArgumentParsing
import Storage

/// Changes values of items, all of them or none.
struct EditCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    try checkWords()
    let targets = try ItemTargets(context, narrowedTo: .status([.open]))
    let changes = try changes()
    if changes.isEmpty {
      try await editText(of: try theOnly(targets))
    } else {
      try await make(changes, on: targets)
    }
    return .success
  }

  /// Refuses what `add` takes for values: behind an item, here too it can only be meant so.
  private func checkWords() throws(UsageError) {
    let arguments = context.arguments
    let words = arguments[ItemTargets.words].dropLast(arguments.literalCount)
    guard let first = words.first, ItemTargets.looksLikeItem(first) else { return }
    for word in words.dropFirst() {
      guard let option = EditCommand.option(for: word) else { continue }
      throw arguments.failure(
        "The word '\(word)' is a condition here. To change the item, write '\(option)'."
      )
    }
  }

  /// The option that says what a word says to `add`.
  private static func option(for word: String) -> String? {
    let value = word.dropFirst()
    let (name, text): (String, String)
    switch FieldWord(word) {
    case .value(let field, let typed): (name, text) = (field.rawValue, typed)
    case .attribute(let pair): (name, text) = ("attr", pair.argumentText)
    case .mistaken: return nil
    case nil where word.hasPrefix("+") && !value.isEmpty: (name, text) = ("tag", String(value))
    case nil where Priority(name: value) != nil && word.hasPrefix("!"):
      (name, text) = ("priority", String(value))
    case nil: return nil
    }
    let quote = text.contains(where: \.isWhitespace) ? "\"" : ""
    return "--\(name) \(quote)\(text)\(quote)"
  }

  private func make(_ changes: ItemChanges, on targets: ItemTargets) async throws {
    try await ItemWrite(context: context, operation: changes.operation).run(on: targets)
  }

  /// Has a person edit title and notes; what others changed meanwhile stays.
  private func editText(of reference: ItemReference) async throws {
    let item = try await reference.resolve(in: context.repository)
    let text = ItemText(title: item.title, notes: item.notes)
    try await context.edit(text) { edited in
      var changes = ItemChanges()
      if !utf8Equal(edited.title, text.title) { changes.title = edited.title }
      if !utf8Equal(edited.notes, text.notes) { changes.notes = edited.notes }
      try await make(changes, on: .references([reference]))
    }
  }

  /// The one item that an editor can be opened for, on a terminal.
  private func theOnly(_ targets: ItemTargets) throws(UsageError) -> ItemReference {
    let arguments = context.arguments
    if case .references(let references) = targets, references.count == 1,
      context.questions.mayAsk, !arguments[WriteOptions.dryRun]
    {
      return references[0]
    }
    throw arguments.failure(
      "There is nothing to change; give '--title', '--due' or another option."
    )
  }

  private func changes() throws -> ItemChanges {
    let arguments = context.arguments
    var changes = ItemChanges()
    changes.title = arguments[Keys.title]?.text
    changes.status = arguments[Keys.status]
    changes.notes = try arguments[ItemKeys.notes].map { word in
      try NotesText.read(word, from: context.input)
    }
    changes.due = try arguments.due(context.world.calendar)
    changes.priority = arguments[ItemKeys.priority]
    changes.list = arguments[ItemKeys.list]?.name
    changes.addedTags = Set(arguments[ItemKeys.tags].map(\.name))
    changes.removedTags = Set(arguments[Keys.untags].map(\.nfc))
    for pair in arguments[ItemKeys.attributes] {
      changes.attributes[pair.key.nfc] = pair.json ?? .null
    }
    return changes
  }
}

extension EditCommand {
  /// The options that `edit` understands.
  enum Keys {
    static let title = Option<TitleText?>("title", valueName: "text", help: "The new title.")
    static let status = Option<Status?>("status", help: "Where it stands.")
    static let untags = Option<[String]>(
      "untag",
      valueName: "tag",
      help: "A tag to take away; may be repeated.",
      completion: .words(.tags)
    )
  }

  static let command = Command<CommandAction>(
    "edit",
    synonyms: ["modify", "change", "set", "update"],
    abstract: "Change items.",
    discussion: """
      Without an option, an editor is opened on a terminal for the item's title and notes: the one \
      that VISUAL or EDITOR names.

      All items are changed, or none. A filter means open items, unless it asks for a status.
      """,
    examples: [
      Example("itemsctl edit 12 --due \"next monday\" --tag errand", "One item:"),
      Example("itemsctl edit 12 15 0192a --list home --due none", "Several at once, all or none:"),
      Example("itemsctl edit list:home due<today --due tomorrow", "Those that a filter means:"),
    ],
    arguments: [ItemTargets.words],
    options: [
      Keys.title, Keys.status, ItemKeys.due, ItemKeys.priority, ItemKeys.list, ItemKeys.tags,
      Keys.untags, ItemKeys.attributes, ItemKeys.notes, WriteOptions.yes, WriteOptions.dryRun,
    ],
    action: CommandAction(store: WriteOptions.access) {
      try await EditCommand(context: $0).run()
    }
  )
}
