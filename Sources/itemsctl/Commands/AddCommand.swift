import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// Adds items, all of them or none, and says what they have become.
struct AddCommand {
  let context: CommandContext

  /// Adds what the words describe.
  func run() async throws -> ExitCode {
    guard context.arguments[Keys.edit] else {
      let (drafts, words) = try await drafts()
      try await add(drafts, words)
      return .success
    }
    let draft = try await draftToEdit()
    try await context.edit(ItemText(title: draft.title, notes: draft.notes)) { text in
      var draft = draft
      (draft.title, draft.notes) = (text.title, text.notes)
      try await add([draft], nil)
    }
    return .success
  }

  private func add(_ drafts: [ItemDraft], _ words: AddWords?) async throws {
    if context.arguments[WriteOptions.dryRun] { return try await preview(drafts, words) }
    let (output, calendar) = (context.output, context.world.calendar)
    let items = try await context.repository.write { transaction throws(StorageError) in
      var items: [Item] = []
      for draft in drafts { items.append(try transaction.add(draft)) }
      return items
    }
    context.changed.note(items.map(\.id))
    output.recordCompleted(
      items.count == 1
        ? "added \(ItemPhrase.name(of: items[0]))" : "added \(items.count) items"
    )
    if try context.printer.printData(items) { return }
    guard !output.isQuiet else { return }
    let ids = output.isVerbose ? try await ShortIDs(of: items, in: context.repository) : nil
    let parents = try await parents(of: items)
    for item in items {
      let values = ItemPhrase.values(of: item, calendar, under: parents)
      try output.report("Added \(ItemPhrase.text(of: item, ids, calendar))\(values)")
    }
    try tell(words, of: items.map { String($0.number) })
    for item in items { try tellLeftOut(item) }
    try LateStartNotice(context: context).warn(about: items)
    let lists = Set(items.map(\.list))
    try await NewListNotice(context: context).tell(lists, count: items.count)
  }

  private func parents(of items: [Item]) async throws -> ItemNames {
    let ids = Set(items.compactMap(\.parent) + items.flatMap(\.blockers))
    return ids.isEmpty ? [:] : try await context.repository.names(of: ids)
  }

  /// Warns of a rule that leaves months out, since they have no such day.
  private func tellLeftOut(_ item: Item) throws {
    guard let rule = item.repeat?.rule, let date = item.occurrence,
      rule.frequency == .monthly, rule.weekdays.isEmpty, rule.positions.isEmpty
    else { return }
    let days = rule.monthDays.isEmpty ? [date.day.day] : rule.monthDays
    guard let day = days.first(where: { $0 > 28 }) else { return }
    try context.output.hint(
      "Months without a \(OrdinalWord.digits(day)) are left out. For the last day of each: "
        + "'itemsctl edit \(item.number) repeat:\"monthly on the last day\"'."
    )
  }

  /// Says what would be added; as data, such an item has the number 0.
  private func preview(_ drafts: [ItemDraft], _ words: AddWords?) async throws {
    let calendar = context.world.calendar
    var random = SystemRandomNumberGenerator()
    var items: [Item] = []
    var places = PlacePreview(context.repository)
    for draft in drafts {
      if let id = draft.id, try await context.repository.item(id) != nil {
        throw CommandError(.failure, "Cannot add an item with the id \(id): there is one already.")
      }
      let id = draft.id ?? ItemID(milliseconds: calendar.now.millisecondsSince1970, random: &random)
      let item = try Item(adding: draft, id: id, number: 0, now: calendar.now)
      try await places.check(nil, becomes: item)
      items.append(item)
    }
    if try context.printer.printData(items) { return }
    let parents = try await parents(of: items)
    for item in items {
      let values =
        ItemPhrase.dates(of: item, calendar)
        + ItemPhrase.values(of: item, calendar, under: parents)
      try context.output.report("Would add \"\(item.title.visible)\"\(values)")
    }
    try tell(words, of: items.map { _ in nil })
    try LateStartNotice(context: context).warn(about: items)
    try await NewListNotice(context: context).tell(Set(items.map(\.list)), count: 0)
  }

  /// Tells what stayed in titles and may be meant otherwise, with how to mean it.
  private func tell(_ words: AddWords?, of numbers: [String?]) throws {
    guard let words else { return }
    for (title, number) in zip(words.titles, numbers) {
      guard let doubtful = title.doubtful else {
        if title.isUnderstood { try tellLeft(title, number) }
        continue
      }
      // Words that are no rule by themselves would be advice that fails.
      if doubtful.isRule,
        (try? RepeatPhrase(doubtful.words, calendar: context.world.calendar)) == nil
      {
        continue
      }
      let word =
        "\(doubtful.isRule ? ItemPart.repeat.typedName : ItemPart.due.typedName):\(doubtful.words)"
      let quoted = word.contains(" ") ? "\"\(word)\"" : word
      let what = doubtful.isRule ? "how it repeats" : "when it is due"
      try context.output.hint(
        "If '\(doubtful.words.visible)' says \(what): "
          + (number.map { "'itemsctl edit \($0) \(quoted.visible)'." } ?? "'\(quoted.visible)'.")
      )
    }
    if words.joinsTitles {
      try context.output.hint("These words are one title; '--each' makes an item of each.")
    }
  }

  /// Tells of words in a title that would have meant more outside of quotes, or in another form.
  private func tellLeft(_ title: QuickTitle, _ number: String?) throws {
    if let left = LeftWords.command(for: title.title, of: number ?? "<item>") {
      try context.output.hint(
        "'\(left.words.visible)' is part of the title; to take it out: \(left.command.visible)"
      )
    } else if title.due == nil, title.rule == nil,
      let tail = title.unread ?? UnreadTail.date(at: title.title, context.world.calendar),
      let reason = tail.reason
    {
      try context.output.hint(
        "'\(tail.words.visible)' stays in the title: \(reason). See 'itemsctl help \(tail.topic)'."
      )
    }
  }

  /// The one item whose title and notes are to be edited; the title may be missing yet.
  private func draftToEdit() async throws -> ItemDraft {
    var words = try AddWords(context)
    try await words.resolveItems(in: context.repository)
    guard words.titles.count <= 1, !words.readsTitles else {
      throw context.arguments.failure("'--edit' edits one item at a time.")
    }
    return try draft(words, words.titles.first ?? QuickTitle(literal: ""), notes: notes())
  }

  private func drafts() async throws -> (drafts: [ItemDraft], words: AddWords) {
    let arguments = context.arguments
    var words = try AddWords(context)
    if words.titles.isEmpty, !words.readsTitles, context.questions.mayAsk {
      try words.take(sentence: try sentence())
    }
    if words.readsTitles {
      guard arguments[ItemKeys.option(for: .notes)] != "-" else {
        throw arguments.failure("Titles and notes cannot both be read from standard input.")
      }
      words.take(lines: try lines())
    }
    guard !words.titles.isEmpty else { throw arguments.missing(Keys.titles) }
    if words.titles.count > 1, arguments.isGiven(Keys.id) {
      throw arguments.failure("'--id' names one item, but \(words.titles.count) titles were given.")
    }
    let notes = try notes()
    try await words.resolveItems(in: context.repository)
    return try (
      drafts: words.titles.map { try draft(words, $0, notes: notes) }, words: words
    )
  }

  /// The line that a person types when asked what to add.
  private func sentence() throws(CommandError) -> String {
    try context.output.hint(AddCommand.sentenceHint)
    let sentence = try context.questions.line(after: "Add: ") ?? ""
    guard sentence.allSatisfy(\.isWhitespace) else { return sentence }
    var answer = CommandError(.cancelled, "Nothing was added.")
    answer.isAnswer = true
    throw answer
  }

  private func notes() throws(CommandError) -> String {
    try context.arguments[ItemKeys.option(for: .notes)].map { word throws(CommandError) in
      try NotesText.read(word, from: context.input)
    } ?? ""
  }

  private func draft(_ words: AddWords, _ title: QuickTitle, notes: String) throws -> ItemDraft {
    let list = context.settings[.list]?.text ?? Item.defaultList
    var draft = ItemDraft(title: title.title, list: list)
    var changes = words.changes
    try changes.take(title, context.world.calendar)
    try changes.apply(to: &draft)
    (draft.notes, draft.id) = (notes, context.arguments[Keys.id])
    return draft
  }

  /// The lines of standard input that are not empty.
  private func lines() throws -> [String] {
    let text = try context.input.readText(
      limit: 16 << 20,
      of: "Standard input",
      "nothing was added"
    )
    return text.split(whereSeparator: \.isNewline).map(String.init)
  }
}

extension AddCommand {
  /// What a person can type for an item.
  static let sentenceHint =
    "A title, and what you know: tomorrow at 5pm, every monday, +tag, !high, list:home"

  /// The words that `add` understands.
  enum Keys {
    static let titles = Argument<[String]>(
      "title",
      help:
        "The words of the title, and +TAG, priority:PRIORITY, due:DATE, start:DATE, repeat:RULE, list:LIST, "
        + "parent:ITEM, blocked-by:ITEM, attr.KEY=VALUE; '-' alone reads titles from standard input, one a line.",
      completion: .words(.additions)
    )
    static let each = Flag("each", help: "Add an item for each word.")
    static let literal = Flag(
      "literal",
      help: "Keep dates and rules at the end as words of the title."
    )
    static let parse = Flag(
      "parse",
      help:
        "Understand dates and rules at the end of titles from scripts and from standard input, too."
    )
    static let edit = Flag(
      "edit",
      short: "e",
      help: "Edit title and notes before the item is added, in VISUAL or EDITOR."
    )
    static let id = Option<ItemID?>("id", valueName: "uuid", help: "The id of the new item.")
  }

  static let command = Command<CommandAction>(
    "add",
    synonyms: ["create"],
    abstract: "Add items.",
    discussion: """
      The words make one title. On a terminal, a date or a rule at its end is understood, unless \
      it could be part of the title; the answer says what was understood. Words after '--', and \
      lines from a pipe, are titles as they are. Without words, a terminal asks for the sentence, in \
      which quotes and signs need no care.
      """,
    examples: [
      Example("itemsctl add Call mum tomorrow at 5pm", "An item that is due at a time:"),
      Example("itemsctl add Water the plants every 3 days", "One that repeats:"),
      Example(
        "itemsctl add Buy milk +shop priority:high due:friday",
        "One with a tag, a priority and a due date:"
      ),
      Example("itemsctl add --each Milk Eggs Bread +shop", "Three items:"),
      Example(
        "itemsctl add \"Call Grandma\" --due \"sun 3pm\" --list home",
        "With options:"
      ),
      Example("itemsctl add -- \"+1 for the idea\"", "A title as it is, after '--':"),
      Example("itemsctl add", "A sentence that the terminal asks for:"),
    ],
    arguments: [Keys.titles],
    options: ItemKeys.options(forEditing: false)
      + [Keys.each, Keys.literal, Keys.parse, Keys.edit, Keys.id, WriteOptions.dryRun],
    action: CommandAction(store: { $0[WriteOptions.dryRun] ? .preview : .create }) {
      try await AddCommand(context: $0).run()
    }
  )
}
