/// The items that are there, or those that were deleted.
public enum ItemScope: Sendable, Hashable, CaseIterable {
  /// Items that are there.
  case live
  /// Items that were deleted and can be restored.
  case deleted
}
