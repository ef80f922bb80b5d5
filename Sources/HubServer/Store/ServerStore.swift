package import Sync

/// What a server keeps beside its spaces: tokens, what was refused, and when something was last committed.
///
/// Its methods block, and may be called on any thread but those of a transport. Several daemons may share a store.
package protocol ServerStore: HubStore {
  /// How many spaces it writes at once, each in a commit of its own; with one, spaces share commits.
  var writers: Int { get }

  /// How many reads it runs at once.
  var readers: Int { get }

  /// A number that changes with each change of a token.
  func tokenVersion() throws(HubError) -> Int64

  /// Every token that is not revoked, and the number that ``tokenVersion()`` had.
  func liveTokens() throws(HubError) -> (version: Int64, tokens: [TokenRecord])

  /// Notes the hours of tokens' last uses, and entries of the audit.
  func note(uses: [(id: String, hour: Int64)], audit: [AuditEntry]) throws(HubError)

  /// When something was last committed, in milliseconds since 1970, to within ten seconds; nil before the first.
  func lastCommit() throws(HubError) -> Int64?

  /// Notes when something was last committed.
  func noteCommit(at now: Int64) throws(HubError)

  /// A number that another one follows when anybody else has written; cheap enough to be asked for every second.
  func changeMark() throws(HubError) -> Int64

  /// Those of these spaces that anybody has written since the last call for them; nil if the store cannot tell them apart.
  ///
  /// Asked for every second; a space that is asked for the first time may count as written.
  func changedSpaces(among spaces: [String]) throws(HubError) -> [String]?

  /// Brings what a write leaves for later in order, such as a log; called between writes by the thread that writes.
  ///
  /// - Returns: Whether it is worth while to call ``maintain()`` soon, on another thread.
  func afterWrites() -> Bool

  /// Does the part of it that keeps no write waiting.
  func maintain()
}

extension ServerStore {
  /// One file has one writer.
  package var writers: Int { 1 }

  /// Two, which is enough for the processors of a small machine.
  package var readers: Int { 2 }

  /// Cannot tell them apart; ``changeMark()`` is for all.
  package func changedSpaces(among spaces: [String]) throws(HubError) -> [String]? { nil }
}

/// One entry of the audit.
package struct AuditEntry: Sendable, Equatable {
  /// When, in milliseconds since 1970.
  package var time: Int64
  /// What was done, such as `token.create`.
  package var action: String
  /// The space that it concerns.
  package var space: String?
  /// The id of the token that it concerns.
  package var token: String?
  /// What else there is to say; never a token or an item's contents.
  package var detail: String

  package init(
    time: Int64,
    action: String,
    space: String? = nil,
    token: String? = nil,
    detail: String = ""
  ) {
    self.time = time
    self.action = action
    self.space = space
    self.token = token
    self.detail = detail
  }
}
