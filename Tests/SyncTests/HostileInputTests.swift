// Hubs, hub files and devices that send what no program of ours writes.

import Storage
import Sync
import TemporaryFolders
import Testing

@Suite struct `Hostile input` {
  static let last = UInt64.max

  @Test func `a stamp beyond every wall clock is counted on from, up to the end of time`() throws {
    var clock = HybridClock(time: 0, node: 1)
    let late = Stamp(milliseconds: .max, counter: .max - 3, node: 2)
    clock.observe(late.time)
    let stamps = (0..<3).map { _ in clock.next(now: .max) }
    #expect(stamps == stamps.sorted() && stamps[0] > late)
    #expect(Set(stamps).count == 3)
    clock = HybridClock(time: Stamp(milliseconds: 7, counter: .max - 1, node: 0).time, node: 1)
    let carried = (0..<3).map { _ in clock.next(now: 7) }
    #expect(carried.map(\.milliseconds) == [7, 8, 8])
    #expect(carried.map(\.counter) == [.max, 0, 1])
    var ahead = HybridClock(time: 0, node: 1)
    #expect(ahead.next(now: .max).milliseconds == HybridClock.maxMilliseconds)
    var damaged = HybridClock(time: Self.last, node: 1)
    #expect(damaged.next(now: 0).time == Self.last)
  }

  @Test func `a hub from the end of time stops nobody from editing`() async throws {
    let pair = try Pair.overMemory()
    _ = try await pair.first.add("One")
    let state = ItemState([], deletion: Stamp(time: Self.last, node: 1))
    let token = SyncToken(epoch: 1, head: 1, nonce: 0)
    let unsynced = try await pair.first.readReplica { transaction throws(StorageError) in
      try transaction.unsynced(after: 0, limit: 1).map(\.item)
    }
    let item = try #require(unsynced.first)
    let push = PushReply.accepted(
      PushAcceptance(
        token: token,
        previous: 0,
        now: .max,
        floor: 0,
        results: [PushResult(id: item.id, outcome: .ok(sequence: 2))]
      )
    )
    let pulled = ChangesPage(
      rows: [
        HubRow(
          id: ItemID(high: 9, low: 9),
          sequence: 1,
          state: ItemState(item.state.entries, deletion: state.deletion)
        )
      ],
      end: 1,
      hasMore: false,
      token: token,
      floor: 0,
      now: .max
    )
    let service = ScriptedNetworkService(
      pair.service,
      [
        .answer(NetworkResponse(status: 200, body: pulled.bytes)),
        .answer(NetworkResponse(status: 200, body: push.bytes)),
        .cancel,
      ]
    )
    let error = try await #require(throws: SyncError.self) {
      _ = try await pair.engine(pair.first, over: service).sync()
    }
    #expect(error.code == .cancelled)
    _ = try await pair.first.add("Two")
    #expect(try await pair.first.items().count == 2)
  }

  @Test func `a cursor at the end of all numbers is answered`() throws {
    let hub = Hub(store: MemoryHubStore())
    let request = SyncRequest.changes(ChangesRequest(after: .max, token: nil))
    guard case .changes(let page) = try hub.answer(request, space: "main") else {
      Issue.record("no page")
      return
    }
    #expect(page.rows.isEmpty)
  }

  @Test func `a hub file that counts past all numbers is damaged`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("hub.sqlite")
    let request = SyncRequest.changes(ChangesRequest(after: 0, token: nil))
    let hub = try Hub(file: path)
    _ = try hub.answer(request, space: "main")
    for change in ["head = 9223372036854775807", "head = -1", "floor = 7", "epoch = -1"] {
      let connection = try Connection(.file(path))
      try connection.execute("UPDATE spaces SET head = 1, floor = 0, epoch = 1")
      try connection.execute("UPDATE spaces SET \(change)")
      let error = #expect(throws: HubError.self) { try hub.answer(request, space: "main") }
      #expect(error?.code == .damaged, "\(change)")
    }
  }

  @Test(arguments: refused)
  func `what no store can keep is refused alone`(
    _ row: (name: String, value: JSONValue, code: String)
  ) {
    let state = ItemState([ItemState.Entry(row.name, row.value, stamp: Stamp(time: 1, node: 1))])
    #expect(state.violation(of: SyncLimits()) == row.code)
  }

  static let refused: [(name: String, value: JSONValue, code: String)] = [
    ("tag:", true, "field"), ("", 1, "field"), (String(repeating: "x", count: 1_000), 1, "field"),
    ("tag:a\u{1f}b", true, "field"), ("attr:", 1, "field"), ("tag:e\u{301}", true, "field"),
    ("attr:e\u{301}", 1, "field"), ("attr:a", nested(501), "depth"), ("x", nested(501), "depth"),
  ]

  static func nested(_ depth: Int) -> JSONValue { (0..<depth).reduce(1) { value, _ in [value] } }
}
