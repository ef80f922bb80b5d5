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
    guard changes.isEmpty || !context.arguments[Keys.edit] else {
      throw context.arguments.failure(
        "'--edit' opens an editor, so no other change can be given with it. Make all changes in the editor."
      )
    }
    if changes.isEmpty {
      try await editForm(of: targets)
    } else {
      try await make(changes, on: targets)
    }
    return .success
  }

  private func make(_ changes: ItemChanges, on targets: ItemTargets) async throws {
    try await ItemWrite(context: context, operation: changes.operation).run(on: targets)
  }

  /// Has a person edit a form of the items; what others changed meanwhile stays.
  private func editForm(of targets: ItemTargets) async throws {
    let arguments = context.arguments
    guard context.questions.mayAsk, !arguments[WriteOptions.dryRun] else {
      throw arguments.failure(
        "No change is given. Give one as in 'edit 12 due:friday +shop', or by options such as '--due'."
      )
    }
    let found = try await ItemWrite(context: context, operation: ItemChanges().operation)
      .found(targets)
    guard found.count <= ItemForm.most else {
      throw arguments.failure(
        "\(found.count) items are too many for a form, which has at most \(ItemForm.most). Name fewer, or give "
          + "the changes as options, such as '--due'."
      )
    }
    let items = try await items(found.ids)
    let form = ItemForm(
      items: items,
      calendar: context.world.calendar,
      parents: try await parents(of: items)
    )
    try await context.edit(form) { changes in
      var resolved = changes
      for id in changes.keys {
        try await resolved[id]?.resolveParent(in: context.repository)
      }
      let movesLists = resolved.values.contains { $0.sets(.list) }
      let operation = ItemChanges.operation(asksAboutBelow: movesLists) { [resolved] in resolved[$0]
      }
      // Named, so that nobody is asked again about what was just edited.
      let named = items.compactMap { NamedItems(String($0.number)) }
      try await ItemWrite(context: context, operation: operation)
        .run(on: .named(named, runsNarrowedTo: .all))
    }
  }

  /// Items in the order of their ids here.
  private func items(_ ids: [ItemID]) async throws -> [Item] {
    let items = try await context.repository.items(ItemQuery(.ids(Set(ids))))
    let byID = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
    return ids.compactMap { byID[$0] }
  }

  private func parents(of items: [Item]) async throws -> [ItemID: Int] {
    let ids = Set(items.compactMap(\.parent))
    guard !ids.isEmpty else { return [:] }
    let parents = try await context.repository.items(ItemQuery(.ids(ids)))
    return Dictionary(uniqueKeysWithValues: parents.map { ($0.id, $0.number) })
  }

  /// What the options say.
  private func options() throws -> ItemChanges {
    let arguments = context.arguments
    var changes = ItemChanges()
    try changes.take(arguments, context.world.calendar, forEditing: true)
    if let word = arguments[ItemKeys.option(for: .notes)] {
      try changes.set(.notes, to: .string(NotesText.read(word, from: context.input)))
    }
    if let word = arguments[Keys.append] {
      changes.append(try NotesText.read(word, from: context.input), to: .notes)
    }
    return changes
  }
}

extension EditCommand {
  /// The words that `edit` alone understands.
  enum Keys {
    static let append = Option<String?>(
      "append",
      valueName: "text",
      help: "Lines to add below the notes, or '-' to read them from standard input."
    )
    static let edit = Flag(
      "edit",
      short: "e",
      help: "Edit all fields in VISUAL or EDITOR, as happens without any change."
    )
  }

  static let command = Command<CommandAction>(
    "edit",
    synonyms: ["change", "set", "update"],
    abstract: "Change items.",
    discussion: """
      Write changes after the items: due:friday, start:, repeat:, priority:, list:, parent:, \
      status:, notes:, attr.KEY=VALUE, +TAG, -TAG, and plain words, which are a new title. After a \
      filter, give changes as options. Without any change, a terminal opens the editor that VISUAL \
      or EDITOR names, with a form of all fields, for up to \(ItemForm.most) items. If the form \
      has a mistake, the editor opens again, with the mistake at the top.

      Either all items change, or none. A filter, or a range of numbers such as 6-9, takes open \
      items only, unless the filter names a status.
      """,
    examples: [
      Example("itemsctl edit 12 due:friday +errand", "One item:"),
      Example("itemsctl edit 12 Buy oat milk", "Its title:"),
      Example("itemsctl edit 12,15 20-24 list:home due:none", "Several at once, all or none:"),
      Example("itemsctl edit 12 --append 'Called, no answer'", "A line below its notes:"),
      Example("itemsctl edit overdue list:home --due tomorrow", "All items of a filter:"),
      Example("itemsctl edit list:home", "All fields of several items, in an editor:"),
    ],
    arguments: [ItemTargets.editWords],
    options: ItemKeys.options(forEditing: true) + [Keys.append, Keys.edit]
      + WriteOptions.allWithBelow,
    action: CommandAction(store: WriteOptions.access) {
      try await EditCommand(context: $0).run()
    }
  )
}
