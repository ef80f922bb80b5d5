public import Storage

/// A write that may be committed together with others.
public struct HubWrite: Sendable {
  /// The space that it writes.
  public var space: String
  /// The epoch of the space if it is missing.
  public var seed: Int64
  /// What the body usually reads.
  public var reads: HubReads
  /// The work in the transaction; it may run several times, and only the last run is stored.
  public var body: @Sendable (any HubTransaction) throws(HubError) -> Void

  /// Describes a write.
  public init(
    space: String,
    seed: Int64,
    reading reads: HubReads = HubReads(),
    _ body: @escaping @Sendable (any HubTransaction) throws(HubError) -> Void
  ) {
    self.space = space
    self.seed = seed
    self.reads = reads
    self.body = body
  }
}

/// What the body of a write will read, as far as this is known in advance.
///
/// It is a hint: a store behind a network fetches all of it with its first request. The body may
/// read other things, too.
public struct HubReads: Sendable, Equatable {
  /// The session that the body asks for.
  public var session: Int64?
  /// The head whose nonce the body asks for.
  public var commit: Int64?
  /// The items whose rows the body asks for.
  public var items: [ItemID]

  /// Says what will be read.
  public init(session: Int64? = nil, commit: Int64? = nil, items: [ItemID] = []) {
    self.session = session
    self.commit = commit
    self.items = items
  }
}
