// Decisions on what sync could not apply.

import Storage
import Sync
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

  @Test func `a deletion that was refused is sent again`() async throws {
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
    try await pair.first.resolveConflicts(
      [conflict.number],
      by: .keepMine,
      now: pair.surroundings.now
    )
    try await pair.syncAll()
    try await pair.expectEqual()
    #expect(try await pair.second.item(item.id) == nil)
  }
}
