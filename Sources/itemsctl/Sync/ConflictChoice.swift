import ArgumentParsing
import Storage
import Sync

/// The value of `--kind`.
enum ConflictKind: String, CaseIterable, ArgumentValue {
  case quarantined, lost
}

/// Conflicts by number, by a filter on their items, or all.
struct ConflictChoice {
  private let arguments: ParsedArguments
  private let calendar: LocalCalendar

  init(_ context: CommandContext) {
    arguments = context.arguments
    calendar = context.world.calendar
  }

  private var words: [String] { arguments[ConflictChoice.words] }

  /// Whether no word says which.
  var isOfAll: Bool { words.isEmpty }

  /// Whether each is named.
  var isOfNumbers: Bool { !words.isEmpty && numbers != nil }

  private var numbers: [Int]? {
    guard arguments.literalCount == 0 else { return nil }
    // A sign in front makes a tag of it.
    let numbers = words.compactMap { ItemReference($0)?.number }
    return numbers.count == words.count ? numbers : nil
  }

  /// Those of the conflicts that are meant.
  func chosen(from conflicts: [SyncConflict]) async throws -> [SyncConflict] {
    let kind = arguments[ConflictChoice.kind]
    let ofKind = conflicts.filter { kind == nil || $0.kind.choice == kind }
    if isOfAll { return ofKind }
    guard let numbers else {
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

  /// The items that the filter holds for, as they stand in the conflicts.
  ///
  /// A lost item is in no store, so all are put into one in memory, where the filter means the same as
  /// elsewhere.
  private func items(in conflicts: [SyncConflict]) async throws -> Set<ItemID> {
    let filter = try ParsedFilter(ConflictChoice.words, of: arguments, calendar: calendar).filter
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
    help: "Numbers of conflicts, or a filter on their items such as list:home, +tag or words.",
    dashedWords: true,
    dashMeaning: FilterKey.dashMeaning
  )
  static let kind = Option<ConflictKind?>("kind", help: "Only those of one kind.")
}

extension SyncConflict.Kind {
  var choice: ConflictKind {
    switch self {
    case .quarantined: .quarantined
    case .lost: .lost
    }
  }
}
