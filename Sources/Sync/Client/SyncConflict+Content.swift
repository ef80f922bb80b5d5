package import Storage

extension SyncConflict {
  /// The item at that moment; nil if the content is not in the form that this library writes.
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

  /// The item's title at that moment, or an empty text.
  package var title: String { replica?.title ?? "" }
}
