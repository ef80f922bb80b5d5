import ArgumentParsing
import Phrases
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
  var isOfNames: Bool { !words.isEmpty && names != nil }

  /// The words as names; nil for a filter.
  private var names: [ConflictName]? {
    guard arguments.literalCount == 0 else { return nil }
    let names = words.compactMap { ConflictName($0) }
    return names.count == words.count ? names : nil
  }

  /// The conflicts and kept texts that are meant, for one use of them.
  func chosen(
    from status: SyncStatus,
    in repository: any ItemRepository,
    for use: ConflictName.Use
  ) async throws -> ChosenConflicts {
    let kind = arguments[ConflictChoice.kind]
    let ofKind = ChosenConflicts(
      conflicts: status.conflicts.filter { kind == nil || $0.kind.choice == kind },
      keptTexts: kind == nil || kind == .kept ? status.keptTexts : []
    )
    if isOfAll { return ofKind }
    if let names { return try ofKind.named(names, for: use) }
    let ids = try await items(in: ofKind.conflicts)
    let kept = ItemFilter.ids(Set(ofKind.keptTexts.map(\.item)))
    let fitting = Set(try await repository.items(ItemQuery(.and([kept, filter()]))).map(\.id))
    return ChosenConflicts(
      conflicts: ofKind.conflicts.filter { ids.contains($0.item) },
      keptTexts: ofKind.keptTexts.filter { fitting.contains($0.item) }
    )
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
