/// A repository that remembers its writes, so that they can be undone and redone in order.
///
/// A step is one ``ItemRepository/write(_:)`` that changed one or more items. Undoing it is a new
/// edit, stamped and synced like any other: undo does not rewrite the past. It reverts only values
/// that are still as the step left them: changes that sync brought meanwhile stay. The steps are
/// stored with the items, so that another process, or the next run of the program, can undo them.
///
/// A value of type `any ItemRepository` may be one:
/// `try await (repository as? any UndoableRepository)?.undo()`.
public protocol UndoableRepository: ItemRepository {
  /// The steps that can be undone or redone, latest first.
  func history() async throws(StorageError) -> [HistoryStep]

  /// The changes of a step, in the order in which they were made; none for an unknown step.
  ///
  /// An item that the step changed twice has two changes.
  func changes(of step: HistoryStep.ID) async throws(StorageError) -> [HistoryStep.Change]

  /// Undoes `count` steps in one transaction, the latest step that is not undone first.
  ///
  /// If there are fewer, undoes none and returns nothing.
  @discardableResult
  func undo(_ count: Int) async throws(StorageError) -> [HistoryOutcome]

  /// Redoes `count` steps in one transaction, the step that was undone last first.
  ///
  /// If there are fewer, redoes none and returns nothing.
  @discardableResult
  func redo(_ count: Int) async throws(StorageError) -> [HistoryOutcome]
}

extension UndoableRepository {
  /// The items that a step changed, each once, in the order of its changes; none for an unknown step.
  public func items(of step: HistoryStep.ID) async throws(StorageError) -> [ItemID] {
    var seen: Set<ItemID> = []
    return try await changes(of: step).map(\.item).filter { seen.insert($0).inserted }
  }

  /// Undoes the latest step that is not undone; nil if none is left.
  @discardableResult
  public func undo() async throws(StorageError) -> HistoryOutcome? { try await undo(1).first }

  /// Redoes the step that was undone last; nil if none is left, for example after a new write.
  @discardableResult
  public func redo() async throws(StorageError) -> HistoryOutcome? { try await redo(1).first }
}
