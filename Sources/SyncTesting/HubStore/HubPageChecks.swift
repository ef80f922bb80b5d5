// What a hub on a store sends, and when it forgets.

import Expectations
import Storage
import Sync
import Testing

extension HubStoreContract {
  static var pageChecks: [Check] {
    [
      Check("old tombstones are purged as a commit, and a cursor below them is refused") {
        (probe: HubStoreProbe) async throws in
        var fixture = HubFixture(probe.store)
        _ = try fixture.push([fixture.create(1, "live"), fixture.create(2, "dead", deleted: true)])
        let before = try fixture.page()
        try expect(!fixture.hub.purge(space: "main"))
        try fixture.letPass(900_000)
        _ = try fixture.push([fixture.create(3, "young", deleted: true)], cursor: 2)
        try expect(!fixture.hub.purge(space: "main"))
        try fixture.letPass(200_000)
        try expect(fixture.hub.purge(space: "main"))
        let after = try fixture.page(boot: true)
        expect(after.rows.map(\.sequence), equals: [1, 3])
        expect(after.floor, equals: 2)
        expect(after.token.head, equals: 4)
        expect(after.token.nonce != before.token.nonce)
        let late = SyncRequest.changes(ChangesRequest(after: 1, token: before.token))
        try expect(fixture.hub.answer(late, space: "main"), equals: .reset(.authoritative))
        let boot = ChangesRequest(
          after: 1,
          token: before.token,
          isBootstrap: true,
          bootstrapFloor: 0
        )
        try expect(
          fixture.hub.answer(.changes(boot), space: "main"),
          equals: .reset(.authoritative)
        )
      },
      Check("a bootstrap leaves out tombstones older than itself, and only those") {
        (probe: HubStoreProbe) async throws in
        var fixture = HubFixture(probe.store)
        _ = try fixture.push([fixture.create(1, "dead", deleted: true), fixture.create(2, "live")])
        let first = try fixture.page(boot: true, live: true)
        expect(first.rows.map(\.sequence), equals: [2])
        var gone = fixture.create(2, "gone", deleted: true)
        gone.seen = 2
        _ = try fixture.push([gone])
        let next = try fixture.page(
          after: 2,
          token: first.token,
          boot: true,
          floor: 0,
          head: 2,
          live: true
        )
        expect(next.rows.map(\.sequence), equals: [3])
      },
      Check("old tombstones go by themselves with a push, at most once an hour of the hub's age") {
        (probe: HubStoreProbe) async throws in
        var fixture = HubFixture(probe.store)
        let interval = HubEnvironment.defaultPurgeInterval
        _ = try fixture.push([fixture.create(1, "dead", deleted: true)])
        // Old by then, but nobody looks within the hour.
        try fixture.letPass(interval - 200_000)
        _ = try fixture.push([fixture.create(2, "dead", deleted: true)], cursor: 1)
        try expect(fixture.page(boot: true).floor, equals: 0)
        try fixture.letPass(200_000)
        try expect(fixture.page(boot: true).floor, equals: 1)
        try fixture.letPass(1_300_000)
        try expect(fixture.page(boot: true).floor, equals: 1)
        try fixture.letPass(interval)
        let page = try fixture.page(boot: true)
        expect(page.rows.isEmpty)
        expect(page.token.head, equals: page.end)
        expect(page.floor > 1)
      },
      Check("a hub whose clock is set back goes on taking what it took") {
        (probe: HubStoreProbe) async throws in
        var fixture = HubFixture(probe.store)
        fixture.clock.advance(86_400_000)
        let ahead = fixture.create(1, "ahead")
        _ = try fixture.push([ahead])
        fixture.clock.advance(-86_400_000)
        var later = ahead
        later.seen = 1
        later.state = ItemState([
          ItemState.Entry(
            "title",
            "later",
            stamp: Stamp(time: ahead.state.stamps[0].time + 9, node: 1)
          )
        ])
        try expect(fixture.push([later]).results.map(\.outcome), equals: [.ok(sequence: 2)])
      },
      Check("fields that are absent, unknown or of an unknown form are taken and sent as they came")
      {
        (probe: HubStoreProbe) async throws in
        var fixture = HubFixture(probe.store)
        let values: [(String, JSONValue)] = [
          ("due", "2026-11-30"), ("status", ["name": "waiting"]), ("created", .integer(.min)),
          ("priority", "urgent"), ("title", 5), ("tag:a", ["by": 1]), ("repeat", [["rule", 1.5]]),
        ]
        let state = ItemState(values.map { ItemState.Entry($0.0, $0.1, stamp: fixture.stamp()) })
        let change = PushChange(id: ItemID(high: 0, low: 1), state: state, seen: 0)
        try expect(fixture.push([change]).results.map(\.outcome), equals: [.ok(sequence: 1)])
        let page = try ChangesPage(bytes: fixture.page(boot: true).bytes)
        expect(page.rows.map(\.state), equals: [state])
        let bytes = page.rows[0].state.entries.map(\.value.canonicalBytes)
        expect(bytes, equals: state.entries.map(\.value.canonicalBytes))
      },
      Check("a page ends at its rows or its bytes, and holds one row at least") {
        (probe: HubStoreProbe) async throws in
        let store = probe.store
        let hub = HubFixture(store, limits: SyncLimits(body: 10_000, page: 4)).hub
        let sizes = [10, 10, 10, 10, 10, 3_000, 3_000, 30_000, 3_000, 30_000]
        try store.write("main", seed: 1) { transaction throws(HubError) in
          var space = HubSpace(epoch: 1)
          for (index, size) in sizes.enumerated() {
            var row = HubRow.sample(UInt64(index + 1), Int64(index + 1))
            let stamp = row.state.entries[0].stamp
            row.state = .sample(
              [("notes", .string(String(repeating: "x", count: size)))],
              stamp: stamp
            )
            try transaction.put(row, replacing: nil, at: 0)
          }
          space.head = Int64(sizes.count)
          try transaction.addCommit(head: space.head, nonce: 0, at: 0)
          try transaction.setSpace(space)
        }
        var (ends, cursor): ([Int64], Int64) = ([], 0)
        while ends.count < 20 {
          let request = ChangesRequest(after: cursor, token: nil)
          let reply = try hub.answer(.changes(request), space: "main")
          guard case .changes(let page) = reply else { throw HubError(.malformed, "\(reply)") }
          expect(page.rows.map(\.sequence), equals: Array(cursor + 1...page.end))
          ends.append(page.end)
          cursor = page.end
          if !page.hasMore { break }
        }
        expect(ends, equals: [4, 7, 8, 9, 10])
      },
    ]
  }
}
