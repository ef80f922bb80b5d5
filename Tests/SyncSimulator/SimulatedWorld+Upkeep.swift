// What people do besides editing items one by one: they decide on what sync could not apply, import,
// convert a store, and edit its file by hand.

import Storage
import Sync

extension SimulatedWorld {
  /// A person decides on a change that sync could not apply; returns whether there was one.
  func decide(_ device: Device) async throws -> Bool {
    guard statistics[.quarantine] + statistics[.lostAndFound] > 0 else { return false }
    let conflicts = try await device.store.conflicts().filter { $0.kind != .overwritten }
    guard !conflicts.isEmpty else { return false }
    let conflict = random.pick(conflicts)
    let place = Int(conflict.item.low & 63)
    let resolution: ConflictResolution = random.chance(0.5) ? .keepMine : .drop
    note("device \(device.number): \(resolution) of \(conflict.kind) \(place)")
    let before = try await device.store.item(conflict.item)
    let failure =
      random.chance(faults.decisionFailure)
      ? StoreFailure(error: StorageError(.full, "The disk failed."), calls: random.below(20)) : nil
    do throws(StorageError) {
      let now = now(on: device)
      try await device.store.decide(on: conflict, by: resolution, at: now, failure: failure)
    } catch {
      if error.code == failure?.error.code { return true }
      throw BrokenPromise("device \(device.number) cannot decide: \(error.message)")
    }
    count(.decided)
    let after = try await device.store.item(conflict.item)
    switch resolution {
    case .keepMine:
      if before == nil, conflict.isDisplacedText { books[device.space].parts.insert(place) }
      if let after, after != before { try await note(before, becomes: after, device) }
      // A title is one line, of which the text becomes a part.
      if conflict.displacedText?.field == .fixed(.title) {
        books[device.space].texts.excuse(conflict.lines, in: place)
      }
    case .drop where conflict.isDisplacedText:
      // Where it is kept beside its field, that counts as decided on.
      books[device.space].texts.excuse(conflict.lines, in: place)
    case .drop:
      var dropped = conflict.lines
      if conflict.kind == .quarantined {
        books[device.space].knowledge.close(place)
        books[device.space].discarded.insert(place)
        dropped.formUnion(before?.unsyncedState().lines ?? [])
      }
      // What was typed here is dropped, even if a push has brought it to the hub. A text that is kept beside
      // it is somebody else's, who knows nothing of this.
      let own = before?.unsyncedState().lines(kept: false) ?? []
      dropped.subtract(try lastingLinesOnHub(device.space)[place].subtracting(own))
      try await excuse(dropped, of: place, device)
    }
    return true
  }

  /// A person threw these lines of an item away; other devices may still have them.
  private func excuse(_ lines: Set<String>, of place: Int, _ device: Device) async throws {
    var rest = lines
    for other in devices where other.space == device.space && !rest.isEmpty {
      rest.subtract(try await self.lines(on: other, onlyUnsynced: true)[place])
    }
    books[device.space].texts.excuse(rest, in: place)
    let sent = try await device.store.engineState()?.sent.stamps ?? []
    books[device.space].texts
      .throwAway(lines.subtracting(rest), sentUnder: sent, in: place)
  }

  /// Somebody exports the items of a device, or imports what was exported once, maybe elsewhere.
  func exportOrImport(_ device: Device) async throws {
    guard !exported.isEmpty, random.chance(0.6) else {
      exported = try await items(on: device).compactMap { item in
        item.flatMap { $0.isAlive ? ($0.id, $0.exported) : nil }
      }
      return
    }
    count(.imported)
    for (id, values) in exported where random.chance(0.5) {
      lastValue += 1
      let edit = Edit(
        id: id,
        change: .bring(values + [(.fixed(.updated), .integer(lastValue))]),
        version: device.version
      )
      try await make(edit, try await device.store.item(id), device)
    }
  }

  /// A store is converted to a JSON file, from which the device goes on.
  func convert(_ device: Device) async throws {
    count(.converted)
    // A run has the old store open.
    device.crash()
    try await editFile(of: device) { _ in [] }
  }

  /// A person edits the JSON file of a store, while runs go on.
  func editByHand(_ device: Device) async throws {
    count(.editedByHand)
    lastValue += 1
    try await editFile(of: device) { document in
      var edited: Set<Int> = []
      for _ in 0...random.below(2) { edited.formUnion(editByHand(&document)) }
      return edited
    }
  }

  /// Converts a store to a file and back; what the edit did not touch, as it says, is as it was.
  private func editFile(
    of device: Device,
    _ edit: (inout JSONValue) -> Set<Int>
  ) async throws {
    let before = try await items(on: device)
    let state = try await device.store.engineState()
    let conflicts = try await device.store.conflicts()
    var edited: Set<Int> = []
    do throws(StorageError) {
      try await device.store.editFile { edited = edit(&$0) }
    } catch {
      throw BrokenPromise("device \(device.number) cannot use its file: \(error.message)")
    }
    guard try await device.store.engineState() == state,
      try await device.store.conflicts() == conflicts
    else { throw BrokenPromise("device \(device.number): a file altered the state of sync") }
    for (place, after) in try await items(on: device).enumerated() where after != before[place] {
      guard edited.contains(place) else {
        throw BrokenPromise("device \(device.number): a file altered item \(place)")
      }
      try await noteByHand(before[place], becomes: after, place, device)
    }
  }

  private func noteByHand(
    _ before: ReplicaItem?,
    becomes after: ReplicaItem?,
    _ place: Int,
    _ device: Device
  ) async throws {
    note("device \(device.number): \(place) is edited by hand")
    let isBare = after?.registers.isEmpty ?? true
    if isBare {
      books[device.space].discarded.insert(place)
      books[device.space].knowledge.close(place)
    }
    guard let after else {
      // Nobody else had it yet, unless a push of it is on its way.
      return books[device.space].texts.excuse(before?.lines ?? [], in: place)
    }
    if var deleted = before, isBare {
      deleted.deletion = after.deletion
      return try await note(before, becomes: deleted, device)
    }
    try await note(before, becomes: after, device)
  }

  private func items(on device: Device) async throws -> [ReplicaItem?] {
    var items: [ReplicaItem?] = []
    for place in 0..<64 { items.append(try await device.store.item(id(place))) }
    return items
  }
}

// MARK: - The file

extension SimulatedWorld {
  /// Does one thing that people do to such a file, and returns the items that it is about.
  private func editByHand(_ document: inout JSONValue) -> Set<Int> {
    guard var file = document.object else { return [] }
    var live = file["items"]?.array ?? []
    var deleted = file["deleted"]?.array ?? []
    defer {
      file["items"] = .array(live)
      file["deleted"] = deleted.isEmpty ? nil : .array(deleted)
      document = .object(file)
    }
    switch random.below(10) {
    case ..<6:
      guard !live.isEmpty else { return [] }
      let index = random.below(live.count)
      guard var item = live[index].object else { return [] }
      item["notes"] = .string(text(after: item["notes"]?.string ?? ""))
      if random.chance(0.3) { item["title"] = .string("by hand \(lastValue)") }
      live[index] = .object(item)
      return places(of: live[index])
    case 6:
      guard !live.isEmpty else { return [] }
      return places(of: live.remove(at: random.below(live.count)))
    case 7:
      guard !live.isEmpty else { return [] }
      deleted.append(live.remove(at: random.below(live.count)))
      return places(of: deleted.last)
    case 8:
      guard !deleted.isEmpty else { return [] }
      live.append(deleted.remove(at: random.below(deleted.count)))
      return places(of: live.last)
    default:
      let id = id(random.below(faults.items))
      guard file["sync"]?["items"]?[id.description] == nil else { return [] }
      live.append(["id": .string(id.description), "title": .string("by hand \(lastValue)")])
      return places(of: live.last)
    }
  }

  private func places(of item: JSONValue?) -> Set<Int> {
    guard let id = (item?["id"]?.string).flatMap({ ItemID($0) }) else { return [] }
    return [Int(id.low & 63)]
  }
}

extension ReplicaItem {
  /// What an export says of the item, as far as every version of the program reads it.
  fileprivate var exported: [(field: Field, value: JSONValue)] {
    registers.compactMap { register in
      let isExported =
        switch register.field {
        case .fixed(.title), .fixed(.notes): register.value.string != nil
        case .attribute: register.value != .null
        case .tag: ProgramVersion.isKnownToAll(register.field, register.value)
        case .fixed, .blocker, .unknown: false
        }
      return isExported ? (register.field, register.value) : nil
    }
  }
}
