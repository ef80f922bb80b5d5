import ArgumentParsing
import Storage

/// Changes values of items, all of them or none.
struct EditCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    try checkWords()
    let targets = try ItemTargets(context, narrowedTo: .status([.open]))
    let changes = try await changes()
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
      guard let option = FieldWord.option(for: word) else { continue }
      throw arguments.failure(
        "The word '\(word)' is a condition here. To change the item, write '\(option)'."
      )
    }
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
      if !utf8Equal(edited.title, text.title) {
        try changes.set(.title, to: .string(edited.title))
      }
      if !utf8Equal(edited.notes, text.notes) {
        try changes.set(.notes, to: .string(edited.notes))
      }
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

  private func changes() async throws -> ItemChanges {
    let arguments = context.arguments
    var changes = ItemChanges()
    try changes.take(arguments, context.world.calendar, forEditing: true)
    if let word = arguments[ItemKeys.option(for: .notes)] {
      try changes.set(.notes, to: .string(NotesText.read(word, from: context.input)))
    }
    changes.removedTags = Set(arguments[ItemKeys.untags].map(\.nfc))
    try await changes.resolveParent(in: context.repository)
    return changes
  }
}

extension EditCommand {
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
      Example("itemsctl edit list:home \"due<today\" --due tomorrow", "Those that a filter means:"),
    ],
    arguments: [ItemTargets.words],
    options: ItemKeys.options(forEditing: true) + WriteOptions.allWithBelow,
    action: CommandAction(store: WriteOptions.access) {
      try await EditCommand(context: $0).run()
    }
  )
}
