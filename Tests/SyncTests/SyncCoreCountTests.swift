// What a run of the core counts, tells and remembers from one event to the next.

import Storage
import Sync
import Testing

@Suite struct SyncCoreCountTests {
  private typealias Base = SyncCoreTests

  private func applied(isCurrent: Bool = true) -> StoreOutcome.Applied {
    var applied = StoreOutcome.Applied()
    (applied.pushed, applied.pulled, applied.kept) = (2, 3, 1)
    applied.damaged = [DamagedRow(item: ItemID(high: 0, low: 9), sequence: 4)]
    applied.isCurrent = isCurrent
    return applied
  }

  private func summary(of effects: [SyncCore.Effect]) -> SyncSummary? {
    for case .finish(.success(let summary)) in effects { return summary }
    return nil
  }

  private func progress(of effects: [SyncCore.Effect]) -> SyncProgress? {
    for case .report(let progress) in effects { return progress }
    return nil
  }

  @Test func `a summary adds up what each reply did`() throws {
    var core = Base.waiting()
    _ = core.on(.replied(id: 1, .changes(Base.page)))
    _ = core.on(.stored(.applied(applied())))
    _ = core.on(.stored(.request(Base.push, Base.standing)))
    _ = core.on(.replied(id: 2, .push(.accepted(Base.acceptance()))))
    _ = core.on(.stored(.applied(applied())))
    let idle = StoreOutcome.Standing(unsynced: 7, conflicts: 4)
    let summary = try #require(self.summary(of: core.on(.stored(.idle(idle)))))
    #expect((summary.pushed, summary.pulled, summary.kept) == (4, 6, 2))
    // The same damaged row is told once.
    #expect(summary.damaged.count == 1 && summary.conflicts == 4)
    #expect((summary.requests, summary.retries, summary.resets) == (2, 0, 0))
    #expect(summary.verification == nil)
  }

  @Test func `a summary names a thousand damaged rows at most`() throws {
    var core = Base.waiting()
    _ = core.on(.replied(id: 1, .changes(Base.page)))
    var applied = StoreOutcome.Applied()
    applied.damaged = (1...1_005).map { DamagedRow(item: nil, sequence: $0) }
    _ = core.on(.stored(.applied(applied)))
    let summary = try #require(self.summary(of: core.on(.stored(.idle(Base.standing)))))
    #expect(summary.damaged.map(\.sequence) == Array(1...1_000))
  }

  @Test func `what was pushed between two requests is counted where the next one leaves at once`()
    throws
  {
    var core = Base.readAhead()
    _ = core.on(.replied(id: 1, .push(.accepted(Base.acceptance()))))
    guard case .push(let push) = Base.push else { return }
    let proceeded = StoreOutcome.proceeded(applied(isCurrent: false), push, Base.standing)
    let told = try #require(progress(of: core.on(.stored(proceeded))))
    #expect(told.phase == .pushing && told.summary.pushed == 2 && told.summary.requests == 1)
    #expect(told.unsynced == 3)
  }

  @Test func `retries and new beginnings are counted, and each request`() throws {
    var core = Base.waiting()
    let told = try #require(progress(of: core.on(.failed(id: 1, .transient("down")))))
    #expect(told.phase == .waiting && told.summary.retries == 1 && told.summary.requests == 1)
    #expect(told.unsynced == 2)
    _ = core.on(.woke)
    _ = core.on(.stored(.request(Base.pull, Base.standing)))
    _ = core.on(.replied(id: 2, .reset(.union)))
    _ = core.on(.stored(.applied(StoreOutcome.Applied())))
    let summary = try #require(self.summary(of: core.on(.stored(.idle(Base.standing)))))
    #expect((summary.requests, summary.retries, summary.resets) == (2, 1, 1))
  }

  @Test func `the number of items to be sent is that from before the run`() throws {
    var core = SyncCore()
    guard case .store(.prepare(let first))? = core.on(.start).first else { return }
    #expect(first.counts && first.pushes && !first.isCurrent && first.hubTime == nil)
    let counted = StoreOutcome.Standing(unsynced: 5)
    #expect(progress(of: core.on(.stored(.request(Base.pull, counted))))?.unsynced == 5)
    _ = core.on(.replied(id: 1, .changes(Base.page)))
    let effects = core.on(.stored(.applied(applied())))
    guard case .store(.prepare(let second))? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(!second.counts && second.isCurrent)
    let other = StoreOutcome.Standing(unsynced: 9)
    let told = progress(of: core.on(.stored(.request(Base.push, other))))
    #expect(told?.unsynced == 5 && told?.phase == .pushing)
  }

  @Test func `a request is told by what it does`() {
    let requests: [(SyncRequest, SyncProgress.Phase)] = [
      (Base.pull, .pulling), (Base.push, .pushing),
      (.changes(ChangesRequest(after: 0, token: nil, isBootstrap: true)), .bootstrapping),
    ]
    for (request, phase) in requests {
      var core = SyncCore()
      _ = core.on(.start)
      #expect(progress(of: core.on(.stored(.request(request, Base.standing))))?.phase == phase)
    }
  }

  @Test func `the hub's clock counts no further than a stamp can`() {
    var core = Base.waiting()
    var page = Base.page
    page.now = .max
    _ = core.on(.replied(id: 1, .changes(page)), at: 50)
    guard case .store(.prepare(let next))? = core.on(.stored(.applied(.init())), at: 50).first
    else { return }
    #expect(next.hubTime == HybridClock.maxMilliseconds)
  }

  // MARK: - Limits

  @Test(arguments: [(299, true), (300, true), (301, false)])
  func `a hub may ask for a pause as long as the longest`(_ seconds: Int, _ waits: Bool) {
    var core = Base.waiting()
    let effects = core.on(.failed(id: 1, .throttled(.seconds(seconds), reason: "busy here")))
    #expect(effects.contains { if case .sleep = $0 { true } else { false } } == waits)
    guard case .finish(.failure(let error))? = effects.last else { return }
    #expect(error.code == .busy && error.message == "busy here")
    #expect(error.retryAfter == .seconds(seconds))
  }

  @Test func `pauses double up to the longest`() {
    let patience = SyncCore.Patience(attempts: 40, firstPause: .seconds(1), maxPause: .seconds(60))
    var core = SyncCore(patience: patience)
    _ = core.on(.start)
    _ = core.on(.stored(.request(Base.pull, Base.standing)))
    var spreads: [Duration] = []
    for id in 1...39 {
      for case .sleep(let pause) in core.on(.failed(id: id, .transient("down"))) {
        spreads.append(pause.spread)
        #expect(pause.least == .zero)
      }
      _ = core.on(.woke)
      _ = core.on(.stored(.request(Base.pull, Base.standing)))
    }
    let doubled: [Duration] = [1, 2, 4, 8, 16, 32].map { .seconds($0) }
    #expect(spreads == doubled + Array(repeating: .seconds(60), count: 33))
  }

  @Test func `as many new beginnings are made as the patience allows`() {
    var core = SyncCore(patience: SyncCore.Patience(resets: 0))
    _ = core.on(.start)
    _ = core.on(.stored(.request(Base.pull, Base.standing)))
    guard case .finish(.failure(let error))? = core.on(.replied(id: 1, .reset(.union))).first
    else {
      Issue.record("the run goes on")
      return
    }
    #expect(error.code == .tooManyResets)
  }

  /// How many rounds of an event end a run, each of which is answered by `after`.
  private func rounds(
    of request: SyncRequest,
    _ event: (Int) -> SyncCore.Event,
    interruptedAt: Int? = nil,
    by interruption: (inout SyncCore, Int) -> Void = { _, _ in }
  ) -> Int {
    var core = Base.waiting(request)
    var id = 1
    for round in 1...200 {
      if round == interruptedAt {
        interruption(&core, id)
        id += 1
      }
      let effects = core.on(event(id))
      for case .finish(.failure) in effects { return round }
      if case .store(.rekey)? = effects.first {
        _ = core.on(.stored(.applied(StoreOutcome.Applied())))
      }
      if case .store(.merge)? = effects.first {
        for case .finish(.failure) in core.on(.stored(.superseded)) { return round }
      }
      _ = core.on(.stored(.request(request, Base.standing)))
      id += 1
    }
    return 200
  }

  @Test func `fifty stale pushes in a row end a run, and one that is taken begins anew`() {
    #expect(rounds(of: Base.push, { .replied(id: $0, .push(.stale)) }) == 50)
    let interrupted = rounds(
      of: Base.push,
      { .replied(id: $0, .push(.stale)) },
      interruptedAt: 40
    ) { core, id in
      _ = core.on(.replied(id: id, .push(.accepted(Base.acceptance()))))
      _ = core.on(.stored(.applied(StoreOutcome.Applied())))
      _ = core.on(.stored(.request(Base.push, Base.standing)))
    }
    #expect(interrupted == 89)
  }

  @Test func `a store that has moved on fifty times in a row ends a run, and one page begins anew`()
  {
    #expect(rounds(of: Base.pull, { .replied(id: $0, .changes(Base.page)) }) == 50)
    let interrupted = rounds(
      of: Base.pull,
      { .replied(id: $0, .changes(Base.page)) },
      interruptedAt: 40
    ) { core, id in
      _ = core.on(.replied(id: id, .changes(Base.page)))
      _ = core.on(.stored(.applied(StoreOutcome.Applied())))
      _ = core.on(.stored(.request(Base.pull, Base.standing)))
    }
    #expect(interrupted == 89)
  }

  // MARK: - A full hub, a refused pull

  @Test(arguments: [ExchangeError.tooLarge, .quota("full"), .deleted("gone"), .upgrade("old")])
  func `a refused request for changes ends the run`(_ failure: ExchangeError) {
    var core = Base.waiting()
    guard case .finish(.failure(let error))? = core.on(.failed(id: 1, failure)).first else {
      Issue.record("the run goes on")
      return
    }
    #expect(error.code == SyncError(failure).code)
  }

  @Test func `nothing is compared with a hub that was full, and its words are told`() {
    var core = SyncCore(verifies: true)
    _ = core.on(.start)
    _ = core.on(.stored(.request(Base.push, Base.standing)))
    _ = core.on(.failed(id: 1, .quota("Delete some.")))
    _ = core.on(.stored(.request(Base.pull, Base.standing)))
    _ = core.on(.replied(id: 2, .changes(Base.page)))
    _ = core.on(.stored(.applied(applied())))
    guard case .finish(.failure(let error))? = core.on(.stored(.idle(Base.standing))).first else {
      Issue.record("the run goes on")
      return
    }
    #expect(error.code == .quota && error.message.hasSuffix("Delete some."))
  }

  // MARK: - Comparison

  private func comparing(_ reply: VerifyReply) throws -> [SyncCore.Effect] {
    let digest = try #require(SpaceDigest(buckets: Array(repeating: 0, count: 256)))
    var core = SyncCore(verifies: true)
    _ = core.on(.start)
    #expect(core.on(.stored(.idle(Base.standing))).count == 1)
    var unsynced = StoreOutcome.Unsynced()
    let id = ItemID(high: 0, low: 5)
    unsynced.add(id)
    let request = VerifyRequest(head: 0, token: Base.token, digest: digest)
    let sent = core.on(.stored(.digest(request, unsynced)))
    #expect(progress(of: sent)?.phase == .verifying)
    let effects = core.on(.replied(id: 1, .verify(reply)))
    guard case .store(.noteDifference)? = effects.first else { return effects }
    return core.on(.stored(.noted))
  }

  @Test func `a comparison tells how many groups differ, without those of unsent items`() throws {
    let own = SpaceDigest.bucket(of: ItemID(high: 0, low: 5))
    let others = [(own + 1) % 256, (own + 2) % 256]
    let replies: [(VerifyReply, Int)] = [
      (.equal(Base.token), 0), (.different(Base.token, buckets: [own]), 0),
      (.different(Base.token, buckets: others + [own]), 2),
    ]
    for (reply, differences) in replies {
      let verification = try #require(self.summary(of: try comparing(reply))?.verification)
      #expect(verification.differences == differences && verification.unsynced == 1)
      #expect(!verification.isEqual)
    }
    #expect(SyncSummary.Verification(differences: 0, unsynced: 0).isEqual)
    #expect(!SyncSummary.Verification(differences: 1, unsynced: 0).isEqual)
  }

  // MARK: - What goes before what

  @Test(arguments: [(0, true), (1, false)])
  func
    `after a page of a known store the next one is asked for at once only if nothing waits to be sent`(
      _ unsynced: Int,
      _ isEarly: Bool
    )
  {
    var core = SyncCore()
    _ = core.on(.start)
    _ = core.on(.stored(.request(Base.pull, StoreOutcome.Standing(unsynced: unsynced))))
    var page = Base.page
    (page.end, page.hasMore) = (5, true)
    #expect(core.on(.replied(id: 1, .changes(page))).count == (isEarly ? 2 : 1))
  }

  @Test func `the pages of a copy that is built come without a pause, whatever waits`() {
    var core = SyncCore()
    _ = core.on(.start)
    let request = ChangesRequest(after: 0, token: nil, isBootstrap: true)
    _ = core.on(.stored(.request(.changes(request), StoreOutcome.Standing(unsynced: 9))))
    var page = Base.page
    (page.end, page.hasMore) = (5, true)
    let effects = core.on(.replied(id: 1, .changes(page)))
    guard case .send(2, .changes(let next))? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(next.after == 5 && next.isBootstrap && next.bootstrapFloor == 0)
  }
}
