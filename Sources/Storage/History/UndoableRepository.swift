// Taking back what was done, step by step.

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

  /// Undoes the latest step that is not undone; nil where none is left.
  @discardableResult
  func undo() async throws(StorageError) -> HistoryOutcome?

  /// Redoes the step that was undone last; nil where none is left, as after any new write.
  @discardableResult
  func redo() async throws(StorageError) -> HistoryOutcome?
}
