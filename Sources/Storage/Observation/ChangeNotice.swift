/// What may have changed in a store since the notice before.
///
/// A notice says where to look, not what is there: commits made while an observer is busy are
/// reported as one.
public enum ChangeNotice: Sendable, Equatable {
  /// These items were added, changed, deleted or restored; nothing else was.
  case items(Set<ItemID>)
  /// Anything may have changed, as after another process's commit.
  case everything

  /// The most items that a notice names; a change of more is ``everything``, to bound memory.
  public static let maxItems = 1_000

  /// One notice with the contents of both.
  public func merged(with other: ChangeNotice) -> ChangeNotice {
    guard case .items(let first) = self, case .items(let second) = other else { return .everything }
    return .all(of: first.union(second))
  }

  /// A notice of these items, or of everything if they are too many to be named.
  static func all(of items: Set<ItemID>) -> ChangeNotice {
    items.count > maxItems ? .everything : .items(items)
  }
}
