import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// New values for an item; what is not among them stays.
struct ItemChanges: Sendable {
  private var values = ItemDraft(title: "")
  private var parts: Set<ItemPart> = []
  /// How an item comes again; its dates say from when on.
  private var phrase: RepeatPhrase?
  private var calendar: LocalCalendar?
  /// The item that an item is to stand under, as typed.
  private var parent: ItemReference?
  /// The items for which an item is to wait, and is not to.
  private var blockers = BlockerChanges()
  private var addedTags: Set<String> = []
  private var removedTags: Set<String> = []
  /// A text that comes below that of a part; nil for none.
  private var appended: (part: ItemPart, text: String)?
  /// The word that gave a field its value, by what the field is called in words.
  private var words: [String: String] = [:]
  /// A null takes the attribute away.
  var attributes: [String: JSONValue] = [:]

  /// True if nothing is to change.
  var isEmpty: Bool {
    parts.isEmpty && phrase == nil && parent == nil && blockers.isEmpty && addedTags.isEmpty
      && removedTags.isEmpty && attributes.isEmpty && appended == nil
  }

  /// Whether a part gets a value.
  func sets(_ part: ItemPart) -> Bool {
    parts.contains(part) || part == .repeat && phrase != nil
  }

  /// Gives a part a value as JSON has it; null takes the value away.
  mutating func set(_ part: ItemPart, to value: JSONValue) throws(ValueError) {
    do throws(JSONError) {
      try values.set(part, to: part.withLineFeeds(value))
    } catch {
      throw ValueError(error.message)
    }
    parts.insert(part)
  }

  /// Gives a part the value that was typed, or adds the tag.
  mutating func set(
    _ part: ItemPart,
    typed text: String,
    _ calendar: LocalCalendar
  ) throws(ValueError) {
    if part == .parent, text != "none" {
      guard let reference = ItemReference(text) else {
        throw ValueError("it must be the number or the id of an item, or 'none'")
      }
      parent = reference
    } else if part.form == .ids {
      try blockers.add(text)
    } else if part.form == .names {
      add(tag: try TagName(argument: text).name)
    } else if part.form == .rule, text != "none" {
      do throws(DatePhraseError) {
        (phrase, self.calendar) = (try RepeatPhrase(text, calendar: calendar), calendar)
      } catch {
        throw ValueError(error.message)
      }
    } else {
      try set(part, to: part.value(typed: text, calendar))
    }
  }

  /// Takes what a title says beside itself.
  mutating func take(_ title: QuickTitle, _ calendar: LocalCalendar) throws(ValueError) {
    if let due = title.due { try set(.due, to: due.jsonForm) }
    if let rule = title.rule { (phrase, self.calendar) = (rule, calendar) }
  }

  /// Adds a tag; of two words that contradict each other, the later one counts.
  mutating func add(tag name: String) {
    addedTags.insert(name)
    removedTags.remove(name)
  }

  /// Takes blockers away, as typed.
  mutating func remove(blockers text: String) throws(ValueError) { try blockers.remove(text) }

  /// Lets an item wait for these alone, as typed.
  mutating func setBlockers(_ text: String) throws(ValueError) {
    try blockers.replace(text)
  }

  /// Puts a text below that of a part.
  mutating func append(_ text: String, to part: ItemPart) {
    appended = (part, text.withLineFeeds)
  }

  /// Takes a tag away.
  mutating func remove(tag name: String) {
    removedTags.insert(name)
    addedTags.remove(name)
  }

  /// Takes the options for the parts of an item.
  mutating func take(
    _ arguments: ParsedArguments,
    _ calendar: LocalCalendar,
    forEditing isEditing: Bool
  ) throws(UsageError) {
    for part in ItemPart.inOrder where part.hasOption(forEditing: isEditing) {
      let option = ItemKeys.option(for: part)
      guard let text = arguments[option] else { continue }
      do throws(ValueError) {
        try set(part, typed: text, calendar)
      } catch {
        throw arguments.invalidValue(text, for: option, reason: error.reason)
          .about(topic: part.form.helpTopic)
      }
    }
    try blockers.take(arguments, ItemKeys.blockers) { blockers, text throws(ValueError) in
      try blockers.add(text)
    }
    addedTags.formUnion(arguments[ItemKeys.tags].map(\.name))
    if isEditing {
      try blockers.take(arguments, ItemKeys.unblockers) { blockers, text throws(ValueError) in
        try blockers.remove(text)
      }
      // A tag that an option adds and another takes away is taken away, whichever came first.
      removedTags = Set(arguments[ItemKeys.untags].map(\.nfc))
    }
    for pair in arguments[ItemKeys.attributes] { attributes[pair.key.nfc] = pair.json ?? .null }
  }

  /// Takes what a word of `add` or `edit` says of a field; two words for one field contradict each other.
  ///
  /// Tags and blockers are several values, each with a word of its own.
  mutating func take(
    _ meaning: FieldWord,
    of word: String,
    _ calendar: LocalCalendar,
    _ arguments: ParsedArguments
  ) throws(UsageError) {
    if let field = meaning.onlyField, let first = words.updateValue(word, forKey: field),
      first != word
    {
      throw arguments.failure("'\(first)' and '\(word)' contradict each other. Give one of them.")
    }
    switch meaning {
    case .value(let part, let text):
      do throws(ValueError) {
        try set(part, typed: text, calendar)
      } catch {
        throw arguments.refusal(of: word, part, error.reason, isEmpty: text.isEmpty)
      }
    case .attribute(let pair): attributes[pair.key.nfc] = pair.json ?? .null
    case .mistaken(let reason): throw arguments.refusal(of: word, reason)
    }
  }

  /// True if the changes name other items, which are to be found.
  var namesItems: Bool { parent != nil || blockers.namesItems }

  /// Finds the items that were named as a parent and as blockers.
  mutating func resolveItems(in repository: any ItemRepository) async throws {
    try await blockers.resolve(in: repository)
    guard let reference = parent else { return }
    let item = try await reference.resolve(in: repository)
    try set(.parent, to: .string(item.id.description))
    parent = nil
  }

  /// The changes as something to do to items; whoever moves an item to another list is asked about those under it.
  var operation: ItemOperation {
    ItemChanges.operation(asksAboutBelow: parts.contains(.list)) { _ in self }
  }

  /// What each item is to become, as something to do to all of them.
  static func operation(
    asksAboutBelow: Bool,
    _ changes: @escaping @Sendable (ItemID) -> ItemChanges?
  ) -> ItemOperation {
    ItemOperation(
      effect: .change { item throws(StorageError) in
        let wasOpen = item.status == .open
        try changes(item.id)?.apply(to: &item)
        guard wasOpen, item.status == .done, item.repeat != nil else { return }
        throw StorageError(
          .invalidItem,
          "Item \(item.number) repeats. 'itemsctl done \(item.number)' moves it to its next date; "
            + "'--status done --repeat none' ends it."
        )
      },
      verb: "change",
      past: "changed",
      below: .all,
      asksAboutBelow: asksAboutBelow
    )
  }

  /// Gives an item that is to be added the new values.
  ///
  /// Throws ``StorageError/Code/invalidItem`` for a rule that does not go with its dates.
  func apply(to draft: inout ItemDraft) throws(StorageError) { try apply(to: &draft.values) }

  /// Gives an item the new values.
  ///
  /// Throws ``StorageError/Code/invalidItem`` for a rule that does not go with its dates.
  func apply(to item: inout Item) throws(StorageError) {
    for part in parts {
      item.take(part, from: values)
      item.replaceUnknown(part)
    }
    if let (part, text) = appended {
      let before = item.value(of: part)?.string?.withLineFeeds ?? ""
      let isOnNewLine = before.isEmpty || before.hasSuffix("\n")
      var values = values
      // Each part to which a text is added has the form of one.
      try? values.set(part, to: .string(before + (isOnNewLine ? "" : "\n") + text))
      item.take(part, from: values)
    }
    if let phrase, let calendar {
      item.repeat = try phrase.counted(from: item, calendar)
      item.replaceUnknown(.repeat)
    }
    blockers.apply(to: &item)
    item.tags.formUnion(addedTags)
    item.tags.subtract(removedTags)
    for (key, value) in attributes { item.attributes[key] = value.isNull ? nil : value }
  }
}

extension ItemPart {
  /// Whether a text is understood as a value.
  func isValue(typed text: String, _ calendar: LocalCalendar) -> Bool {
    var changes = ItemChanges()
    return (try? changes.set(self, typed: text, calendar)) != nil
  }
}

extension ParsedArguments {
  /// The error for words that must be one.
  func split(_ words: [String]) -> UsageError {
    failure("'\(words.joined(separator: " "))' is one value: put it in quotes.")
  }

  /// The error for the value of a field, which is not understood or not there.
  fileprivate func refusal(
    of word: String,
    _ part: ItemPart,
    _ reason: String?,
    isEmpty: Bool
  ) -> UsageError {
    guard !isEmpty || !part.isOptional else {
      return failure("The word '\(word)' has no value; none is '\(part.typedName):none'.")
    }
    let reason = reason ?? "the values are \(part.allowedWords.quotedList)"
    let end = reason.hasSuffix("?") || reason.hasSuffix(".") ? "" : "."
    return failure("The word '\(word)' is invalid: \(reason)\(end)")
      .about(topic: part.form.helpTopic)
  }

  /// The error for a word that is no title as it stands.
  func refusal(of word: String, _ reason: String) -> UsageError {
    let end = reason.hasSuffix("?") || reason.hasSuffix(".") ? "" : "."
    return failure(
      "The word '\(word)' is invalid: \(reason)\(end) To use it as part of the title, put it after '--'."
    )
  }
}
