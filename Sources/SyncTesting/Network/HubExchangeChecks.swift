import Expectations
import Storage
import Sync
import Testing

extension NetworkServiceContract {
  static var exchangeChecks: [HubCheck] {
    [
      HubCheck("a hub says which versions it speaks, and what it takes at once") { probe in
        let response = try await probe.send(.hello)
        expect(response.status, equals: 200)
        let hello = try Hello(bytes: response.body)
        expect(hello.versions.contains(protocolVersions.upperBound))
        expect(hello.limits.body > 0)
      },
      HubCheck("what a hub refuses comes back as the status that says so") { probe in
        let path = "/v1/spaces/\(probe.space)"
        let nonsense = NetworkRequest(
          method: "POST",
          path: path + "/push",
          headers: [Pair("Content-Type", "application/json")],
          body: Array("no".utf8)
        )
        try await expect(probe.send(nonsense).status, equals: 400)
        let elsewhere = NetworkRequest(method: "GET", path: path + "/elsewhere")
        try await expect(probe.send(elsewhere).status, equals: 404)
        let later = NetworkRequest(
          method: "GET",
          path: "/v1/hello",
          headers: [Pair("Sync-Protocol", "999")]
        )
        let response = try await probe.send(later)
        expect(response.status, equals: 426)
        expect(response.header("sync-protocol"), equals: "\(protocolVersions.upperBound)")
        try await expect(probe.send(.hello).status, equals: 200)
      },
      HubCheck("a message that is larger than the hub takes comes back as status 413") { probe in
        let limit = try Hello(bytes: try await probe.send(.hello).body).limits.body
        // A hub may answer before it has read all of it; a device then sends less at once.
        for count in [limit + 1, limit * 4] {
          for _ in 0..<3 {
            var push = NetworkRequest.push([UInt8](repeating: 0x20, count: count))
            push.path = "/v1/spaces/\(probe.space)/push"
            let response = try await probe.send(push)
            expect(response.status, equals: 413, "\(count) bytes")
          }
          let response = try await probe.send(.hello)
          expect(response.status, equals: 200)
        }
      },
      HubCheck("a device that knows another history is told to start over") { probe in
        let token = SyncToken(epoch: 1, head: 2, nonce: 3)
        let reply = try await probe.reply(to: .changes(ChangesRequest(after: 2, token: token)))
        expect(reply, equals: .reset(.union))
      },
      HubCheck("many requests at once have each its own answer from the hub") { probe in
        let device = try probe.device()
        try await device.store.write { transaction throws(StorageError) in
          for number in 0..<40 { try transaction.add(ItemDraft(title: "Item \(number)")) }
        }
        _ = try await device.engine.sync()
        let calls = (0..<40 as Range<Int64>).map { cursor in
          let request = SyncRequest.changes(
            ChangesRequest(after: cursor, limit: 1, token: nil, isBootstrap: true)
          )
          return (cursor: cursor, request: request, call: probe.start(request))
        }
        for (cursor, request, call) in calls {
          let response = try await probe.service.finish(call)
          guard case .changes(let page) = try request.reply(from: response).get() else {
            throw HubProbe.Unexpected()
          }
          expect(page.rows.map(\.sequence), equals: [cursor + 1])
        }
      },
    ]
  }

  static var deviceChecks: [HubCheck] {
    [
      HubCheck("two devices come to hold the same through it, byte for byte") { probe in
        let (first, second) = (try probe.device(), try probe.device())
        let notes = "e\u{301} \u{E9} \u{1F95B}\r\n\t\0 & \"quoted\" \\ <tag> %41+"
        let milk = try await first.store.add(
          ItemDraft(title: "Milk \u{1F95B}", notes: notes, tags: ["shop"])
        )
        try await second.store.add("Bread")
        for device in [first, second, first] { _ = try await device.engine.sync() }
        let came = try require(try await second.store.item(milk.id))
        expect(Array(came.notes.utf8), equals: Array(notes.utf8))
        expect(came.hasSameContent(as: milk))
        try await expect(first.store.count(.all), equals: 2)
        let summary = try await second.engine.sync(verifies: true)
        expect(summary.verification?.differences, equals: 0)
      },
      HubCheck("thousands of items go and come in several messages") { probe in
        let (first, second) = (try probe.device(), try probe.device())
        let notes = String(repeating: "n", count: 1_000)
        try await first.store.write { transaction throws(StorageError) in
          for number in 0..<2_500 {
            try transaction.add(ItemDraft(title: "Item \(number)", notes: notes))
          }
        }
        try await expect(first.engine.sync().pushed, equals: 2_500)
        try await expect(second.engine.sync().pulled, equals: 2_500)
        let summary = try await second.engine.sync(verifies: true)
        expect(summary.verification?.differences, equals: 0)
      },
    ]
  }
}
