import ArgumentParsing
import Storage
import Sync

/// The value of `--kind`.
enum ConflictKind: String, CaseIterable, ArgumentValue {
  case quarantined, lost, kept
}

/// Conflicts by number, by a filter on their items, or all.
struct ConflictChoice {
  private let arguments: ParsedArguments
  private let calendar: LocalCalendar
  private let views: FilterViews

  init(_ context: CommandContext) {
    arguments = context.arguments
    calendar = context.world.calendar
    views = context.settings.views
  }

  private var words: [String] {
    let words = arguments[ConflictChoice.words]
    return decision == nil ? words : words.dropLast()
  }

  /// What a word at the end decides on the others: `mine`, `theirs` or `both`.
  var decision: KeptTextChoice? {
    guard arguments.literalCount == 0, let last = arguments[ConflictChoice.words].last else {
      return nil
    }
    return KeptTextChoice(rawValue: last)
  }

  /// Whether no word says which.
  var isOfAll: Bool { words.isEmpty }

  /// Whether each is named.
  var isOfNumbers: Bool { !words.isEmpty && names != nil }

  /// Numbers of conflicts, and of items with kept texts, which have a `k` in front; nil for a filter.
  private var names: (conflicts: [Int], kept: [Int])? {
    guard arguments.literalCount == 0 else { return nil }
    var names: (conflicts: [Int], kept: [Int]) = ([], [])
    for word in words {
      if word.first == "k", let number = Int(word.dropFirst()), number > 0 {
        names.kept.append(number)
      } else if let number = ItemReference(word)?.number {
        // A sign in front makes a tag of it.
        names.conflicts.append(number)
      } else {
        return nil
      }
    }
    return names
  }

  /// Those of the conflicts that are meant.
  func chosen(from conflicts: [SyncConflict]) async throws -> [SyncConflict] {
    let kind = arguments[ConflictChoice.kind]
    let ofKind = conflicts.filter { kind == nil || $0.kind.choice == kind }
    if isOfAll { return ofKind }
    guard let numbers = names?.conflicts else {
      let ids = try await items(in: ofKind)
      return ofKind.filter { ids.contains($0.item) }
    }
    for number in numbers where !ofKind.contains(where: { $0.number == number }) {
      throw CommandError(
        .failure,
        "There is no conflict \(number).",
        help: ["'itemsctl sync conflicts' lists them by their numbers."]
      )
    }
    return ofKind.filter { numbers.contains($0.number) }
  }

  /// Those of the kept texts that are meant.
  func chosen(
    from keptTexts: [KeptTextOfItem],
    in repository: any ItemRepository
  ) async throws -> [KeptTextOfItem] {
    let kind = arguments[ConflictChoice.kind]
    let ofKind = kind == nil || kind == .kept ? keptTexts : []
    if isOfAll { return ofKind }
    guard let numbers = names?.kept else {
      let filter = try filter()
      let ids = ItemFilter.ids(Set(ofKind.map(\.item)))
      let items = try await repository.items(ItemQuery(.and([ids, filter])))
      let fitting = Set(items.map(\.id))
      return ofKind.filter { fitting.contains($0.item) }
    }
    for number in numbers where !ofKind.contains(where: { $0.number == number }) {
      throw CommandError(
        .failure,
        "Item \(number) has no kept text.",
        help: ["'itemsctl sync conflicts' lists them."]
      )
    }
    return ofKind.filter { numbers.contains($0.number) }
  }

  /// The filter that the words are.
  private func filter() throws(UsageError) -> ItemFilter {
    try ParsedFilter(
      ConflictChoice.words,
      of: arguments,
      views: views,
      calendar: calendar
    ).filter
  }

  /// The items that the filter holds for, as they stand in the conflicts.
  ///
  /// A lost item is in no store, so all are put into one in memory, where the filter means the same as
  /// elsewhere.
  private func items(in conflicts: [SyncConflict]) async throws -> Set<ItemID> {
    let filter = try filter()
    let store = try SQLiteRepository.inMemory()
    try await store.writeReplica { transaction throws(StorageError) in
      for conflict in conflicts {
        if let item = conflict.replica { try? transaction.put(item) }
      }
    }
    let items = try await store.items(ItemQuery(filter))
    await store.close()
    return Set(items.map(\.id))
  }
}

extension ConflictChoice {
  static let words = Argument<[String]>(
    "conflict",
    help: "Names as 'conflicts' lists them, or a filter such as list:home, +tag or words.",
    dashedWords: FilterKey.dashAdvice,
    completion: .words(.conflicts)
  )
  static let kind = Option<ConflictKind?>("kind", help: "Only conflicts of this kind.")
}

extension SyncConflict.Kind {
  var choice: ConflictKind {
    switch self {
    case .quarantined: .quarantined
    case .lost, .overwritten: .lost
    }
  }
}
