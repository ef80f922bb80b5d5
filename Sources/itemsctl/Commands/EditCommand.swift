import ArgumentParsing
import Storage

/// Changes values of items, all of them or none.
struct EditCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    var changes = try options()
    var targets: ItemTargets
    let open = ItemFilter.status([.open])
    if let leading = try ItemTargets.leading(
      context.arguments,
      ItemTargets.editWords,
      narrowedTo: open
    ) {
      targets = leading.targets
      let words = context.arguments[ItemTargets.editWords]
      let edit = try EditWords(
        words.dropFirst(leading.count),
        literalFrom: words.count - context.arguments.literalCount,
        after: changes,
        context
      )
      guard edit.title.isEmpty || targets.only != nil else {
        throw context.arguments.failure(
          "Several items would get the title '\(edit.title)'; '--title' says so if that is meant."
        )
      }
      changes = edit.changes
    } else {
      targets = try ItemTargets(context, narrowedTo: open)
    }
    try await changes.resolveParent(in: context.repository)
    if changes.isEmpty {
      try await editText(of: try theOnly(targets), targets)
    } else {
      try await make(changes, on: targets)
    }
    return .success
  }

  private func make(_ changes: ItemChanges, on targets: ItemTargets) async throws {
    try await ItemWrite(context: context, operation: changes.operation).run(on: targets)
  }

  /// Has a person edit title and notes; what others changed meanwhile stays.
  private func editText(of reference: ItemReference, _ targets: ItemTargets) async throws {
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
      try await make(changes, on: targets)
    }
  }

  /// The one item that an editor can be opened for, on a terminal.
  private func theOnly(_ targets: ItemTargets) throws(UsageError) -> ItemReference {
    let arguments = context.arguments
    if let only = targets.only, context.questions.mayAsk, !arguments[WriteOptions.dryRun] {
      return only
    }
    throw arguments.failure(
      "There is nothing to change; say what, as in 'edit 12 due:friday +shop', or by options such as '--due'."
    )
  }

  /// What the options say.
  private func options() throws -> ItemChanges {
    let arguments = context.arguments
    var changes = ItemChanges()
    try changes.take(arguments, context.world.calendar, forEditing: true)
    if let word = arguments[ItemKeys.option(for: .notes)] {
      try changes.set(.notes, to: .string(NotesText.read(word, from: context.input)))
    }
    return changes
  }
}

extension EditCommand {
  static let command = Command<CommandAction>(
    "edit",
    synonyms: ["change", "set", "update"],
    abstract: "Change items.",
    discussion: """
      Behind the items stand changes: due:friday, start:, repeat:, priority:, list:, parent:, status:, \
      notes:, attr.KEY=VALUE, +TAG, -TAG, and bare words, which are a new title. Behind a filter, \
      changes are options. With neither, an editor is opened on a terminal for the item's title and \
      notes: the one that VISUAL or EDITOR names.

      All items are changed, or none. A filter and a run of numbers such as 6-9 mean open items, \
      unless the filter asks for a status.
      """,
    examples: [
      Example("itemsctl edit 12 due:friday +errand", "One item:"),
      Example("itemsctl edit 12 Buy oat milk", "Its title:"),
      Example("itemsctl edit 12,15 20-24 list:home due:none", "Several at once, all or none:"),
      Example("itemsctl edit overdue list:home --due tomorrow", "Those that a filter means:"),
    ],
    arguments: [ItemTargets.editWords],
    options: ItemKeys.options(forEditing: true) + WriteOptions.allWithBelow,
    action: CommandAction(store: WriteOptions.access) {
      try await EditCommand(context: $0).run()
    }
  )
}
