import Storage

/// One run of sync as a pure state machine.
///
/// No input or output, no clock, no randomness, and nothing that depends on the order of a set or
/// a dictionary: equal events give equal effects. All that must outlive the run is in the store
/// (``SyncState``), so a run may be dropped between any two effects.
package struct SyncCore: Sendable {
  private var state = State.idle
  private let patience: Patience
  private let verifies: Bool
  private var incomparable = StoreOutcome.Unsynced()
  private var summary = SyncSummary()
  private var unsynced: Int?
  private var requestID = 0
  private var attempts = 0
  private var supersededInARow = 0
  /// How many more comparisons the run tries.
  private var comparisonsLeft = SyncCore.maxSuperseded
  private var uptime: Int64 = 0
  /// The hub's clock less the uptime; nil before the hub's first answer in this run.
  private var hubClock: Int64?
  private var staleInARow = 0
  /// The first change of the last push if the hub had another row than the device had seen, and how often in a row.
  private var lost: (item: ItemID, times: Int)?
  private var isCurrent = false
  /// Whether there may be something to push: false once nothing was left.
  private var mayPush = true
  /// The request for the next page, if it was sent before the page at hand was merged.
  private var early: (id: Int, request: ChangesRequest)?
  /// What the next push may take, if that was read while the one at hand is under way.
  private var ahead: PushAhead?
  /// What the hub said when it was full; nil if it was not.
  private var fullHub: String?

  /// A run that has not started; with `verifies`, it compares the store with the hub at its end.
  package init(patience: Patience = Patience(), verifies: Bool = false) {
    self.patience = patience
    self.verifies = verifies
  }

  /// Takes an event and says what to do next; a late or repeated event asks for nothing.
  ///
  /// A reply is passed on when all that was asked for before it is done.
  ///
  /// `uptime` is the time of the event on a clock that nobody sets, in milliseconds.
  package mutating func on(_ event: Event, at uptime: Int64 = 0) -> [Effect] {
    self.uptime = uptime
    switch (state, event) {
    case (.idle, .start):
      return prepare()
    case (.preparing, .stored(.request(let request, let standing))):
      return send(request, standing)
    case (.waiting, .stored(.ahead(let ahead))):
      self.ahead = ahead
      return []
    case (.preparing, .stored(.idle(let standing))):
      summary.conflicts = standing.conflicts ?? summary.conflicts
      return verifies && fullHub == nil ? apply(.digest) : end()
    case (.applying, .stored(.digest(let request, let unsynced))):
      incomparable = unsynced
      return send(.verify(request), StoreOutcome.Standing(unsynced: nil))
    case (.waiting(let awaited, let request), .replied(let id, let reply)) where id == awaited:
      return take(reply, to: request)
    case (.waiting(let awaited, let request), .failed(let id, let failure)) where id == awaited:
      return take(failure, of: request)
    case (.applying, .stored(.applied(let applied))):
      return take(applied)
    case (.applying, .stored(.proceeded(let applied, let push, let standing))):
      note(applied)
      return send(.push(push), standing)
    case (.applying, .stored(.noted)):
      return end()
    case (.applying, .stored(.superseded)):
      return retryAfterSuperseded()
    case (.preparing, .storeFailed(let error)), (.applying, .storeFailed(let error)):
      return finish(.failure(SyncError(error)))
    case (.sleeping, .woke):
      return prepare()
    default:
      return []
    }
  }
}

// MARK: - Requests

extension SyncCore {
  private mutating func prepare() -> [Effect] {
    state = .preparing
    let preparation = StoreWork.Preparation(
      pushes: fullHub == nil,
      isCurrent: isCurrent,
      counts: unsynced == nil,
      hubTime: hubClock.map { $0 + uptime }
    )
    return [.store(.prepare(preparation))]
  }

  private mutating func send(
    _ request: SyncRequest,
    _ standing: StoreOutcome.Standing
  ) -> [Effect] {
    unsynced = unsynced ?? standing.unsynced
    switch request {
    case .push: mayPush = true
    case .changes where hubClock == nil: mayPush = unsynced != 0
    case .changes, .verify, .wait: mayPush = false
    }
    if let early, case .changes(early.request) = request {
      self.early = nil
      state = .waiting(id: early.id, request)
      return [progress(request.phase)]
    }
    let effects = [progress(request.phase), begin(request)]
    state = .waiting(id: requestID, request)
    guard case .push(let push) = request, let next = standing.next else { return effects }
    return effects + [.store(.lookAhead(push, after: next))]
  }

  /// Sends a request under the next number; whatever was sent early is not waited for any more.
  private mutating func begin(_ request: SyncRequest) -> Effect {
    early = nil
    requestID += 1
    summary.requests += 1
    return .send(id: requestID, request)
  }

  /// Merges a page, and asks for the next one meanwhile, unless something may have to be pushed first.
  private mutating func merge(_ page: ChangesPage, of request: ChangesRequest) -> [Effect] {
    guard let next = request.following(page), request.isBootstrap || !mayPush else {
      return apply(.merge(request, page))
    }
    let effect = begin(.changes(next))
    early = (requestID, next)
    return [effect] + apply(.merge(request, page))
  }

  /// Applies what the hub said of a push; with nothing but good results, the next one may leave at once.
  private mutating func acknowledge(_ push: PushRequest, _ acceptance: PushAcceptance) -> [Effect] {
    let isTaken =
      acceptance.results.count == push.changes.count
      && acceptance.results.allSatisfy(\.outcome.isOK)
    guard isTaken, let ahead, let hubClock else { return apply(.acknowledge(push, acceptance)) }
    return apply(.proceed(push, acceptance, ahead, hubTime: hubClock + uptime))
  }

  private mutating func take(_ reply: SyncReply, to request: SyncRequest) -> [Effect] {
    attempts = 0
    defer { ahead = nil }
    if let now = reply.now { hubClock = min(now, HybridClock.maxMilliseconds) - uptime }
    switch (reply, request) {
    case (.reset(let kind), _):
      summary.resets += 1
      guard summary.resets <= patience.resets else {
        return finish(.failure(SyncCore.tooManyResets))
      }
      isCurrent = false
      return apply(.reset(kind, request))
    case (.push(.accepted(let acceptance)), .push(let push)):
      // In the order of the changes, without those that the hub has not come to: what it has said moves on.
      guard push.changes.map(\.id).starts(with: acceptance.results.map(\.id)),
        !acceptance.results.isEmpty
      else {
        return finish(.failure(SyncError(.protocolViolation, SyncCore.wrongResults)))
      }
      staleInARow = 0
      guard canStillWin(acceptance.results) else { return finish(.failure(SyncCore.contention)) }
      return acknowledge(push, acceptance)
    case (.push(.stale), .push(let push)):
      staleInARow += 1
      guard staleInARow < SyncCore.maxSuperseded else {
        return finish(.failure(SyncCore.interference))
      }
      return apply(.rekey(push))
    case (.changes(let page), .changes(let changes)):
      // The cursor must move on from the request's, so that pages come to an end.
      guard page.hasMore ? page.end > changes.after : page.end >= changes.after else {
        return finish(.failure(SyncError(.protocolViolation, SyncCore.standstill)))
      }
      return merge(page, of: changes)
    case (.verify(.movedOn), .verify):
      // A pull takes up what is new, if anything: a hub that always says so must not keep the run going.
      isCurrent = false
      comparisonsLeft -= 1
      guard comparisonsLeft > 0 else { return finish(.failure(SyncCore.interference)) }
      return prepare()
    case (.verify(let answer), .verify(let verify)):
      let verification = SyncSummary.Verification(answer, unsynced: incomparable)
      summary.verification = verification
      return verification.differences == 0 ? end() : apply(.noteDifference(verify))
    default: return finish(.failure(.wrongAnswer))
    }
  }

  /// Notes whether a push lost, and says whether the run may go on.
  ///
  /// A device that merges what it lost against sends the result, which the hub takes unless that row changed again. The
  /// next push begins with the same change then, so the first result is the one to look at.
  private mutating func canStillWin(_ results: [PushResult]) -> Bool {
    guard let first = results.first, case .lost = first.outcome else {
      lost = nil
      return true
    }
    let times = lost?.item == first.id ? (lost?.times ?? 0) + 1 : 1
    lost = (first.id, times)
    return times < SyncCore.maxLost
  }

  private mutating func apply(_ work: StoreWork) -> [Effect] {
    state = .applying
    return [.store(work)]
  }

  private mutating func take(_ applied: StoreOutcome.Applied) -> [Effect] {
    note(applied)
    return prepare()
  }

  private mutating func note(_ applied: StoreOutcome.Applied) {
    supersededInARow = 0
    summary.pushed += applied.pushed
    summary.pulled += applied.pulled
    summary.note(arrivals: applied.arrivals)
    summary.note(arrived: applied.arrivedChanges)
    summary.note(applied.damaged)
    summary.kept += applied.kept
    summary.overwritten += applied.overwritten
    isCurrent = applied.isCurrent
  }

  private mutating func retryAfterSuperseded() -> [Effect] {
    supersededInARow += 1
    guard supersededInARow < SyncCore.maxSuperseded else {
      return finish(.failure(SyncCore.interference))
    }
    return prepare()
  }
}

// MARK: - Failures

extension SyncCore {
  private mutating func take(_ failure: ExchangeError, of request: SyncRequest) -> [Effect] {
    ahead = nil
    switch failure {
    case .transient: return sleep(patience.pause(after: attempts + 1), else: SyncError(failure))
    case .throttled(let least, _):
      let error = SyncError(failure)
      guard least <= patience.maxPause else { return finish(.failure(error)) }
      return sleep(Pause(least: least, spread: least / 10), else: error)
    case .tooLarge:
      guard case .push(let push) = request else { return finish(.failure(SyncError(failure))) }
      return apply(.shrink(push))
    case .quota(let text):
      guard case .push = request else { return finish(.failure(SyncError(failure))) }
      fullHub = text
      return prepare()
    case .unauthorized, .upgrade, .deleted, .protocolViolation:
      return finish(.failure(SyncError(failure)))
    }
  }

  private mutating func sleep(_ pause: Pause, else error: SyncError) -> [Effect] {
    attempts += 1
    guard attempts < patience.attempts else { return finish(.failure(error)) }
    summary.retries += 1
    state = .sleeping
    return [progress(.waiting), .sleep(pause)]
  }

  private mutating func end() -> [Effect] {
    finish(fullHub.map { .failure(SyncCore.quota($0)) } ?? .success(summary))
  }

  private mutating func finish(_ result: Result<SyncSummary, SyncError>) -> [Effect] {
    state = .finished
    return [.finish(result)]
  }

  private func progress(_ phase: SyncProgress.Phase) -> Effect {
    .report(SyncProgress(phase: phase, unsynced: unsynced ?? 0, summary: summary))
  }
}

extension SyncReply {
  /// What the hub's clock shows, where the reply says so.
  fileprivate var now: Int64? {
    switch self {
    case .push(.accepted(let acceptance)): acceptance.now
    case .changes(let page): page.now
    case .push(.stale), .reset, .verify, .wait: nil
    }
  }
}

extension SyncRequest {
  fileprivate var phase: SyncProgress.Phase {
    switch self {
    case .push: .pushing
    case .changes(let changes): changes.isBootstrap ? .bootstrapping : .pulling
    case .verify: .verifying
    case .wait: .waiting
    }
  }
}
