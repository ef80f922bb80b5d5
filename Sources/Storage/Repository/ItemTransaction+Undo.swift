/// A transaction that knows how much of it the history has room for.
package protocol UndoableTransaction: ItemTransaction {
  /// Whether all that it has done so far can be undone in one step.
  var canBeUndone: Bool { get }
}

extension ItemTransaction {
  /// Whether all that it has done so far can be undone in one step; false where it does not know.
  package var canBeUndone: Bool { (self as? any UndoableTransaction)?.canBeUndone ?? false }
}
