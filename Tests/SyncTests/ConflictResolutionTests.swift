// Decisions on what sync could not apply.

import Storage
import Sync
import SyncSimulator
import Testing

@Suite struct ConflictResolutionTests {
  /// A store whose edit of one field the hub refused, and which others edited meanwhile.
  private func quarantined(_ pair: Pair) async throws -> (Item, SyncConflict) {
    let item = try await pair.first.add(ItemDraft(title: "Milk", notes: "one"))
    try await pair.syncAll()
    var mine = item
    mine.notes = "mine"
    try await pair.first.update(mine)
    let service = ScriptedNetworkService(pair.service, [.pass, .answer(refusal(of: item))])
    // A run begins with a pull; the refusal is of the first push.
    _ = try? await pair.engine(pair.first, over: service).sync()
    let conflicts = try await pair.first.syncStatus().conflicts
    let conflict = try #require(conflicts.first)
    #expect(conflicts.count == 1 && conflict.kind == .quarantined)
    return (item, conflict)
  }

  private func refusal(of item: Item) -> NetworkResponse { NetworkResponse(status: 413) }

  @Test func `a refused change that is kept is sent again, above what was edited meanwhile`()
    async throws
  {
    let pair = try Pair.overMemory()
    let (item, conflict) = try await quarantined(pair)
    var theirs = try #require(try await pair.second.item(item.id))
    theirs.notes = "theirs, later"
    try await pair.second.update(theirs)
    _ = try await pair.engine(pair.second).sync()
    #expect(try await pair.first.unsentChanges().isEmpty)
    let resolved = try await pair.first.resolveConflicts(
      [conflict.number, 99],
      by: .keepMine,
      now: pair.surroundings.now
    )
    #expect(resolved == [conflict])
    #expect(try await pair.first.unsentChanges().map(\.title) == ["Milk"])
    try await pair.syncAll()
    try await pair.expectEqual()
    #expect(try await pair.second.item(item.id)?.notes == "mine")
    #expect(try await pair.first.syncStatus().conflicts == [])
  }

  @Test func `a refused change that is dropped gives way to the hub's`() async throws {
    let pair = try Pair.overMemory()
    let (item, conflict) = try await quarantined(pair)
    try await pair.first.resolveConflicts([conflict.number], by: .drop, now: pair.surroundings.now)
    #expect(try await pair.first.syncStatus().unsynced == 0)
    try await pair.syncAll()
    try await pair.expectEqual()
    #expect(try await pair.first.item(item.id)?.notes == "one")
    #expect(try await pair.engine(pair.first).sync(verifies: true).verification?.isEqual == true)
  }

  @Test(arguments: [false, true])
  func `what is dropped while a push of it is on its way comes back as the hub has it`(
    isNew: Bool
  ) async throws {
    let pair = try Pair.overMemory()
    let item: Item
    if isNew {
      _ = try await pair.engine(pair.first).sync()
      item = try await pair.first.add(ItemDraft(title: "Milk", notes: "mine"))
      let service = ScriptedNetworkService(pair.service, [.pass, .answer(refusal(of: item))])
      _ = try? await pair.engine(pair.first, over: service).sync()
    } else {
      item = try await quarantined(pair).0
    }
    let number = try #require(try await pair.first.syncStatus().conflicts.first).number
    var again = try #require(try await pair.first.item(item.id))
    again.notes = "mine, again"
    try await pair.first.update(again)
    let (store, now) = (pair.first, pair.surroundings.now)
    let service = InterruptedService(pair.service) {
      try await store.resolveConflicts([number], by: .drop, now: now)
      // Another process brings what the hub has until now.
      _ = try await pair.engine(store).sync()
    }
    _ = try await pair.engine(pair.first, over: service).sync()
    try await pair.syncAll()
    try await pair.expectEqual()
    #expect(try await pair.first.item(item.id)?.notes == "mine, again")
  }

  @Test func `an edit on top of a dropped change goes over nothing that the hub has`() async throws
  {
    let pair = try Pair.overMemory()
    let item = try await pair.first.add(ItemDraft(title: "Milk", notes: "one"))
    try await pair.syncAll()
    for (store, notes) in [(pair.second, "theirs"), (pair.first, "mine")] {
      var edited = try #require(try await store.item(item.id))
      edited.notes = notes
      try await store.update(edited)
      pair.surroundings.advance(1_000)
    }
    let refusing = ScriptedNetworkService(pair.service, [.pass, .answer(refusal(of: item))])
    _ = try? await pair.engine(pair.first, over: refusing).sync()
    let conflict = try #require(try await pair.first.syncStatus().conflicts.first)
    _ = try await pair.engine(pair.second).sync()
    // What is refused here is later than what comes from there, which is kept beside it.
    _ = try await pair.engine(pair.first).sync()
    #expect(try await pair.first.item(item.id)?.keptTexts.map(\.text) == ["theirs"])
    _ = try await pair.first.add("Something else to send")
    let (store, now) = (pair.first, pair.surroundings.now)
    let service = InterruptedService(pair.service) {
      try await store.resolveConflicts([conflict.number], by: .drop, now: now)
      guard var edited = try await store.item(item.id) else { return }
      edited.notes = "mine, later"
      try await store.update(edited)
    }
    _ = try await pair.engine(pair.first, over: service).sync()
    try await pair.syncAll()
    for store in [pair.first, pair.second] {
      let found = try #require(try await store.item(item.id))
      let texts = Set([found.notes] + found.keptTexts.map(\.text))
      #expect(texts == ["theirs", "mine, later"], "\(texts)")
    }
  }

  @Test func `an edit on top of a dropped change replaces what a push of it had brought`()
    async throws
  {
    let pair = try Pair.overMemory()
    let item = try await pair.first.add(ItemDraft(title: "Milk", notes: "one"))
    try await pair.syncAll()
    var edited = item
    edited.notes = "mine"
    try await pair.first.update(edited)
    let service = ScriptedNetworkService(
      pair.service,
      [.pass, .loseAnswer, .answer(refusal(of: item)), .cancel]
    )
    _ = try? await pair.engine(pair.first, over: service).sync()
    // The hub has it, and this store does not know.
    _ = try await pair.engine(pair.second).sync()
    #expect(try await pair.second.item(item.id)?.notes == "mine")
    let conflict = try #require(try await pair.first.syncStatus().conflicts.first)
    try await pair.first.resolveConflicts([conflict.number], by: .drop, now: pair.surroundings.now)
    edited = try #require(try await pair.first.item(item.id))
    edited.notes = "later"
    try await pair.first.update(edited)
    try await pair.syncAll()
    try await pair.expectEqual()
    let found = try #require(try await pair.second.item(item.id))
    #expect(found.notes == "later" && found.keptTexts.isEmpty)
  }

  @Test func `an item that the hub never took goes when its change is dropped`() async throws {
    let pair = try Pair.overMemory()
    _ = try await pair.engine(pair.first).sync()
    let item = try await pair.first.add("Milk")
    let service = ScriptedNetworkService(
      pair.service,
      [.pass, .answer(NetworkResponse(status: 413))]
    )
    _ = try await pair.engine(pair.first, over: service).sync()
    let conflict = try #require(try await pair.first.syncStatus().conflicts.first)
    try await pair.first.resolveConflicts([conflict.number], by: .drop)
    #expect(try await pair.first.item(item.id) == nil)
    #expect(try await pair.first.syncStatus().unsynced == 0)
  }

  @Test(arguments: [ConflictResolution.keepMine, .drop])
  func `an item of lost-and-found comes back whole, or is thrown away`(
    _ resolution: ConflictResolution
  ) async throws {
    let pair = try Pair.overMemory()
    let item = try await pair.first.add(
      ItemDraft(title: "Milk", notes: "two", tags: ["shop"], attributes: ["n": 1])
    )
    try await pair.syncAll()
    var edited = item
    edited.title = "Oat milk"
    try await pair.first.update(edited)
    // Deleted elsewhere, and purged from the hub before this store came back.
    try await pair.second.delete(item.id)
    _ = try await pair.engine(pair.second).sync()
    // The hub sees time pass: more than the retention, and until it looks for what is old.
    for number in 0..<40 {
      pair.surroundings.advance(100_000)
      _ = try await pair.second.add("Item \(number)")
      _ = try await pair.engine(pair.second).sync()
    }
    _ = try await pair.engine(pair.first).sync()
    let conflict = try #require(try await pair.first.syncStatus().conflicts.first)
    #expect(conflict.kind == .lost)
    #expect(try await pair.first.item(item.id) == nil)
    try await pair.first.resolveConflicts(
      [conflict.number],
      by: resolution,
      now: pair.surroundings.now
    )
    try await pair.syncAll()
    try await pair.expectEqual()
    #expect(try await pair.first.syncStatus().conflicts == [])
    let back = try await pair.second.item(item.id)
    switch resolution {
    case .drop: #expect(back == nil)
    case .keepMine:
      #expect(back?.title == "Oat milk" && back?.notes == "two")
      #expect(back?.tags == ["shop"] && back?.attributes == ["n": 1])
    }
  }

  @Test func `a refused change that is sent again leaves the stamps of kept texts alone`()
    async throws
  {
    let pair = try Pair.overMemory()
    let (item, conflict) = try await quarantined(pair)
    let text = KeptText(
      field: .fixed(.notes),
      stamp: Stamp(milliseconds: 5, node: 1),
      text: "kept"
    )
    try await pair.first.writeReplica { transaction throws(StorageError) in
      guard var known = try transaction.replica(item.id) else { return }
      known.registers.append(
        Register(text.register, .string(text.text), stamp: text.stamp, isDirty: true)
      )
      try transaction.put(
        ReplicaItem(id: known.id, sequence: known.sequence, registers: known.registers)
      )
    }
    let old = try #require(try await replica(item.id, in: pair.first))
    try await pair.first.resolveConflicts(
      [conflict.number],
      by: .keepMine,
      now: pair.surroundings.now
    )
    let new = try #require(try await replica(item.id, in: pair.first))
    for (before, after) in zip(old.registers, new.registers) {
      let isKept = before.field == text.register
      #expect((before.stamp < after.stamp) == (before.isDirty && !isKept))
    }
    #expect(new.keptTexts == [text])
  }

  @Test func `what comes back from lost-and-found is made from what the hub has`() async throws {
    let pair = try Pair.overMemory()
    let item = try await pair.first.add(ItemDraft(title: "Milk", notes: "the hub's"))
    try await pair.syncAll()
    let lost = ItemState([
      ItemState.Entry("notes", "mine", stamp: Stamp(milliseconds: 5, node: 1)),
      ItemState.Entry("priority", "low", stamp: Stamp(milliseconds: 5, node: 1)),
      ItemState.Entry("title", "Milk", stamp: Stamp(milliseconds: 5, node: 1)),
    ])
    let number = try await pair.first.writeReplica { transaction throws(StorageError) in
      try transaction.addConflict(
        SyncConflict(kind: .lost, item: item.id, reason: "", time: 5, content: lost.json)
      )
    }
    try await pair.first.resolveConflicts([number], by: .keepMine, now: pair.surroundings.now)
    let notes = try #require(
      try await replica(item.id, in: pair.first)?.registers.first { $0.field == .fixed(.notes) }
    )
    #expect(notes.value == "mine" && notes.base?.value == "the hub's")
    try await pair.syncAll()
    try await pair.expectEqual()
    let back = try #require(try await pair.second.item(item.id))
    #expect(back.notes == "mine" && back.keptTexts.isEmpty)
  }

  private func replica(_ id: ItemID, in store: SQLiteRepository) async throws -> ReplicaItem? {
    try await store.readReplica { transaction throws(StorageError) in try transaction.replica(id) }
  }

  @Test(arguments: [ConflictResolution.keepMine, .drop])
  func `a deletion that was refused is sent again, or the item comes back as the hub has it`(
    _ resolution: ConflictResolution
  ) async throws {
    let pair = try Pair.overMemory()
    let item = try await pair.first.add("Milk")
    try await pair.syncAll()
    try await pair.first.delete(item.id)
    let service = ScriptedNetworkService(
      pair.service,
      [.pass, .answer(NetworkResponse(status: 413))]
    )
    _ = try await pair.engine(pair.first, over: service).sync()
    let conflict = try #require(try await pair.first.syncStatus().conflicts.first)
    #expect(try await pair.first.item(item.id) == nil)
    #expect(try await pair.second.item(item.id)?.title == "Milk")
    try await pair.first.resolveConflicts(
      [conflict.number],
      by: resolution,
      now: pair.surroundings.now
    )
    try await pair.syncAll()
    try await pair.expectEqual()
    for store in [pair.first, pair.second] {
      #expect(try await store.item(item.id)?.title == (resolution == .drop ? "Milk" : nil))
    }
    #expect(try await pair.first.syncStatus().conflicts.isEmpty)
    #expect(try await pair.engine(pair.first).sync(verifies: true).verification?.isEqual == true)
  }
}
