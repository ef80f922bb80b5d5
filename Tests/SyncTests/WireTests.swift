// Messages as bytes: what goes in comes out, and what makes no sense is refused.

import Storage
import Sync
import SyncSimulator
import Testing

@Suite struct WireTests {
  @Test(arguments: 0..<200)
  func `every message reads back as it was written`(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let push = RandomMessages.push(&random)
    #expect(try PushRequest(bytes: push.bytes) == push)
    let reply = RandomMessages.reply(&random)
    #expect(try PushReply(bytes: reply.bytes) == reply)
    let page = RandomMessages.page(&random)
    #expect(try ChangesPage(bytes: page.bytes) == page)
    let changes = RandomMessages.changes(&random)
    let request = SyncRequest.changes(changes).networkRequest(space: "main")
    #expect(try ChangesRequest(query: request.query) == changes)
    let stamp = RandomMessages.stamp(&random)
    #expect(Stamp(text: stamp.text) == stamp)
  }

  @Test(arguments: 0..<200)
  func `a message cut short or altered is an error or a message, never a crash`(
    _ seed: Int
  ) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let page = RandomMessages.page(&random).bytes
    for count in 0..<page.count {
      #expect(throws: WireError.self) { try ChangesPage(bytes: Array(page.prefix(count))) }
    }
    for message in [page, RandomMessages.push(&random).bytes, RandomMessages.reply(&random).bytes] {
      var altered = message
      altered[random.below(altered.count)] = UInt8(truncatingIfNeeded: random.next())
      _ = try? ChangesPage(bytes: altered)
      _ = try? PushRequest(bytes: altered)
      _ = try? PushReply(bytes: altered)
    }
  }

  @Test func `stamps as text are in the order of stamps`() {
    var random = SeededRandom(seed: 3)
    let stamps = (0..<500).map { _ in RandomMessages.stamp(&random) }.sorted()
    #expect(stamps.map(\.text) == stamps.map(\.text).sorted())
    #expect(Stamp(time: .max, node: .max).text == "7" + String(repeating: "v", count: 25))
    #expect(Stamp(time: 0, node: 10).text == String(repeating: "0", count: 25) + "a")
  }

  @Test(arguments: [
    "", "0", "80000000000000000000000000", "0000000000000000000000000W",
    "0000000000000000000000000A", "000000000000000000000000000",
  ])
  func `a text that is no stamp is refused`(_ text: String) {
    #expect(Stamp(text: text) == nil)
  }

  @Test func `a change that does not say which row its author has seen is refused`() throws {
    let change = PushChange(
      id: ItemID(high: 1, low: 2),
      state: ItemState([ItemState.Entry("title", "a", stamp: Stamp(time: 1, node: 2))]),
      seen: 7
    )
    let push = PushRequest(
      device: 1,
      session: 2,
      counter: 3,
      token: SyncToken(epoch: 4, head: 5, nonce: 6),
      cursor: 5,
      changes: [change]
    )
    let text = String(decoding: push.bytes, as: UTF8.self)
    for seen in ["", #","q":-1"#, #","q":null"#] {
      let altered = text.replacing(#","q":7"#, with: seen)
      #expect(altered != text)
      #expect(throws: WireError.self) { try PushRequest(bytes: Array(altered.utf8)) }
    }
  }

  @Test func `the form of a push does not change`() throws {
    let state = ItemState(
      [
        ItemState.Entry("title", "Milk", stamp: Stamp(time: 1 << 16, node: 2)),
        ItemState.Entry("updated", 5, stamp: Stamp(time: 1 << 16, node: 2)),
        ItemState.Entry("list", "home", stamp: Stamp(time: 1, node: 2)),
      ],
      deletion: Stamp(time: 3, node: 4)
    )
    let push = PushRequest(
      device: 1,
      session: 2,
      counter: 3,
      token: SyncToken(epoch: 4, head: 5, nonce: 6),
      cursor: 7,
      changes: [PushChange(id: ItemID(high: 1, low: 2), state: state, seen: 0)]
    )
    #expect(
      String(decoding: push.bytes, as: UTF8.self)
        == #"{"ch":[{"d":"0000000000001g000000000004","f":{"list":"home","title":"Milk","updated":5},"#
        + #""ft":{"list":"0000000000000g000000000002"},"i":"00000000-0000-0001-0000-000000000002","#
        + #""q":0,"t":"00000000010000000000000002"}],"cur":7,"dev":1,"n":3,"ses":2,"#
        + #""tok":{"e":4,"h":5,"k":6}}"#
    )
  }

  @Test func `the time of an edit that its stamp tells is not told twice`() throws {
    let stamp = Stamp(milliseconds: 1_800_000_000_000, node: 2)
    let entries = [
      ItemState.Entry("priority", "low", stamp: stamp),
      ItemState.Entry("updated", .integer(stamp.milliseconds), stamp: stamp),
      ItemState.Entry("x-later", 7, stamp: stamp),
    ]
    let push = self.push(ItemState(entries))
    #expect(
      String(decoding: push.bytes, as: UTF8.self).hasPrefix(
        #"{"ch":[{"f":{"priority":"low","x-later":7},"i":"00000000-0000-0001-0000-000000000002","#
          + #""q":1,"u":"\#(stamp.text)"}],"#
      )
    )
    #expect(try PushRequest(bytes: push.bytes) == push)
    // As hub files of earlier builds have it.
    let earlier = String(decoding: push.bytes, as: UTF8.self)
      .replacing(#""u":"\#(stamp.text)""#, with: #""t":"\#(stamp.text)","u":1"#)
    #expect(try PushRequest(bytes: Array(earlier.utf8)) == push)
    let twice = String(decoding: push.bytes, as: UTF8.self)
      .replacing(#""priority""#, with: #""updated":5,"priority""#)
    #expect(throws: WireError.self) { try PushRequest(bytes: Array(twice.utf8)) }
  }

  private func push(_ state: ItemState) -> PushRequest {
    PushRequest(
      device: 1,
      session: 2,
      counter: 3,
      token: SyncToken(epoch: 4, head: 5, nonce: 6),
      cursor: 7,
      changes: [PushChange(id: ItemID(high: 1, low: 2), state: state, seen: 1)]
    )
  }

  @Test func `the engine's state reads back, and damage is an error`() throws {
    var state = SyncState(remote: "file:/x", device: 1, session: 2)
    #expect(try SyncState(bytes: state.bytes) == state)
    state.token = SyncToken(epoch: 1, head: 2, nonce: 3)
    state.bootstrapFloor = 4
    state.bootstrapHead = 5
    state.reset = .authoritative
    state.batch = 6
    state.readsAgain = true
    state.isBootstrapping = false
    let entries = [8, 7, 9].map {
      ItemState.Entry("x\($0)", 1, stamp: Stamp(time: $0, node: .max - $0))
    }
    state.sent.insert([PushChange(id: ItemID(high: 1, low: 2), state: ItemState(entries), seen: 0)])
    state.isPushUnanswered = true
    #expect(try SyncState(bytes: state.bytes) == state)
    let damaged = #expect(throws: StorageError.self) { try SyncState(bytes: [1, 2]) }
    #expect(damaged?.code == .damaged)
    let later = #expect(throws: StorageError.self) { try SyncState(bytes: Array(#"{"v":2}"#.utf8)) }
    #expect(later?.code == .laterVersion)
  }
}
