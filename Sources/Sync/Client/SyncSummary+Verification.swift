extension SyncSummary {
  /// How the store compares with the hub.
  public struct Verification: Sendable, Equatable {
    /// How many of the 256 groups of items differ between store and hub without a reason.
    ///
    /// A number other than 0 is an error of this program or of the hub.
    public var differences: Int
    /// Items with something that the hub lacks; their groups cannot be compared.
    public var unsynced: Int

    /// Describes a comparison.
    public init(differences: Int, unsynced: Int) {
      self.differences = differences
      self.unsynced = unsynced
    }

    /// Whether store and hub hold exactly the same.
    public var isEqual: Bool { differences == 0 && unsynced == 0 }
  }
}

extension SyncSummary.Verification {
  init(_ reply: VerifyReply, unsynced: StoreOutcome.Unsynced) {
    var differences = 0
    if case .different(_, let buckets) = reply {
      differences = buckets.count { !unsynced.buckets.contains($0) }
    }
    self.init(differences: differences, unsynced: unsynced.count)
  }
}
