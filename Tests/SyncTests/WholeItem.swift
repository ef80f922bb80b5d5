// Items with every field that each item has.

import Storage
import Sync
import SyncSimulator

extension ReplicaItem {
  /// A new item as a store makes it: every field of the first version, under one stamp.
  init(whole id: ItemID, stamp: Stamp) {
    self.init(
      id: id,
      sequence: ReplicaItem.neverAcknowledged,
      registers: Field.Fixed.allCases.filter { !Field.Fixed.later.contains($0) }.map {
        Register(.fixed($0), $0.plainValue, stamp: stamp, isDirty: true)
      }
    )
  }
}

extension ItemState {
  /// A new item with these registers, and every other that it has to have, under one stamp.
  static func whole(
    _ values: [(name: String, value: JSONValue)],
    stamp: Stamp,
    deletion: Stamp? = nil
  ) -> ItemState {
    let missing = Field.Fixed.allCases.filter { fixed in
      !Field.Fixed.later.contains(fixed) && !values.contains { $0.name == fixed.name }
    }
    let entries =
      missing.map { Entry($0.name, $0.plainValue, stamp: stamp) }
      + values.map { Entry($0.name, $0.value, stamp: stamp) }
    return ItemState(entries, deletion: deletion)
  }
}
