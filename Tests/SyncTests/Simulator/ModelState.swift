// A replica in a few arrays and dictionaries: what a database holds, as plainly as can be.

import Storage

struct ModelState: Sendable {
  /// Items by local number less one; nil where one was removed.
  var slots: [ReplicaItem?] = []
  var places: [ItemID: Int] = [:]
  var clock: HybridClock
  var sync: [UInt8]?
  var conflicts: [SyncConflict] = []
  var lastConflict = 0

  init(node: UInt64) { clock = HybridClock(time: 0, node: node) }

  func item(_ id: ItemID) -> ReplicaItem? { places[id].flatMap { slots[$0] } }

  mutating func put(_ item: ReplicaItem) {
    if let place = places[item.id] {
      slots[place] = item
    } else {
      places[item.id] = slots.count
      slots.append(item)
    }
  }

  mutating func remove(_ id: ItemID) {
    if let place = places.removeValue(forKey: id) { slots[place] = nil }
  }

  var items: [ReplicaItem] { slots.compactMap { $0 } }
}

/// What a person does to one item.
struct Edit: Sendable {
  enum Change: Sendable {
    case set([(field: Field, value: JSONValue)])
    case delete
  }

  var id: ItemID
  var change: Change
}

extension ModelState {
  /// One local transaction: all registers of an edit get one stamp.
  mutating func apply(_ edit: Edit, at now: Int64) {
    let stamp = clock.next(now: now)
    var item = item(edit.id) ?? ReplicaItem(whole: edit.id, stamp: stamp)
    switch edit.change {
    case .delete:
      item.deletion = ReplicaItem.Deletion(stamp: stamp, isDirty: true)
    case .set(let values):
      for (field, value) in values {
        item.registers.removeAll { $0.field == field }
        item.registers.append(Register(field, value, stamp: stamp, isDirty: true))
      }
      item = ReplicaItem(
        id: item.id,
        sequence: item.sequence,
        registers: item.registers,
        deletion: item.deletion
      )
    }
    put(item)
  }
}
