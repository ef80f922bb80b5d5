// Comparing a store with its hub, and waiting for changes.

import Storage
import Sync
import SyncSimulator
import TemporaryFolders
import Testing

@Suite struct VerificationTests {
  @Test func `the hash is that of its authors, however the bytes are cut`() {
    #expect(SipHash().finished() == 0x1e92_4b9d_7377_00d7)
    var fifteen = SipHash()
    for byte in UInt8(0)..<15 { fifteen.combine(byte) }
    #expect(fifteen.finished() == 0xd056_7cd4_4e89_1363)
    var cut = SipHash()
    var whole = SipHash()
    for byte in UInt8(0)..<8 { cut.combine(byte) }
    whole.combine(UInt64(0x0001_0203_0405_0607))
    #expect(cut.finished() == whole.finished())
    cut.combine(UInt8(9))
    whole.combine(UInt8(9))
    cut.combine(UInt64(1))
    whole.combine(UInt64(1))
    #expect(cut.finished() == whole.finished())
    #expect(cut.finished() != SipHash().finished())
  }

  @Test(arguments: [true, false])
  func `a store that has caught up equals its hub`(_ isFile: Bool) async throws {
    let folder = try TemporaryFolder()
    let pair = try Pair { surroundings in
      let store: any HubStore =
        isFile ? try SQLiteHubStore(path: folder.file("hub")) : MemoryHubStore()
      return InProcessNetworkService(Hub(store: store, environment: surroundings.hub()))
    }
    let item = try await pair.first.add(
      ItemDraft(title: "Milk", tags: ["shop"], attributes: ["n": .double(0.1), "é": [1, .null]])
    )
    let gone = try await pair.first.add("Gone")
    try await pair.syncAll()
    try await pair.second.delete(gone.id)
    var edited = try #require(try await pair.first.item(item.id))
    edited.tags = []
    edited.attributes = [:]
    _ = try await pair.first.update(edited)
    for store in [pair.first, pair.second, pair.first] {
      let summary = try await pair.engine(store).sync(verifies: true)
      #expect(summary.verification?.isEqual == true)
      #expect(summary.conflicts == 0)
    }
  }

  @Test func `a difference without a reason is found, one that is yet to be sent is not one`()
    async throws
  {
    let pair = try Pair.overMemory()
    let item = try await pair.first.add("Milk")
    _ = try await pair.engine(pair.first).sync()
    try await pair.first.writeReplica { transaction throws(StorageError) in
      guard var item = try transaction.replica(item.id) else { return }
      item.registers[8].value = 5
      try transaction.put(item)
    }
    let found = try await pair.engine(pair.first).sync(verifies: true)
    #expect(found.verification == SyncSummary.Verification(differences: 1, unsynced: 0))
    let unsynced = SyncSummary.Verification(differences: 0, unsynced: 1)
    #expect(!unsynced.isEqual)
  }

  @Test func `a comparison and its answers come through their messages unchanged`() throws {
    var random = SeededRandom(seed: 5)
    let digest = try #require(SpaceDigest(buckets: (0..<256).map { _ in random.next() }))
    let token = RandomMessages.token(&random)
    let request = VerifyRequest(head: 5, token: token, digest: digest)
    #expect(try VerifyRequest(bytes: request.bytes) == request)
    for reply in [VerifyReply.equal(token), .different(token, buckets: [0, 7, 255])] {
      #expect(try VerifyReply(bytes: reply.bytes) == reply)
    }
    #expect(
      try VerifyReply(movedOn: VerifyReply.movedOn(head: 9).bytes) == .movedOn(head: 9)
    )
    #expect(SpaceDigest(bytes: digest.bytes) == digest)
    #expect(throws: WireError.self) {
      try VerifyReply(bytes: Array(#"{"tok":{"e":1,"h":1,"k":1},"buckets":[256]}"#.utf8))
    }
    let wait = WaitRequest(after: 3, token: token, seconds: 7)
    #expect(try WaitRequest(query: wait.query) == wait)
    #expect(try WaitReply(bytes: WaitReply.changed(token).bytes) == .changed(token))
  }

  @Test func `a hub that moved on says so, and one of other history asks to start over`() throws {
    let surroundings = TestSurroundings()
    let hub = Hub(store: MemoryHubStore(), environment: surroundings.hub())
    let first = SyncRequest.changes(ChangesRequest(after: 0, token: nil))
    guard case .changes(let page) = try hub.answer(first, space: "main") else { return }
    let request = VerifyRequest(head: 0, token: page.token, digest: SpaceDigest())
    #expect(try hub.answer(.verify(request), space: "main") == .verify(.equal(page.token)))
    let push = PushRequest(
      device: 1,
      session: 1,
      counter: 1,
      token: page.token,
      cursor: 0,
      changes: [
        PushChange(
          id: ItemID(high: 1, low: 7 << 56),
          state: .whole([], stamp: Stamp(milliseconds: surroundings.now, node: 1)),
          seen: 0
        )
      ]
    )
    _ = try hub.answer(.push(push), space: "main")
    let response = hub.respond(to: SyncRequest.verify(request).networkRequest(space: "main"))
    #expect(response.status == 409)
    #expect(
      SyncRequest.verify(request).reply(from: response) == .success(.verify(.movedOn(head: 1)))
    )
    var other = request
    other.token.nonce += 1
    #expect(try hub.answer(.verify(other), space: "main") == .reset(.union))
  }

  @Test func `waiting ends with a change, or with the time`() async throws {
    let pair = try Pair.overMemory()
    let hub = Hub(store: MemoryHubStore(), environment: pair.surroundings.hub())
    let patient = InProcessNetworkService(hub, sleep: { _ in })
    let waiting = try pair.engine(pair.first, over: patient)
    #expect(try await waiting.waitForChanges(for: .seconds(1)))
    _ = try await waiting.sync()
    #expect(try await !waiting.waitForChanges(for: .seconds(1)))
    _ = try await pair.second.add("Milk")
    let other = try pair.engine(pair.second, over: patient)
    let watching = InProcessNetworkService(
      hub,
      sleep: { _ in
        do { _ = try await other.sync() } catch { Issue.record("\(error)") }
      }
    )
    #expect(try await pair.engine(pair.first, over: watching).waitForChanges(for: .seconds(9)))
    #expect(try await patient.hello().versions == protocolVersions)
  }
}
