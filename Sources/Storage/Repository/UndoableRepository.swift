/// A repository that remembers its writes, so that they can be undone and redone in order.
///
/// A step is one ``ItemRepository/write(_:)`` that changed something, however many items. Undoing it is
/// a new edit, stamped and synced as any other: nothing that happened is rewritten. Only what still is as
/// the step left it is brought back: what sync brought in meanwhile stays. The steps are kept with the
/// items, so that another process, or the next run of the program, can undo them.
///
/// A repository behind `any ItemRepository` may be one:
/// `try await (repository as? any UndoableRepository)?.undo()`.
public protocol UndoableRepository: ItemRepository {
  /// The steps that can be undone or redone, latest first.
  func history() async throws(StorageError) -> [HistoryStep]

  /// The items that a step changed, each once, in the order of its changes; none for an unknown step.
  func items(of step: HistoryStep.ID) async throws(StorageError) -> [ItemID]

  /// Undoes so many steps in one transaction, the latest first of those that are not undone.
  ///
  /// Where there are not as many, none is undone, and what is returned is empty.
  @discardableResult
  func undo(_ count: Int) async throws(StorageError) -> [HistoryOutcome]

  /// Redoes so many steps in one transaction, first the one that was undone last.
  ///
  /// Where there are not as many, none is redone, and what is returned is empty.
  @discardableResult
  func redo(_ count: Int) async throws(StorageError) -> [HistoryOutcome]
}

extension UndoableRepository {
  /// Undoes the latest step that is not undone; nil where none is left.
  @discardableResult
  public func undo() async throws(StorageError) -> HistoryOutcome? { try await undo(1).first }

  /// Redoes the step that was undone last; nil where none is left, as after any new write.
  @discardableResult
  public func redo() async throws(StorageError) -> HistoryOutcome? { try await redo(1).first }
}
