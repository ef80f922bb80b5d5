// The engine on real stores: what two people see after they have synced.

import Storage
import Sync
import SyncSimulator
import TemporaryFolders
import Testing

@Suite struct SyncEngineTests {
  static let services:
    [@Sendable (TestSurroundings, TemporaryFolder) throws -> any NetworkService] =
      [
        { surroundings, _ in
          InProcessNetworkService(Hub(store: MemoryHubStore(), environment: surroundings.hub()))
        },
        { surroundings, folder in
          let store = try SQLiteHubStore(path: folder.file("hub.sqlite"))
          return InProcessNetworkService(Hub(store: store, environment: surroundings.hub()))
        },
      ]

  @Test(arguments: [0, 1])
  func `two stores converge, edits of the same item included`(_ number: Int) async throws {
    let folder = try TemporaryFolder()
    let pair = try Pair { try Self.services[number]($0, folder) }
    let milk = try await pair.first.add(
      ItemDraft(
        title: "Milk",
        tags: ["shop"],
        attributes: ["size": .double(0.1), "n": .integer(.max)]
      )
    )
    _ = try await pair.second.add("Bread")
    try await pair.syncAll()
    try await pair.expectEqual()

    var mine = try #require(try await pair.first.item(milk.id))
    mine.title = "Oat milk"
    mine.tags.insert("soon")
    _ = try await pair.first.update(mine)
    var theirs = try #require(try await pair.second.item(milk.id))
    theirs.notes = "two bottles"
    theirs.tags.insert("vegan")
    theirs.status = .done
    _ = try await pair.second.update(theirs)
    try await pair.syncAll()
    try await pair.expectEqual()

    let merged = try #require(try await pair.first.item(milk.id))
    #expect(merged.title == "Oat milk")
    #expect(merged.notes == "two bottles")
    #expect(merged.tags == ["shop", "soon", "vegan"])
    #expect(merged.status == .done)
    #expect(merged.attributes["size"] == .double(0.1))
    #expect(merged.attributes["n"] == .integer(.max))
  }

  @Test func `a delete travels, and an edit made after it revives the item whole`() async throws {
    let pair = try Pair.overMemory()
    let item = try await pair.first.add(ItemDraft(title: "Milk", notes: "two"))
    try await pair.syncAll()
    var edited = try #require(try await pair.second.item(item.id))
    try await pair.first.delete(item.id)
    edited.title = "Oat milk"
    _ = try await pair.second.update(edited)
    try await pair.syncAll()
    try await pair.expectEqual()
    let revived = try #require(try await pair.first.item(item.id))
    #expect(revived.title == "Oat milk")
    #expect(revived.notes == "two")

    try await pair.first.delete(item.id)
    try await pair.syncAll()
    #expect(try await pair.second.item(item.id) == nil)
  }

  @Test func `a sync with nothing to do is one request of few bytes`() async throws {
    let pair = try Pair.overMemory()
    _ = try await pair.first.add("Milk")
    try await pair.syncAll()
    let summary = try await pair.engine(pair.first).sync()
    #expect(summary.requests == 1)
    #expect(summary.bytesSent + summary.bytesReceived <= 400)
    #expect(summary.conflicts == 0)
  }

  @Test func `many items go in batches and come in pages`() async throws {
    let limits = SyncLimits(changes: 20, page: 30)
    let pair = try Pair.overMemory(limits: limits)
    for number in 0..<105 { _ = try await pair.first.add("Item \(number)") }
    let pushed = try await pair.engine(pair.first, limits: limits).sync()
    #expect(pushed.pushed == 105)
    #expect(pushed.requests == 1 + 6)
    let pulled = try await pair.engine(pair.second, limits: limits).sync()
    #expect(pulled.pulled == 105)
    #expect(pulled.requests == 4)
    try await pair.expectEqual()
  }

  @Test func `a network that is down leaves changes marked, and a later sync sends them`()
    async throws
  {
    let pair = try Pair.overMemory()
    _ = try await pair.first.add("Milk")
    let error = try await #require(throws: SyncError.self) {
      _ = try await pair.engine(pair.first, over: .failing).sync()
    }
    #expect(error.code == .unreachable)
    #expect(pair.surroundings.slept.count == 4)
    #expect(try await pair.first.syncStatus().unsynced == 1)
    try await pair.syncAll()
    try await pair.expectEqual()
    #expect(try await pair.second.items().count == 1)
  }

  @Test(arguments: 0..<10)
  func `a flaky network loses nothing`(_ seed: Int) async throws {
    let pair = try Pair.overMemory()
    let flaky = UnreliableNetworkService.flaky(seed: UInt64(seed), pair.service)
    for round in 0..<5 {
      _ = try await pair.first.add("First \(round)")
      _ = try await pair.second.add("Second \(round)")
      for store in [pair.first, pair.second] {
        _ = try? await pair.engine(store, over: flaky).sync()
      }
    }
    try await pair.syncAll()
    try await pair.expectEqual()
    #expect(try await pair.first.items().count == 10)
  }

  @Test func `an answer that is lost is asked for again, and nothing comes twice`() async throws {
    let pair = try Pair.overMemory()
    let item = try await pair.first.add("Milk")
    let service = ScriptedNetworkService(pair.service, [.pass, .loseAnswer, .cutAnswer(bytes: 10)])
    let summary = try await pair.engine(pair.first, over: service).sync()
    #expect(summary.retries >= 1)
    _ = try await pair.engine(pair.second).sync()
    try await pair.expectEqual()
    #expect(try await pair.second.items().map(\.id) == [item.id])
  }

  @Test func `stamps from a clock a day ahead are set anew and pushed`() async throws {
    let pair = try Pair.overMemory(skew: 86_400_000)
    let item = try await pair.first.add("Milk")
    try await pair.syncAll()
    try await pair.expectEqual()
    var edited = try #require(try await pair.second.item(item.id))
    edited.title = "Oat milk"
    _ = try await pair.second.update(edited)
    try await pair.syncAll()
    try await pair.expectEqual()
    #expect(try await pair.first.item(item.id)?.title == "Oat milk")
  }

  @Test func `a store that goes over to another hub takes everything along`() async throws {
    let pair = try Pair.overMemory()
    _ = try await pair.first.add("Milk")
    try await pair.syncAll()
    let other = InProcessNetworkService(
      Hub(store: MemoryHubStore(), environment: pair.surroundings.hub())
    )
    for store in [pair.first, pair.second, pair.first] {
      let engine = SyncEngine(
        store: store,
        remote: try Remote("file:/test/other"),
        networkService: other,
        environment: pair.surroundings.engine
      )
      _ = try await engine.sync()
    }
    try await pair.expectEqual()
    #expect(try await pair.first.items().count == 1)
  }

  @Test func `a store does not go over to a hub that cannot answer`() async throws {
    let pair = try Pair.overMemory()
    _ = try await pair.first.add("Milk")
    try await pair.syncAll()
    let before = try await pair.first.syncStatus()
    #expect(before.remote != nil && before.unsynced == 0)
    let engine = SyncEngine(
      store: pair.first,
      remote: try Remote("file:/test/mistyped"),
      networkService: .failing,
      environment: pair.surroundings.engine
    )
    let error = await #expect(throws: SyncError.self) { try await engine.sync() }
    #expect(error?.code == .unreachable)
    #expect(try await pair.first.syncStatus() == before)
  }

  @Test func `a change that the hub refuses is kept aside, and the rest flows`() async throws {
    let pair = try Pair.overMemory()
    let bad = try await pair.first.add("Bad")
    _ = try await pair.first.add("Good")
    try await pair.first.writeReplica { transaction throws(StorageError) in
      guard var item = try transaction.replica(bad.id) else { return }
      let name = Field.unknown(String(repeating: "x", count: 300))
      item.registers.append(
        Register(name, true, stamp: item.registers[0].stamp, isDirty: true)
      )
      try transaction.put(ReplicaItem(id: item.id, sequence: 0, registers: item.registers))
    }
    let summary = try await pair.engine(pair.first).sync()
    #expect(summary.pushed == 1)
    #expect(summary.conflicts == 1)
    let again = try await pair.engine(pair.first).sync()
    #expect(again.requests == 1)
    let status = try await pair.first.syncStatus()
    #expect(status.conflicts.map(\.item) == [bad.id])
    #expect(status.conflicts.map(\.reason) == ["field"])
  }

  @Test func `a store whose push is called late stamps under another name from then on`()
    async throws
  {
    let pair = try Pair.overMemory()
    func node() async throws -> UInt64 {
      try await pair.first.writeReplica { transaction throws(StorageError) in transaction.node }
    }
    let before = try await node()
    try await pair.first.add("Milk")
    let late = NetworkResponse(status: 200, body: PushReply.stale.bytes)
    let service = ScriptedNetworkService(pair.service, [.pass, .answer(late)])
    #expect(try await pair.engine(pair.first, over: service).sync().pushed == 1)
    #expect(try await node() != before)
  }

  @Test func `a quarantine ends when the hub's row wins over what was refused`() async throws {
    let pair = try Pair.overMemory()
    let item = try await pair.first.add("Item")
    for store in [pair.first, pair.second] { _ = try await pair.engine(store).sync() }
    try await pair.first.writeReplica { transaction throws(StorageError) in
      guard var item = try transaction.replica(item.id) else { return }
      item.registers[0].isDirty = true
      try transaction.put(item)
      let time = item.registers[0].stamp.time
      let content = JSONValue.null
      try transaction.addConflict(
        SyncConflict(
          kind: .quarantined,
          item: item.id,
          reason: "size",
          time: time,
          content: content
        )
      )
      guard let bytes = try transaction.syncState() else { return }
      var state = try SyncState(bytes: bytes)
      #expect(!state.mayHaveQuarantine)
      state.mayHaveQuarantine = true
      try transaction.setSyncState(state.bytes)
    }
    #expect(try await pair.engine(pair.first).sync().conflicts == 1)
    try await pair.second.writeReplica { transaction throws(StorageError) in
      guard var item = try transaction.replica(item.id) else { return }
      item.registers[0].stamp.time += 1
      item.registers[0].isDirty = true
      try transaction.put(item)
    }
    _ = try await pair.engine(pair.second).sync()
    #expect(try await pair.engine(pair.first).sync().conflicts == 0)
    #expect(try await pair.first.syncStatus().unsynced == 0)
  }

  @Test func `a cancelled sync keeps the pages that came`() async throws {
    let limits = SyncLimits(changes: 50, page: 10)
    let pair = try Pair.overMemory(limits: limits)
    for number in 0..<40 { _ = try await pair.first.add("Item \(number)") }
    _ = try await pair.engine(pair.first, limits: limits).sync()
    let service = ScriptedNetworkService(pair.service, [.pass, .pass, .cancel])
    let error = try await #require(throws: SyncError.self) {
      _ = try await pair.engine(pair.second, over: service, limits: limits).sync()
    }
    #expect(error.code == .cancelled)
    #expect(try await pair.second.items().count == 20)
    let rest = try await pair.engine(pair.second, limits: limits).sync()
    #expect(rest.pulled == 20)
    try await pair.expectEqual()
  }

  @Test func `a task that is cancelled while a page comes keeps whole pages`() async throws {
    let limits = SyncLimits(changes: 50, page: 10)
    let pair = try Pair.overMemory(limits: limits)
    for number in 0..<40 { _ = try await pair.first.add("Item \(number)") }
    _ = try await pair.engine(pair.first, limits: limits).sync()
    let sync = Locked<Task<SyncSummary, any Error>?>(nil)
    let cancel = ScriptedNetworkService.Step.passAndThen { sync.withLock { $0?.cancel() } }
    let service = ScriptedNetworkService(pair.service, [.pass, cancel])
    let task = sync.withLock { task in
      let begun = Task { try await pair.engine(pair.second, over: service, limits: limits).sync() }
      task = begun
      return begun
    }
    let error = await #expect(throws: SyncError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    // The page before it may be merged just then.
    #expect([0, 10, 20].contains(try await pair.second.items().count))
    let rest = try await pair.engine(pair.second, limits: limits).sync()
    #expect(rest.pulled >= 20)
    try await pair.expectEqual()
  }

  @Test func `progress tells what is going on`() async throws {
    let pair = try Pair.overMemory()
    _ = try await pair.first.add("Milk")
    let phases = Recorder()
    _ = try await pair.engine(pair.first).sync { phases.append($0.phase) }
    #expect(phases.values == [.bootstrapping, .pushing])
  }
}
