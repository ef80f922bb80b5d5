// The item within a conflict.

package import Storage

extension SyncConflict {
  /// The item as it stood; nil where the content is not what this library writes.
  package var replica: ReplicaItem? {
    guard let state = try? ItemState(wire: content) else { return nil }
    let registers = state.entries.map {
      Register(Field(name: $0.name), $0.value, stamp: $0.stamp, isDirty: true)
    }
    let deletion = state.deletion.map { ReplicaItem.Deletion(stamp: $0, isDirty: true) }
    return ReplicaItem(
      id: item,
      sequence: ReplicaItem.neverAcknowledged,
      registers: registers,
      deletion: deletion
    )
  }

  /// The item's title as it stood, or an empty one.
  package var title: String { replica?.title ?? "" }
}
