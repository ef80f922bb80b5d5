// The core alone: events in, effects out.

import Storage
import Sync
import Testing

@Suite struct SyncCoreTests {
  static let token = SyncToken(epoch: 1, head: 0, nonce: 0)
  static let pull = SyncRequest.changes(ChangesRequest(after: 0, token: token))
  static let push = SyncRequest.push(
    PushRequest(
      device: 1,
      session: 1,
      counter: 1,
      token: token,
      cursor: 0,
      changes: [
        PushChange(id: ItemID(high: 0, low: 1), state: ItemState([]), seen: 0),
        PushChange(id: ItemID(high: 0, low: 2), state: ItemState([]), seen: 0),
      ]
    )
  )
  static let page = ChangesPage(
    rows: [],
    end: 0,
    hasMore: false,
    token: token,
    floor: 0,
    now: 0
  )
  static let standing = StoreOutcome.Standing(unsynced: 2, conflicts: 0)

  /// A core that waits for the reply to request number 1.
  static func waiting(_ request: SyncRequest = pull, attempts: Int = 5) -> SyncCore {
    var core = SyncCore(patience: SyncCore.Patience(attempts: attempts))
    _ = core.on(.start)
    _ = core.on(.stored(.request(request, standing)))
    return core
  }

  @Test func `a run prepares, asks, takes over, and ends when nothing is left`() {
    var core = SyncCore()
    #expect(core.on(.start).outline == ["prepare"])
    #expect(core.on(.stored(.request(Self.pull, Self.standing))).outline == ["report", "send 1"])
    #expect(core.on(.replied(id: 1, .changes(Self.page))).outline == ["merge"])
    var applied = StoreOutcome.Applied()
    applied.isCurrent = true
    #expect(core.on(.stored(.applied(applied))).outline == ["prepare"])
    #expect(core.on(.stored(.idle(Self.standing))).outline == ["finish"])
  }

  /// A core that has merged none of a first page, of two, and what it asked for then.
  private static func merging(unsynced: Int) -> (core: SyncCore, next: ChangesRequest, [String]) {
    var core = SyncCore()
    _ = core.on(.start)
    _ = core.on(.stored(.request(Self.pull, StoreOutcome.Standing(unsynced: unsynced))))
    var page = Self.page
    (page.end, page.hasMore) = (5, true)
    let effects = core.on(.replied(id: 1, .changes(page))).outline
    return (core, ChangesRequest(after: 5, token: Self.token), effects)
  }

  @Test func `the next page is asked for while one is merged`() {
    var (core, next, effects) = Self.merging(unsynced: 0)
    #expect(effects == ["send 2", "merge"])
    #expect(core.on(.stored(.applied(StoreOutcome.Applied()))).outline == ["prepare"])
    #expect(core.on(.stored(.request(.changes(next), Self.standing))).outline == ["report"])
    #expect(core.on(.replied(id: 2, .changes(Self.page))).outline == ["fail protocolViolation"])
  }

  @Test func `a page that was asked for too early is not taken`() {
    var (core, next, _) = Self.merging(unsynced: 0)
    _ = core.on(.stored(.applied(StoreOutcome.Applied())))
    next.after = 4
    let effects = core.on(.stored(.request(.changes(next), Self.standing))).outline
    #expect(effects == ["report", "send 3"])
    #expect(core.on(.replied(id: 2, .changes(Self.page))).isEmpty)
    var last = Self.page
    last.end = 5
    #expect(core.on(.replied(id: 3, .changes(last))).outline == ["merge"])
  }

  @Test func `what is to be pushed goes before the next page`() {
    #expect(Self.merging(unsynced: 1).2 == ["merge"])
  }

  /// The results of ``push``: good ones for the first so many changes.
  static func acceptance(of count: Int = 2) -> PushAcceptance {
    PushAcceptance(
      token: token,
      previous: 0,
      now: 1_000,
      floor: 0,
      results: (1...count).map {
        PushResult(id: ItemID(high: 0, low: UInt64($0)), outcome: .ok(sequence: Int64($0)))
      }
    )
  }

  /// A core that has sent a push which does not have all changes, and read what follows it.
  static func readAhead() -> SyncCore {
    var core = SyncCore()
    _ = core.on(.start)
    let standing = StoreOutcome.Standing(unsynced: 3, next: 7)
    let effects = core.on(.stored(.request(Self.push, standing)))
    #expect(effects.outline == ["report", "send 1", "lookAhead"])
    if case .store(.lookAhead(_, let number))? = effects.last { #expect(number == 7) }
    #expect(core.on(.stored(.ahead(PushAhead(changes: [], next: nil)))).isEmpty)
    return core
  }

  @Test func `what was read while a push was under way leaves when that was taken`() {
    var core = Self.readAhead()
    let reply = SyncReply.push(.accepted(Self.acceptance()))
    let effects = core.on(.replied(id: 1, reply), at: 50)
    #expect(effects.outline == ["proceed"])
    guard case .store(.proceed(_, _, _, let hubTime))? = effects.first,
      case .push(let push) = Self.push
    else { return }
    #expect(hubTime == 1_000)
    let proceeded = StoreOutcome.proceeded(StoreOutcome.Applied(), push, Self.standing)
    #expect(core.on(.stored(proceeded)).outline == ["report", "send 2"])
    // What was read before is not used twice.
    #expect(core.on(.replied(id: 2, reply)).outline == ["acknowledge"])
  }

  @Test func `nothing leaves at once after a push that was not taken whole`() {
    var (core, other) = (Self.readAhead(), Self.readAhead())
    let few = SyncReply.push(.accepted(Self.acceptance(of: 1)))
    #expect(core.on(.replied(id: 1, few)).outline == ["acknowledge"])
    var lost = Self.acceptance()
    lost.results[1].outcome = .lost(sequence: 2, row: ItemState([]))
    #expect(other.on(.replied(id: 1, .push(.accepted(lost)))).outline == ["acknowledge"])
  }

  @Test func `a push goes on where the store could not be read meanwhile, or the answer was lost`()
  {
    let reply = SyncReply.push(.accepted(Self.acceptance()))
    var core = SyncCore()
    _ = core.on(.start)
    _ = core.on(.stored(.request(Self.push, StoreOutcome.Standing(unsynced: 3, next: 7))))
    #expect(core.on(.storeFailed(StorageError(.busy, "locked"))).isEmpty)
    #expect(core.on(.replied(id: 1, reply)).outline == ["acknowledge"])
    var other = Self.readAhead()
    #expect(other.on(.failed(id: 1, .transient("down"))).outline == ["report", "sleep"])
    _ = other.on(.woke)
    _ = other.on(.stored(.request(Self.push, Self.standing)))
    #expect(other.on(.replied(id: 2, reply)).outline == ["acknowledge"])
  }

  @Test func `the hub's clock goes on between its answers`() {
    var core = Self.waiting()
    var page = Self.page
    page.now = 1_000
    _ = core.on(.replied(id: 1, .changes(page)), at: 50)
    guard case .store(.prepare(let next)) = core.on(.stored(.applied(.init())), at: 70).first else {
      Issue.record("nothing is prepared")
      return
    }
    #expect(next.hubTime == 1_020)
  }

  @Test func `late and repeated events ask for nothing`() {
    var core = Self.waiting()
    #expect(core.on(.start).isEmpty)
    #expect(core.on(.woke).isEmpty)
    #expect(core.on(.replied(id: 0, .changes(Self.page))).isEmpty)
    #expect(core.on(.failed(id: 2, .quota(""))).isEmpty)
    #expect(core.on(.stored(.superseded)).isEmpty)
    _ = core.on(.replied(id: 1, .changes(Self.page)))
    #expect(core.on(.replied(id: 1, .changes(Self.page))).isEmpty)
    #expect(core.on(.failed(id: 1, .transient(""))).isEmpty)
  }

  @Test func `tries are counted anew after an answer`() {
    var core = Self.waiting(attempts: 3)
    var (id, end) = (1, Int64(0))
    for _ in 1...4 {
      var spreads: [Duration] = []
      for _ in 1...2 {
        for effect in core.on(.failed(id: id, .transient("down"))) {
          if case .sleep(let pause) = effect { spreads.append(pause.spread) }
        }
        _ = core.on(.woke)
        _ = core.on(.stored(.request(Self.pull, Self.standing)))
        id += 1
      }
      #expect(spreads == [.milliseconds(500), .seconds(1)])
      end += 1
      var page = Self.page
      page.end = end
      #expect(core.on(.replied(id: id, .changes(page))).outline == ["merge"])
      _ = core.on(.stored(.applied(StoreOutcome.Applied())))
      _ = core.on(.stored(.request(Self.pull, Self.standing)))
      id += 1
    }
    for _ in 1...2 {
      #expect(core.on(.failed(id: id, .transient("down"))).outline == ["report", "sleep"])
      _ = core.on(.woke)
      _ = core.on(.stored(.request(Self.pull, Self.standing)))
      id += 1
    }
    #expect(core.on(.failed(id: id, .transient("down"))).outline == ["fail unreachable"])
  }

  @Test func `a comparison with a hub that has moved on pulls first, and is given up in the end`()
    throws
  {
    let digest = try #require(SpaceDigest(buckets: Array(repeating: 0, count: 256)))
    let verify = VerifyRequest(head: 0, token: Self.token, digest: digest)
    var applied = StoreOutcome.Applied()
    applied.isCurrent = true
    var core = SyncCore(verifies: true)
    _ = core.on(.start)
    var comparisons = 0
    for id in stride(from: 1, to: 1_000, by: 2) {
      _ = core.on(.stored(.request(Self.pull, Self.standing)))
      #expect(core.on(.replied(id: id, .changes(Self.page))).outline == ["merge"])
      _ = core.on(.stored(.applied(applied)))
      #expect(core.on(.stored(.idle(Self.standing))).outline == ["digest"])
      _ = core.on(.stored(.digest(verify, StoreOutcome.Unsynced())))
      comparisons += 1
      let effects = core.on(.replied(id: id + 1, .verify(.movedOn(head: 5))))
      if effects.outline == ["fail busy"] { break }
      guard case .store(.prepare(let preparation))? = effects.first, effects.count == 1 else {
        Issue.record("\(effects)")
        return
      }
      // What the store knew of the hub counts no more.
      #expect(!preparation.isCurrent)
    }
    #expect(comparisons == 50)
  }

  @Test func `pauses grow with each failure, up to a limit of tries`() {
    var core = Self.waiting()
    var spreads: [Duration] = []
    for id in 1...4 {
      for effect in core.on(.failed(id: id, .transient("down"))) {
        if case .sleep(let pause) = effect { spreads.append(pause.spread) }
      }
      _ = core.on(.woke)
      _ = core.on(.stored(.request(Self.pull, Self.standing)))
    }
    #expect(spreads == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)])
    #expect(core.on(.failed(id: 5, .transient("down"))).outline == ["fail unreachable"])
  }

  @Test func `a hub that asks to wait is waited for, up to a limit`() {
    var core = Self.waiting()
    let effects = core.on(.failed(id: 1, .throttled(.seconds(20))))
    #expect(effects.outline == ["report", "sleep"])
    if case .sleep(let pause)? = effects.last {
      #expect(pause == SyncCore.Pause(least: .seconds(20), spread: .seconds(2)))
    }
    var other = Self.waiting()
    #expect(other.on(.failed(id: 1, .throttled(.seconds(3_000)))).outline == ["fail busy"])
  }

  @Test func `a third new beginning within a run is an error`() {
    var core = Self.waiting()
    for id in 1...2 {
      #expect(core.on(.replied(id: id, .reset(.union))).outline == ["reset"])
      _ = core.on(.stored(.applied(StoreOutcome.Applied())))
      _ = core.on(.stored(.request(Self.pull, Self.standing)))
    }
    #expect(core.on(.replied(id: 3, .reset(.union))).outline == ["fail tooManyResets"])
  }

  @Test func `a full hub ends the pushing, not the pulling`() {
    var core = Self.waiting(Self.push)
    let effects = core.on(.failed(id: 1, .quota("")))
    guard case .store(.prepare(let preparation))? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(!preparation.pushes)
    #expect(core.on(.stored(.idle(Self.standing))).outline == ["fail quota"])
  }

  @Test(arguments: [
    (ExchangeError.unauthorized(""), "fail unauthorized"), (.upgrade(""), "fail upgrade"),
    (.protocolViolation(""), "fail protocolViolation"), (.tooLarge, "shrink"),
  ])
  func `each failure of a push is treated in its way`(_ failure: ExchangeError, _ outline: String) {
    var core = Self.waiting(Self.push)
    #expect(core.on(.failed(id: 1, failure)).outline == [outline])
  }

  @Test func `pages that lead nowhere are an error`() {
    var page = Self.page
    page.hasMore = true
    var core = Self.waiting()
    #expect(core.on(.replied(id: 1, .changes(page))).outline == ["fail protocolViolation"])
    page.end = 1
    var other = Self.waiting()
    #expect(other.on(.replied(id: 1, .changes(page))).outline == ["merge"])
  }

  @Test func `a hub that calls every push stale is given up in the end`() {
    var core = Self.waiting(Self.push)
    var last: [String] = []
    for id in 1...60 where last != ["fail busy"] {
      last = core.on(.replied(id: id, .push(.stale))).outline
      _ = core.on(.stored(.applied(StoreOutcome.Applied())))
      _ = core.on(.stored(.request(Self.push, Self.standing)))
    }
    #expect(last == ["fail busy"])
  }

  @Test(arguments: [[2], [], [1, 2, 3], [1, 1]] as [[UInt64]])
  func `results that are not those of the changes are an error`(_ items: [UInt64]) {
    var core = Self.waiting(Self.push)
    let acceptance = PushAcceptance(
      token: Self.token,
      previous: 0,
      now: 0,
      floor: 0,
      results: items.map { PushResult(id: ItemID(high: 0, low: $0), outcome: .gone) }
    )
    #expect(
      core.on(.replied(id: 1, .push(.accepted(acceptance)))).outline == ["fail protocolViolation"]
    )
    var other = Self.waiting(Self.push)
    #expect(other.on(.replied(id: 1, .changes(Self.page))).outline == ["fail protocolViolation"])
  }

  @Test func `a hub need not come to every change of a push`() {
    var core = Self.waiting(Self.push)
    let acceptance = PushAcceptance(
      token: Self.token,
      previous: 0,
      now: 0,
      floor: 0,
      results: [PushResult(id: ItemID(high: 0, low: 1), outcome: .gone)]
    )
    #expect(core.on(.replied(id: 1, .push(.accepted(acceptance)))).outline == ["acknowledge"])
  }

  /// Runs pushes whose answer is made of the item's number and the outcome, until one ends the run or there were 200.
  private func push(_ results: (Int) -> (UInt64, PushResult.Outcome)) -> (
    pushes: Int, last: [String]
  ) {
    var core = Self.waiting(Self.push)
    for id in 1...200 {
      let (item, outcome) = results(id)
      let change = PushChange(id: ItemID(high: 0, low: item), state: ItemState([]), seen: 0)
      let acceptance = PushAcceptance(
        token: Self.token,
        previous: 0,
        now: 0,
        floor: 0,
        results: [PushResult(id: change.id, outcome: outcome)]
      )
      let last = core.on(.replied(id: id, .push(.accepted(acceptance)))).outline
      if last != ["acknowledge"] { return (id, last) }
      _ = core.on(.stored(.applied(StoreOutcome.Applied())))
      guard case .push(var next) = Self.push else { break }
      next.changes = [
        PushChange(id: ItemID(high: 0, low: results(id + 1).0), state: ItemState([]), seen: 0)
      ]
      _ = core.on(.stored(.request(.push(next), Self.standing)))
    }
    return (200, [])
  }

  @Test func `an item that always loses ends the run`() {
    let lost = PushResult.Outcome.lost(sequence: 1, row: ItemState([]))
    #expect(push { _ in (1, lost) } == (50, ["fail busy"]))
    // Many items that lose once each are the first sync with another hub.
    #expect(push { (UInt64($0), lost) } == (200, []))
    // Every tenth push wins.
    #expect(push { (1, $0 % 10 == 0 ? .ok(sequence: 1) : lost) } == (200, []))
  }

  @Test func `a store that other syncs keep changing is given up in the end`() {
    var core = Self.waiting()
    var last: [String] = []
    for id in 1...60 where last != ["fail busy"] {
      _ = core.on(.replied(id: id, .changes(Self.page)))
      last = core.on(.stored(.superseded)).outline
      _ = core.on(.stored(.request(Self.pull, Self.standing)))
    }
    #expect(last == ["fail busy"])
  }
}

extension [SyncCore.Effect] {
  /// The effects in a word each.
  fileprivate var outline: [String] {
    map { effect in
      switch effect {
      case .store(.prepare): "prepare"
      case .store(.acknowledge): "acknowledge"
      case .store(.lookAhead): "lookAhead"
      case .store(.proceed): "proceed"
      case .store(.merge): "merge"
      case .store(.reset): "reset"
      case .store(.rekey): "rekey"
      case .store(.shrink): "shrink"
      case .store(.digest): "digest"
      case .store(.noteDifference): "noteDifference"
      case .send(let id, _): "send \(id)"
      case .sleep: "sleep"
      case .report: "report"
      case .finish(.success): "finish"
      case .finish(.failure(let error)): "fail \(error.code)"
      }
    }
  }
}
