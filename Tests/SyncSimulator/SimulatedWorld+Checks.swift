// The promises that are checked after healing.

import Storage
import Sync

extension SimulatedWorld {
  /// Devices that have caught up hold the hub's items, and have nothing left to send.
  func checkConvergence(of space: Int) async throws {
    var expected: [ItemID: ItemState] = [:]
    for row in try hub.rows(space) where row.state.isAlive { expected[row.id] = row.state }
    let floor = try hub.space(space)?.floor ?? 0
    for device in devices where device.space == space {
      let quarantine = try await device.store.quarantine()
      for number in 0..<faults.items {
        let id = id(number)
        guard quarantine[id] == nil else { continue }
        let mine = try await device.store.item(id)
        if let mine, mine.isDirty {
          throw BrokenPromise("device \(device.number) has item \(number) left to send")
        }
        if let mine, !mine.isAlive, (1...max(1, floor)).contains(mine.sequence), floor > 0 {
          throw BrokenPromise(
            "device \(device.number) keeps the tombstone of item \(number), which the hub purged"
          )
        }
        let shown = mine.flatMap { $0.isAlive ? $0.state : nil }
        guard shown == expected[id] else {
          throw BrokenPromise(
            "device \(device.number) differs in item \(number): \(String(describing: shown)), "
              + "hub: \(String(describing: expected[id]))"
          )
        }
      }
    }
  }

  /// What sync took off a device's hands is on the hub, or something greater is.
  func checkNothingIsLost(of space: Int) async throws {
    // After a union reset an item goes to the hub as a whole, and waits as one where it is refused.
    // What somebody removed for good is not there to be sent to a hub that went back in time.
    var waiting = wasRestored ? books[space].discarded : []
    for device in devices where device.space == space && wasRestored {
      waiting.formUnion(try await device.store.quarantine().keys.map { Int($0.low & 63) })
    }
    // A hub and a device that both went back in time had the only two copies.
    guard !wasRolledBack || !wasRestored else { return }
    var rows: [Int: ItemState] = [:]
    for row in try hub.rows(space) { rows[Int(row.id.low & 63)] = row.state }
    try books[space].oracle.forEachSettled { item, register, stamp in
      guard !waiting.contains(item) else { return }
      let name = Oracle.name(of: register)
      // A text is merged with the earlier one of a hub that was restored, and where that one holds every line of both
      // it stands as it is, under its earlier stamp. `checkNoTextIsLost` accounts for each line of such texts.
      guard !wasRestored || !Field(name: name).isMerged else { return }
      let state = rows[item]
      let found =
        register == Oracle.deletion
        ? state?.deletion : state?.entries.first { utf8Equal($0.name, name) }?.stamp
      guard let found, found >= stamp else {
        throw BrokenPromise(
          "lost update of item \(item).\(name): the hub has \(found?.outline ?? "nothing"), "
            + "acknowledged was \(stamp.outline)"
        )
      }
    }
  }

  /// What the hub has is what somebody wrote, byte for byte, and no item is there in part.
  func checkIsAsWritten(in space: Int) throws {
    for row in try hub.rows(space) where row.id != id(SimulatedWorld.foreignItem) {
      let isPart = books[space].parts.union(books[space].discarded).contains(Int(row.id.low & 63))
      for field in ProgramVersion.newer.newItem.map(\.field) where !isPart {
        guard row.state.entries.contains(where: { $0.name == field.name }) else {
          throw BrokenPromise("half an item: \(row.id.low & 63) lacks \(field.name)")
        }
      }
      // The stamps of devices that were copied while they ran may stand for two edits each.
      guard !hasTwins else { continue }
      for entry in row.state.entries.compactMap(\.written)
      where !books[space].oracle.isAsWritten(entry) {
        throw BrokenPromise("\(row.id.low & 63).\(entry.name) is not what was written")
      }
    }
  }

  /// Every line that somebody typed is there, unless somebody who saw it took it out.
  ///
  /// It is in a text of the item, in one that is kept beside it, in lost-and-found, or in a change that the
  /// hub refuses.
  func checkNoTextIsLost(of space: Int) async throws {
    // Two machines that stamp alike overwrite each other's texts without knowing.
    guard !hasTwins else { return }
    var found = try linesOnHub(space)
    for device in devices where device.space == space {
      for (place, lines) in try await lines(on: device, onlyUnsynced: true).enumerated() {
        found[place].formUnion(lines)
      }
    }
    for place in 0..<64 {
      if let line = books[space].texts.missing(from: found[place], in: place) {
        throw BrokenPromise("lost line of item \(place): '\(line)'")
      }
    }
    for row in try hub.rows(space) where row.state.isAlive {
      let live = row.state.entries.compactMap { KeptText(Field(name: $0.name), $0.value) }
      guard live.count <= hub.limits.keptTexts else {
        throw BrokenPromise("item \(row.id.low & 63) has \(live.count) kept texts")
      }
    }
  }

  /// What the hub has was not replaced by an edit whose author had seen it.
  package func checkKnowledgeWins(in space: Int) async throws {
    guard !wasRolledBack else { return }
    var refused: Set<ItemID> = []
    for device in devices where device.space == space {
      refused.formUnion(try await device.store.quarantine().keys)
    }
    for row in try hub.rows(space) where !refused.contains(row.id) {
      guard !wasRestored || !books[space].discarded.contains(Int(row.id.low & 63)) else { continue }
      guard let violation = books[space].knowledge.violation(in: row) else { continue }
      throw BrokenPromise(
        "lost update of item \(row.id.low & 63): \(violation); the row: \(row.state.json)"
      )
    }
  }

  /// The dates of an item that repeats are as one edit left them: those of two mixed would skip an occurrence.
  func checkDates(in space: Int) throws {
    // Two machines that stamp alike mix what they write.
    guard !hasTwins else { return }
    for row in try hub.rows(space) where row.state.isAlive {
      guard let dates = books[space].dates.unwritten(in: row) else { continue }
      throw BrokenPromise("item \(row.id.low & 63) has dates of two occurrences: \(dates)")
    }
  }

  /// Items that were deleted, purged and never written since are not back.
  func checkNoZombies(of space: Int) throws {
    guard !wasRestored, !hasForgotten else { return }
    for row in try hub.rows(space) where row.state.isAlive {
      guard books[space].dead[Int(row.id.low & 63)] == true else { continue }
      throw BrokenPromise("zombie: item \(row.id.low & 63) was purged and is back")
    }
  }
}
