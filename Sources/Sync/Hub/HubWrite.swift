public import Storage

/// A write that may be committed together with others.
public struct HubWrite: Sendable {
  /// The space that it writes.
  public var space: String
  /// The epoch of the space if it is missing.
  public var seed: Int64
  /// What the body reads as a rule.
  public var reads: HubReads
  /// What is done in the transaction; it may run more than once, and only what its last run did was stored.
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

/// What the body of a write will read, as far as it is known before.
///
/// A hint: a store behind a network fetches all of it with its first question; what is not in it can be read
/// all the same.
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
