package import Storage

/// One transaction on the store; no network is awaited while it runs.
///
/// Each piece of work reads the durable state again and checks that a reply still belongs to it,
/// so that a late reply, a crash or a second process syncing the same store do no harm.
package enum StoreWork: Sendable, Equatable {
  /// Decides on the next request and stores that it leaves.
  case prepare(Preparation)
  /// Applies the hub's results of a push.
  case acknowledge(PushRequest, PushAcceptance)
  /// Reads what comes after the changes of a push that is under way, from this local number on.
  case lookAhead(PushRequest, after: Int)
  /// Applies the hub's results of a push, all of them good, and decides on the next one, read before.
  case proceed(PushRequest, PushAcceptance, PushAhead, hubTime: Int64)
  /// Applies a page and its cursor.
  case merge(ChangesRequest, ChangesPage)
  /// Starts over, as the hub asked.
  case reset(SyncReset, SyncRequest)
  /// Draws a new session and node, since another store uses the same ones.
  case rekey(PushRequest)
  /// Computes the digest to compare with the hub's.
  case digest
  /// Notes that the store differs from the hub, so that the next run reads everything again.
  case noteDifference(VerifyRequest)
  /// Makes later pushes smaller; a single change that is too large goes to quarantine.
  case shrink(PushRequest)

  /// What the core asks of the next request.
  package struct Preparation: Sendable, Equatable {
    /// Whether changes may be pushed.
    package var pushes: Bool
    /// Whether the store has every row that the hub had at its last reply.
    package var isCurrent: Bool
    /// Whether to count the unsynced items.
    package var counts: Bool
    /// What the hub's clock shows, in milliseconds since 1970; nil before its first answer.
    package var hubTime: Int64?

    package init(pushes: Bool, isCurrent: Bool, counts: Bool, hubTime: Int64? = nil) {
      self.pushes = pushes
      self.isCurrent = isCurrent
      self.counts = counts
      self.hubTime = hubTime
    }
  }

  /// Does the work in a write transaction of the store.
  package func run(
    in transaction: any ReplicaTransaction,
    settings: StoreSettings,
    fresh: RandomIdentifiers
  ) throws(StorageError) -> StoreOutcome {
    let before = try transaction.syncState().map { bytes throws(StorageError) in
      try SyncState(bytes: bytes)
    }
    var state = before
    let outcome = try run(in: transaction, state: &state, settings: settings, fresh: fresh)
    if let state, state != before { try transaction.setSyncState(state.bytes) }
    return outcome
  }

  /// Does the work on a state that the caller keeps with the items.
  package func run(
    in transaction: any ReplicaTransaction,
    state: inout SyncState?,
    settings: StoreSettings,
    fresh: RandomIdentifiers
  ) throws(StorageError) -> StoreOutcome {
    var session = StoreSession(
      transaction: transaction,
      state: state ?? SyncState(fresh, remote: settings.remote),
      settings: settings,
      fresh: fresh
    )
    let outcome = try perform(in: &session)
    // The token says which hub it is; the address, only how this one was reached the last time.
    switch outcome {
    case .applied, .proceeded: session.state.remote = settings.remote
    default: break
    }
    state = session.state
    return outcome
  }

  private func perform(in session: inout StoreSession) throws(StorageError) -> StoreOutcome {
    switch self {
    case .prepare(let preparation): try session.prepare(preparation)
    case .acknowledge(let request, let reply): try session.acknowledge(request, reply)
    case .lookAhead(let request, let number): try session.lookAhead(of: request, after: number)
    case .proceed(let request, let reply, let ahead, let hubTime):
      try session.proceed(request, reply, ahead, hubTime: hubTime)
    case .merge(let request, let page): try session.merge(request, page)
    case .reset(let kind, let request): try session.reset(kind, after: request)
    case .rekey(let request): try session.rekey(request)
    case .digest: try session.digest()
    case .noteDifference(let request): session.noteDifference(request)
    case .shrink(let request): try session.shrink(request)
    }
  }
}
