// What a hub on a store makes of pushes.

import Expectations
import Storage
import Sync
import Testing

extension HubStoreContract {
  static var pushChecks: [Check] {
    [
      Check("each changed row gets its own sequence number, a push without change none") {
        (probe: HubStoreProbe) async throws in
        var fixture = HubFixture(probe.store)
        let changes = [fixture.create(1, "a"), fixture.create(2, "b")]
        let first = try fixture.push(changes)
        expect(first.previous, equals: 0)
        expect(first.token.head, equals: 2)
        expect(first.results.map(\.outcome), equals: [.ok(sequence: 1), .ok(sequence: 2)])
        let again = try fixture.push(changes)
        expect(again.token, equals: first.token)
        expect(
          again.results.map(\.outcome),
          equals: [
            .lost(sequence: 1, row: changes[0].state), .lost(sequence: 2, row: changes[1].state),
          ]
        )
      },
      Check("a superseded change is lost and brings the winning row") {
        (probe: HubStoreProbe) async throws in
        var fixture = HubFixture(probe.store)
        var older = fixture.create(1, "older")
        let newer = fixture.create(1, "newer")
        _ = try fixture.push([newer])
        older.seen = 1
        let reply = try fixture.push([older])
        expect(reply.results.map(\.outcome), equals: [.lost(sequence: 1, row: newer.state)])
        expect(reply.token.head, equals: 1)
      },
      Check("a change of a row that its author has not seen is not applied") {
        (probe: HubStoreProbe) async throws in
        var fixture = HubFixture(probe.store)
        let first = fixture.create(1, "first")
        _ = try fixture.push([first])
        var edit = fixture.create(1, "second")
        edit.seen = 1
        try expect(fixture.push([edit]).results.map(\.outcome), equals: [.ok(sequence: 2)])
        // A later stamp, a delete and what is there already: none of them was made from row 2.
        var late = fixture.create(1, "third")
        late.seen = 1
        var delete = PushChange(id: first.id, state: ItemState([]), seen: 1)
        delete.state.deletion = fixture.stamp()
        for change in [late, delete, edit, first] {
          let reply = try fixture.push([change])
          expect(reply.results.map(\.outcome), equals: [.lost(sequence: 2, row: edit.state)])
          expect(reply.token.head, equals: 2)
        }
      },
      Check("a create that meets a tombstone it never saw is told the whole row") {
        (probe: HubStoreProbe) async throws in
        var fixture = HubFixture(probe.store)
        _ = try fixture.push([fixture.create(1, "first", deleted: true)])
        var create = fixture.create(1, "again")
        create.state = .sample([("notes", "n")], stamp: fixture.stamp())
        let reply = try fixture.push([create])
        guard case .lost(1, let row) = reply.results[0].outcome else {
          throw HubFixture.Unexpected()
        }
        expect(row.deletion != nil)
      },
      Check("an unknown item and a value nested too deep are refused alone, no stamp for its time")
      {
        (probe: HubStoreProbe) async throws in
        var fixture = HubFixture(probe.store)
        var update = fixture.create(1, "update")
        update.seen = 1
        let ahead = PushChange(
          id: ItemID(high: 0, low: 2),
          state: .sample([("title", "x")], stamp: fixture.stamp(ahead: 1 << 47)),
          seen: 0
        )
        let deep = (0..<501).reduce(JSONValue.null) { value, _ in [value] }
        let wrong = PushChange(
          id: ItemID(high: 0, low: 3),
          state: .sample([("title", deep)], stamp: fixture.stamp()),
          seen: 0
        )
        let reply = try fixture.push([update, ahead, wrong, fixture.create(4, "good")])
        expect(
          reply.results.map(\.outcome),
          equals: [.gone, .ok(sequence: 1), .bad(code: "depth"), .ok(sequence: 2)]
        )
      },
      Check("a push with a number seen before is stale and changes nothing") {
        (probe: HubStoreProbe) async throws in
        var fixture = HubFixture(probe.store)
        _ = try fixture.push([fixture.create(1, "a")])
        try expect(fixture.answer([fixture.create(2, "b")]), equals: .push(.stale))
        try expect(fixture.page().rows.count, equals: 1)
      },
      Check("pages follow each other up to the head, spaces apart") {
        (probe: HubStoreProbe) async throws in
        var fixture = HubFixture(probe.store, limits: SyncLimits(page: 2))
        let changes = (1...5).map { fixture.create(UInt64($0), "\($0)") }
        _ = try fixture.push(changes)
        let first = try fixture.page()
        expect(first.rows.map(\.sequence), equals: [1, 2])
        expect(first.hasMore)
        let last = try fixture.page(after: 4, token: first.token)
        expect(last.rows.map(\.state), equals: [changes[4].state])
        expect(!last.hasMore)
        expect(last.end, equals: 5)
        try expect(fixture.page(space: "other").rows.isEmpty)
      },
      Check("a token of other history is told to start over") {
        (probe: HubStoreProbe) async throws in
        var fixture = HubFixture(probe.store)
        let reply = try fixture.push([fixture.create(1, "a")])
        for token in [
          SyncToken(epoch: reply.token.epoch + 1, head: 1, nonce: reply.token.nonce),
          SyncToken(epoch: reply.token.epoch, head: 1, nonce: reply.token.nonce + 1),
          SyncToken(epoch: reply.token.epoch, head: 9, nonce: reply.token.nonce),
        ] {
          let request = SyncRequest.changes(ChangesRequest(after: 0, token: token))
          try expect(fixture.hub.answer(request, space: "main"), equals: .reset(.union))
          try expect(fixture.answer([], token: token), equals: .reset(.union))
        }
      },
    ]
  }
}
