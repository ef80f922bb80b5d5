#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Which figures of which live items.
///
/// What is not asked for is not answered, and costs nothing.
public struct SummaryQuery: Sendable, Equatable {
  /// Which items.
  public var filter: ItemFilter
  /// By what the items are counted beside their status.
  public var groupings: Set<Grouping>
  /// Moments, ascending, between which is counted what was added and closed.
  public var activityBounds: [Date]
  /// Moments, ascending, between which the open items that are due are counted.
  public var dueBounds: [Date]

  /// By what items are counted.
  public enum Grouping: Sendable, Hashable, CaseIterable {
    /// By the list that they are filed in.
    case list
    /// By each of their tags.
    case tag
  }

  /// Makes a question; without arguments it asks how many items there are of each status.
  public init(
    _ filter: ItemFilter = .all,
    groupings: Set<Grouping> = [],
    activityBounds: [Date] = [],
    dueBounds: [Date] = []
  ) {
    self.filter = filter
    self.groupings = groupings
    self.activityBounds = activityBounds
    self.dueBounds = dueBounds
  }
}

extension SummaryQuery {
  /// Whether each item's times have a say.
  var asksForTimes: Bool { !activityBounds.isEmpty || !dueBounds.isEmpty }

  /// Throws where the moments are not in order.
  func check() throws(StorageError) {
    for bounds in [activityBounds, dueBounds]
    where zip(bounds, bounds.dropFirst()).contains(where: >) {
      throw StorageError(.invalidQuery, "The moments of a summary must be given in their order.")
    }
  }
}
