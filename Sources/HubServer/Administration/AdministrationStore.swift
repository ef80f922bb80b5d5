package import Storage
package import Sync

/// A store as administrators see it, behind one contract for files and servers.
///
/// Not for two threads at once; its methods block.
package protocol AdministrationStore {
  /// Runs the body once, in one transaction: a snapshot, or a write of which all is kept or nothing.
  ///
  /// Writes of administrators wait for each other from the start.
  func transaction<Value>(
    _ kind: AdministrationKind,
    _ body: (any AdministrationTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value

  /// When a daemon last committed something, in milliseconds since 1970, to within ten seconds; nil before the first.
  func lastCommit() throws(HubError) -> Int64?
}

/// What an administrator's transaction does.
package enum AdministrationKind: Sendable {
  case read
  case write
}

/// A transaction of an administrator on the whole store; valid only inside the body that receives it.
package protocol AdministrationTransaction {
  // MARK: Spaces

  /// The names of all spaces, in order.
  func spaceNames() throws(HubError) -> [String]

  func spaceCount() throws(HubError) -> Int

  /// The space's own row; nil if there is none.
  func space(_ name: String) throws(HubError) -> HubSpace?

  /// Whether a marker stands in the place of a space.
  func isDeleted(_ name: String) throws(HubError) -> Bool

  /// What an administrator sees of a space, without its tokens; nil if there is none.
  func summary(_ name: String) throws(HubError) -> SpaceSummary?

  /// Makes a space that is missing.
  func makeSpace(_ name: String, epoch: Int64) throws(HubError)

  /// Removes a space with everything in it, and leaves a marker.
  func deleteSpace(_ name: String, at now: Int64, reason: String) throws(HubError)

  /// Removes the marker of a space.
  func forgetDeletion(of name: String) throws(HubError)

  /// Says what a space may hold; nil parts leave it to the server's limits.
  func setQuota(_ quota: SpaceQuota, of name: String) throws(HubError)

  /// Says since when devices may not write a space; nil lets them again.
  func setFrozen(_ time: Int64?, _ name: String) throws(HubError)

  // MARK: Tokens

  /// All tokens, by space, label and age.
  func tokens() throws(HubError) -> [TokenRecord]

  func add(_ token: TokenRecord) throws(HubError)
  func setRevoked(_ id: String, at now: Int64) throws(HubError)
  func setExpiry(_ id: String, _ time: Int64) throws(HubError)

  /// Tells every daemon that tokens have changed.
  func tokensChanged() throws(HubError)

  // MARK: Audit

  /// Adds an entry, and removes those that are too old or too many.
  func add(_ entry: AuditEntry) throws(HubError)

  /// The latest entries, newest first.
  func audit(limit: Int) throws(HubError) -> [AuditEntry]

  // MARK: A whole space

  /// Passes the commits of a space on, in the order of their heads: head, nonce and age.
  func forEachCommit(
    of name: String,
    _ body: ([Int64]) throws(HubError) -> Void
  ) throws(HubError)

  /// Passes the sessions of a space on, in order: session, device, counter, clock and age.
  func forEachSession(
    of name: String,
    _ body: ([Int64]) throws(HubError) -> Void
  ) throws(HubError)

  /// Passes the items of a space on, in the order of their sequence numbers.
  func forEachItem(
    of name: String,
    _ body: (AdministeredItem) throws(HubError) -> Void
  ) throws(HubError)

  /// Whether a space has neither items nor commits that changed anything.
  func isEmpty(_ name: String) throws(HubError) -> Bool

  /// Puts another row in the place of an empty space's, whose commits and sessions go.
  func replaceSpace(_ name: String, by space: HubSpace) throws(HubError)

  /// Adds a commit: head, nonce and age.
  func addCommit(_ numbers: [Int64], to name: String) throws(HubError)

  /// Adds a session: session, device, counter, clock and age.
  func addSession(_ numbers: [Int64], to name: String) throws(HubError)

  /// Adds an item, whose contents are sound.
  func add(_ item: AdministeredItem, isAlive: Bool, to name: String) throws(HubError)

  /// Stores what all items of a space are together.
  func setSums(_ digest: SpaceDigest, _ usage: SpaceUsage, of name: String) throws(HubError)
}

/// An item's row as an export has it.
package struct AdministeredItem: Sendable {
  /// Nil if the id is damaged.
  package var id: ItemID?
  package var sequence: Int64
  /// The space's age when it changed.
  package var changedAt: Int64
  package var doc: [UInt8]

  package init(id: ItemID?, sequence: Int64, changedAt: Int64, doc: [UInt8]) {
    self.id = id
    self.sequence = sequence
    self.changedAt = changedAt
    self.doc = doc
  }
}
