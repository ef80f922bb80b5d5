// People edit items, whatever the network does.

import Storage
import Sync

extension SimulatedWorld {
  func edit(_ device: Device) async throws {
    let id = id(random.below(itemCount))
    let before = try await replica(id, of: device)
    lastValue += 1
    let change = change(of: before, id: id)
    let now = max(0, surroundings.now + device.skew) / faults.clockGrain * faults.clockGrain
    try await device.store.apply(Edit(id: id, change: change), at: now)
    guard let after = try await replica(id, of: device) else { return }
    count("edit")
    dead[id] = nil
    try book(before: before, after: after, device: device)
  }

  private func change(of item: ReplicaItem?, id: ItemID) -> Edit.Change {
    if let item, item.isAlive, random.chance(0.2) { return .delete }
    if random.chance(faults.poison) {
      oracle.poisoned.insert(id)
      return .set([(.fixed(.title), .integer(lastValue))])
    }
    let field = random.pick(SimulatedFields.all)
    let updated = (field: Field.fixed(.updated), value: JSONValue.integer(lastValue))
    return .set([(field, SimulatedFields.value(of: field, lastValue)), updated])
  }

  /// Notes what an edit wrote, and that it came after all that its author saw.
  private func book(before: ReplicaItem?, after: ReplicaItem, device: Device) throws {
    var stamp: Stamp?
    for register in after.registers {
      let old = before?.registers.first { $0.field == register.field }
      guard old?.stamp != register.stamp || old?.value != register.value else { continue }
      try book(
        Oracle.Key(id: after.id, name: register.field.name),
        old: old?.stamp,
        wasUnsynced: before.map { item in old.map(item.isUnsynced) ?? false } ?? false,
        new: register.stamp,
        device: device
      )
      stamp = register.stamp
    }
    if let deletion = after.deletion, deletion.stamp != before?.deletion?.stamp {
      let seen = before?.registers.map(\.stamp).max()
      if let seen, deletion.stamp < seen {
        throw BrokenPromise("causality: device \(device.number) deleted below what it saw")
      }
      try book(
        Oracle.Key(id: after.id, name: Oracle.deletion),
        old: before?.deletion?.stamp,
        wasUnsynced: before?.isDeletionUnsynced ?? false,
        new: deletion.stamp,
        device: device
      )
      stamp = deletion.stamp
    }
    guard let stamp else { return }
    note("device \(device.number): edit \(after.id.low & 0xFFFF) at \(stamp.milliseconds)")
    if !oracle.note(stamp) { throw BrokenPromise("the stamp \(stamp) was issued twice") }
  }

  private func book(
    _ key: Oracle.Key,
    old: Stamp?,
    wasUnsynced: Bool,
    new: Stamp,
    device: Device
  ) throws {
    if let old, new <= old {
      throw BrokenPromise("causality: device \(device.number) wrote \(new) after seeing \(old)")
    }
    oracle.write(key, new)
    if let old, wasUnsynced { oracle.replace(key, old, by: new) }
  }

  func replica(_ id: ItemID, of device: Device) async throws -> ReplicaItem? {
    try await device.store.readReplica { transaction throws(StorageError) -> ReplicaItem? in
      try transaction.replica(id)
    }
  }

  func hubRows() throws -> [HubRow] {
    try hubStore.read(Self.space) { transaction throws(HubError) -> [HubRow] in
      try transaction.rows(after: 0, upTo: .max, limit: .max, tombstonesAbove: 0)
    }
  }
}

/// The fields that simulated people edit.
enum SimulatedFields {
  static let all: [Field] = [
    .fixed(.title), .fixed(.notes), .fixed(.due), .tag("a"), .attribute("x"), .unknown("later"),
  ]

  /// A value that no other edit writes, except for a tag.
  static func value(of field: Field, _ number: Int64) -> JSONValue {
    switch field {
    case .fixed(.due), .unknown: .integer(number)
    case .tag: number % 3 == 0 ? .null : true
    case .attribute: .double(Double(number) + 0.5)
    case .fixed: .string("v\(number)")
    }
  }
}
