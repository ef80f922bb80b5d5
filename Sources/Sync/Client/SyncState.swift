/// The engine's durable state: kept with the items, and changed in one transaction with them.
package struct SyncState: Sendable, Equatable {
  /// How hub and space were last reached.
  package var remote: String
  /// The store's name on the hub.
  package var device: Int64
  /// The session in which ``counter`` counts.
  package var session: Int64
  /// The last push that left, or was about to.
  package var counter: Int64 = 0
  /// What left in pushes of which the store has not seen the outcome.
  package var sent = SentStamps()
  /// Whether the last push was not answered yet.
  package var isPushUnanswered = false
  /// The sequence number up to which the store has every row.
  package var cursor: Int64 = 0
  /// The last commit of the hub that the store saw.
  package var token: SyncToken?
  /// Whether the store's copy is being built.
  package var isBootstrapping = true
  /// The floor of the bootstrap's first page.
  package var bootstrapFloor: Int64?
  /// The head of the bootstrap's first page.
  package var bootstrapHead: Int64?
  /// Whether the next run is to read every row again, since a comparison found a difference.
  package var readsAgain = false
  /// Why the copy is being built again, if it is.
  package var reset: SyncReset?
  /// The most changes to put in a push, since the hub has refused a larger one.
  package var batch: Int?
  /// Whether any change may be in quarantine; false only if there is certainly none.
  package var mayHaveQuarantine = true
  /// When a sync last ended, in milliseconds since 1970 by this device's clock.
  ///
  /// To the minute, so that a sync that has nothing to do need not write either.
  package var lastSync: Int64?
  /// Why the hub has refused every sync since then, if it has.
  package var refusal: SyncRefusal?

  package init(remote: String, device: Int64, session: Int64) {
    self.remote = remote
    self.device = device
    self.session = session
  }
}

extension SyncState {
  /// The state of a store that has never been synced.
  init(_ fresh: RandomIdentifiers, remote: String) {
    self.init(remote: remote, device: fresh.device, session: fresh.session)
  }

  /// Starts over as the hub asked, with the same remote, device and session.
  mutating func begin(_ reset: SyncReset, keepsToken: Bool) {
    self.reset = reset
    cursor = 0
    readsAgain = false
    if !keepsToken { token = nil }
    isBootstrapping = true
    bootstrapFloor = nil
    bootstrapHead = nil
  }

  /// Has the next page begin with the row of that number, if it was brought before.
  mutating func request(_ sequence: Int64) { cursor = min(cursor, sequence - 1) }

  /// Whether the reply to this push is still valid.
  ///
  /// The token must be the one that was sent: if another process has applied a page since, the hub
  /// may have been restored in between, and cursor and token would belong to two histories.
  func isAwaiting(_ request: PushRequest) -> Bool {
    !isBootstrapping && session == request.session && counter == request.counter
      && token == request.token
  }

  /// Whether the reply to this request is still valid.
  func isAwaiting(_ request: ChangesRequest) -> Bool {
    cursor == request.after && token == request.token
      && isBootstrapping == request.isBootstrap && bootstrapFloor == request.bootstrapFloor
  }

  /// Whether the reply to this comparison is still valid.
  func isAwaiting(_ request: VerifyRequest) -> Bool {
    !isBootstrapping && cursor == request.head && token == request.token
  }

  /// Lets the next push be a little larger, after one with `count` changes was accepted.
  ///
  /// Slowly, since each push that is too large again costs a round trip.
  package mutating func growBatch(after count: Int, upTo limit: Int) {
    guard let batch, count >= batch else { return }
    let next = batch + 1 + batch / 16
    self.batch = next < limit ? next : nil
  }
}
