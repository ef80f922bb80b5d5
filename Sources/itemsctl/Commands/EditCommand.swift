import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// Changes values of items, all of them or none.
struct EditCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    var (targets, changes) = try targetsAndChanges(after: options())
    try await changes.resolveItems(in: context.repository)
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

  /// The items that the words mean, and what the words behind them change.
  private func targetsAndChanges(
    after options: ItemChanges
  ) throws -> (ItemTargets, ItemChanges) {
    let (arguments, key, parts) = (context.arguments, ItemTargets.editWords, ItemPart.editWords)
    let open = ItemFilter.status([.open])
    let plain = arguments[key].dropLast(arguments.literalCount)
    if let leading = try ItemTargets.leading(arguments, key, narrowedTo: open) {
      let isSeparated = ChangeSeparator.isSeparator(at: leading.count, in: plain, of: parts)
      let edit = try editWords(from: leading.count + (isSeparated ? 1 : 0), options)
      try checkTitle(edit, ofOne: leading.targets.only != nil)
      return (leading.targets, edit.changes)
    }
    if let separator = ChangeSeparator.index(in: plain, of: parts) {
      guard separator > 0 else {
        throw arguments.failure(
          "Say which items before '\(plain[separator])': numbers, ids or a filter."
        )
      }
      let targets = try ItemTargets(context, key, until: separator, narrowedTo: open)
      let edit = try editWords(from: separator + 1, options)
      try checkTitle(edit, ofOne: targets.only != nil)
      return (targets, edit.changes)
    }
    if options.isEmpty, !arguments[Keys.edit],
      let index = ChangeSeparator.firstDoubtful(in: plain, of: parts, context.world.calendar)
    {
      throw doubt(about: plain[index...], behind: plain[..<index])
    }
    return (try ItemTargets(context, narrowedTo: open), options)
  }

  /// The error for words behind a filter that are conditions as well as changes, with the two lines that work.
  private func doubt(
    about words: ArraySlice<String>,
    behind filter: ArraySlice<String>
  ) -> CommandError {
    let program = [Itemsctl.name, "edit"]
    return CommandError(
      .usage,
      "Behind a filter, a change follows 'to', or '--edit' opens an editor:",
      help: [
        (program + filter + ["to"] + words).shellLine,
        (program + ["--edit"] + filter + words).shellLine,
      ]
    )
  }

  private func editWords(
    from start: Int,
    _ options: ItemChanges
  ) throws(UsageError) -> EditWords {
    let words = context.arguments[ItemTargets.editWords]
    return try EditWords(
      words.dropFirst(start),
      literalFrom: words.count - context.arguments.literalCount,
      after: options,
      context
    )
  }

  /// Refuses a title for several items, which is rarely meant.
  private func checkTitle(_ edit: EditWords, ofOne isOne: Bool) throws(UsageError) {
    guard !edit.title.isEmpty, !isOne else { return }
    throw context.arguments.failure(
      "Several items would get the title '\(edit.title)'; '--title' says so if that is meant."
    )
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
        try await resolved[id]?.resolveItems(in: context.repository)
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
    let ids = Set(items.compactMap(\.parent) + items.flatMap(\.blockers))
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
      blocked-by:, status:, notes:, attr.KEY=VALUE, +TAG, -TAG, and plain words, which are a new title. Between \
      a filter and its changes, write 'to' or 'set', or give the changes as options. Without any \
      change, a terminal opens the editor that VISUAL or EDITOR names, with a form of all fields, \
      for up to \(ItemForm.most) items. If the form has a mistake, the editor opens again, with the \
      mistake at the top.

      Either all items change, or none. A filter, or a range of numbers such as 6-9, takes open \
      items only, unless the filter names a status.

      \(FilterKey.dashRule) 'not tag:n' always removes a tag, 'not blocked-by:12' a blocker, and a text behind a letter needs a \
      space or '=': '-l home'.
      """,
    examples: [
      Example("itemsctl edit 12 due:friday +errand", "One item:"),
      Example("itemsctl edit 12 Buy oat milk", "Its title:"),
      Example("itemsctl edit 12,15 20-24 list:home due:none", "Several at once, all or none:"),
      Example("itemsctl edit 12 --append 'Called, no answer'", "A line below its notes:"),
      Example("itemsctl edit overdue list:home to due:tomorrow", "All items of a filter:"),
      Example("itemsctl edit list:home", "All fields of several items, in an editor:"),
    ],
    arguments: [ItemTargets.editWords],
    options: ItemKeys.options(forEditing: true) + [Keys.append, Keys.edit]
      + WriteOptions.allBesideTags,
    action: CommandAction(store: WriteOptions.access) {
      try await EditCommand(context: $0).run()
    }
  )
}
