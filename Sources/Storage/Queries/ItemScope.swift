/// The live items, or those that were deleted.
public enum ItemScope: Sendable, Hashable, CaseIterable {
  /// Items that are not deleted.
  case live
  /// Items that were deleted and can be restored.
  case deleted
}
