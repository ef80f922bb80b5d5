// People edit items, whatever the network does.

import Storage
import Sync

extension SimulatedWorld {
  func edit(_ device: Device, _ item: Int) async throws {
    if random.chance(faults.decisions), try await decide(device) { return }
    var id = id(item)
    var isUndo = false
    if random.chance(faults.undo), let undone = try await device.store.itemToUndo() {
      (id, isUndo) = (undone, true)
      count(.undo)
    }
    let before = try await device.store.item(id)
    lastValue += 1
    let change = isUndo ? .undo : change(of: before, by: device.version)
    try await make(Edit(id: id, change: change, version: device.version), before, device)
  }

  /// Makes an edit, and takes note of it; `before` is the item as it is.
  func make(_ edit: Edit, _ before: ReplicaItem?, _ device: Device) async throws {
    do throws(StorageError) {
      try await device.store.apply(edit, at: now(on: device))
    } catch {
      throw BrokenPromise("device \(device.number) cannot edit: \(error.message)")
    }
    guard let after = try await device.store.item(edit.id) else {
      if before != nil { noteRemoval(of: edit.id, device) }
      return
    }
    if case .purge = edit.change { return }
    if case .undo = edit.change, let before, before.keptTexts.count < after.keptTexts.count {
      count(.decisionUndone)
    }
    try await note(before, becomes: after, device)
    try checkWritten(edit, after, device)
    if let before { try checkKept(before, after, by: edit, device) }
    // A real store stamps nothing where somebody writes what is there already.
    if after != before { try await checkQuarantine(of: after, device) }
  }

  /// What the device's clock shows.
  func now(on device: Device) -> Int64 {
    max(0, clock.now + device.skew) / faults.clockGrain * faults.clockGrain
  }

  /// Takes note of what a person wrote.
  func note(_ before: ReplicaItem?, becomes after: ReplicaItem, _ device: Device) async throws {
    count(.edit)
    books[device.space].dead[Int(after.id.low & 63)] = nil
    try book(before: before, after: after, device: device)
    books[device.space].knowledge.note(before: before, after: after)
    books[device.space].texts.note(before: before, after: after)
    books[device.space].dates.note(after)
  }

  /// Takes note of a deleted item that somebody removed for good from a device.
  private func noteRemoval(of id: ItemID, _ device: Device) {
    count(.removed)
    note("device \(device.number): removes \(id.low & 63)")
    books[device.space].discarded.insert(Int(id.low & 63))
  }

  /// A person goes on with what has just left.
  func editInFlight(_ request: SyncRequest, _ device: Device) async throws {
    guard case .push(let push) = request, device.isUp else { return }
    count(.editInFlight)
    try await edit(device, Int(random.pick(push.changes).id.low & 63))
  }

  private func change(of item: ReplicaItem?, by version: ProgramVersion) -> Edit.Change {
    if let item, item.isAlive, random.chance(0.2) { return .delete }
    if let item, !item.isAlive, random.chance(0.1) { return .purge }
    if let item, item.isAlive, !item.keptTexts.isEmpty, random.chance(0.3) {
      count(.resolved)
      return .resolve(random.pick(KeptTextChoice.allCases), ofOne: lastValue.isMultiple(of: 2))
    }
    if faults.repeats > 0, random.chance(faults.repeats) { return .set(datesOfRepeat(of: item)) }
    if random.chance(faults.texts) {
      let field = random.chance(0.7) ? Field.fixed(.notes) : ProgramVersion.textAttribute
      let isNumber = field == ProgramVersion.textAttribute && random.chance(0.1)
      return .set([
        (field, isNumber ? .integer(lastValue) : text(of: field, after: item)),
        (.fixed(.updated), .integer(lastValue)),
      ])
    }
    if random.chance(faults.poison) {
      return .set([(.fixed(.title), RefusedValues.title(lastValue))])
    }
    let values = version.values(of: random.pick(version.fields), lastValue)
    if values.contains(where: { !ProgramVersion.isKnownToAll($0.field, $0.value) }) {
      count(.newerValue)
    }
    return .set(values + [(.fixed(.updated), .integer(lastValue))])
  }

  /// What somebody does with an item that repeats: it gets a rule, moves on, or is moved by hand.
  private func datesOfRepeat(of item: ReplicaItem?) -> [(field: Field, value: JSONValue)] {
    let updated = (field: Field.fixed(.updated), value: JSONValue.integer(lastValue))
    guard let item, item.isRepeating, let open = item.openDay else {
      count(.ruled)
      return RepeatBook.rule(lastValue) + RepeatBook.dates(of: 0) + [updated]
    }
    switch random.below(10) {
    case ..<5:
      count(.nextOccurrence)
      return RepeatBook.dates(of: open + 1) + [updated]
    case ..<7: return [(.fixed(.due), RepeatBook.day(open + 1 + random.below(3))), updated]
    case ..<8: return [(.fixed(.start), RepeatBook.day(open - random.below(3))), updated]
    default: return RepeatBook.rule(lastValue) + [updated]
    }
  }

  /// A text as a person edits it: lines come, go and change, and once in a while all of it is new.
  func text(of field: Field, after item: ReplicaItem?) -> JSONValue {
    let old = item?.registers.first { $0.field == field }?.value.string ?? ""
    return .string(text(after: old))
  }

  /// The same of a text by itself.
  func text(after old: String) -> String {
    var lines = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for number in 0...random.below(2) {
      let place = random.below(lines.count + 1)
      var line = "n\(lastValue).\(number)"
      if faults.hasTightMessages { line += String(repeating: "x", count: random.below(300)) }
      switch lines.count > 8 ? 80 : random.below(100) {
      case ..<55: lines.insert(line, at: place)
      case 55..<80: lines[min(place, lines.count - 1)] = line
      case 80..<92: if !lines.isEmpty { lines.remove(at: min(place, lines.count - 1)) }
      case 92..<96: lines.insert("", at: place)
      default: lines = [line]
      }
      if lines.isEmpty { lines = [line] }
    }
    return lines.joined(separator: "\n")
  }

  /// Checks that what only the newer version writes is there as it was written.
  private func checkWritten(_ edit: Edit, _ after: ReplicaItem, _ device: Device) throws {
    guard case .set(let values) = edit.change else { return }
    for (field, value) in values where !ProgramVersion.isKnownToAll(field, value) {
      guard after.registers.contains(where: { $0.field == field && $0.value == value }) else {
        throw BrokenPromise(
          "device \(device.number) altered what it wrote to \(after.id.low & 63).\(field.name)"
        )
      }
    }
  }

  /// Checks that an edit left alone what it is not about, unknown fields and forms above all.
  private func checkKept(
    _ before: ReplicaItem,
    _ after: ReplicaItem,
    by edit: Edit,
    _ device: Device
  ) throws {
    var index = 0
    for old in before.registers {
      let name = "\(before.id.low & 63).\(old.field.name)"
      guard let new = after.register(like: old, near: &index) else {
        throw BrokenPromise("device \(device.number): an edit dropped \(name)")
      }
      guard new.value != old.value else { continue }
      let isEdited =
        switch edit.change {
        case .set(let values), .bring(let values): values.contains { $0.field == old.field }
        case .delete, .purge: false
        case .undo: true
        case .resolve: old.field.isText || KeptText.parts(of: old.field) != nil
        }
      let isUnknown = device.version == .older && !ProgramVersion.isKnownToAll(old.field, old.value)
      guard new.stamp > old.stamp, isEdited || !isUnknown else {
        throw BrokenPromise("device \(device.number): an edit of something else altered \(name)")
      }
    }
  }

  /// Checks that an edit came after all that its author saw, under a stamp of its own.
  private func book(before: ReplicaItem?, after: ReplicaItem, device: Device) throws {
    var stamp: Stamp?
    var index = 0
    for register in after.registers {
      let old = before.flatMap { $0.register(like: register, near: &index) }
      guard old?.stamp != register.stamp else { continue }
      if let old, register.stamp <= old.stamp {
        throw BrokenPromise(
          "causality: device \(device.number) wrote \(register.stamp.outline) after seeing "
            + old.stamp.outline
        )
      }
      stamp = register.stamp
    }
    if let deletion = after.deletion?.stamp, deletion != before?.deletion?.stamp {
      if let seen = before?.registers.map(\.stamp).max(), deletion < seen {
        throw BrokenPromise("causality: device \(device.number) deleted below what it saw")
      }
      stamp = deletion
    }
    guard let stamp else { return }
    note("device \(device.number): edit \(after.id.low & 63) at \(stamp.outline)")
    guard books[device.space].oracle.issue(stamp, for: after) || hasTwins else {
      throw BrokenPromise("the stamp \(stamp.outline) was issued twice")
    }
  }

  /// An edit made after a refusal must not be held back with what was refused.
  private func checkQuarantine(of item: ReplicaItem, _ device: Device) async throws {
    guard statistics[.quarantine] > 0,
      let held = try await device.store.quarantine()[item.id],
      let edited = item.unsyncedState().maxStamp?.time, edited <= held
    else { return }
    throw BrokenPromise("device \(device.number): an edit of a refused item is held back too")
  }
}

extension ReplicaItem {
  /// The register of the same field here, which is mostly at the same place.
  func register(like other: Register, near index: inout Int) -> Register? {
    let guess = index
    index += 1
    if registers.indices.contains(guess), registers[guess].field == other.field {
      return registers[guess]
    }
    return registers.first { $0.field == other.field }
  }
}

extension Field {
  /// Whether people type a text into it, or the time of an edit goes with that.
  fileprivate var isText: Bool {
    self == .fixed(.title) || isMerged || self == .fixed(.updated)
  }
}
