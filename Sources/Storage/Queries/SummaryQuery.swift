#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A request for counts of live items.
///
/// Figures that are not asked for are not computed.
public struct SummaryQuery: Sendable, Equatable {
  /// Which items.
  public var filter: ItemFilter
  /// The groups in which items are counted, in addition to their status.
  public var groupings: Set<Grouping>
  /// The ascending moments that bound the periods in which added and closed items are counted.
  public var activityBounds: [Date]
  /// The ascending moments that bound the periods in which due open items are counted.
  ///
  /// An item that is due on a day counts as in a ``DateRange``: by the days to which the moments belong.
  public var dueBounds: [Date]
  /// The zone of the caller: it decides which moments belong to which day.
  public var zone: LocalZone

  /// By what items are counted.
  public enum Grouping: Sendable, Hashable, CaseIterable {
    /// By the list that they are filed in.
    case list
    /// By each of their tags.
    case tag
  }

  /// Makes a query; without arguments it asks for the number of items of each status.
  public init(
    _ filter: ItemFilter = .all,
    groupings: Set<Grouping> = [],
    activityBounds: [Date] = [],
    dueBounds: [Date] = [],
    zone: LocalZone = .current
  ) {
    self.filter = filter
    self.groupings = groupings
    self.activityBounds = activityBounds
    self.dueBounds = dueBounds
    self.zone = zone
  }
}

extension SummaryQuery {
  /// Whether it needs each item's times.
  var needsTimes: Bool { !activityBounds.isEmpty || !dueBounds.isEmpty }

  /// Throws `.invalidQuery` if the moments are not in order.
  func check() throws(StorageError) {
    for bounds in [activityBounds, dueBounds]
    where zip(bounds, bounds.dropFirst()).contains(where: >) {
      throw StorageError(.invalidQuery, "The moments of a summary must be in ascending order.")
    }
  }
}
