// Where items of an import stand: parents that come behind them, or not at all.

import Storage

extension Importer.Work {
  /// Whether nothing but the place is wrong with an item that was refused.
  func isRefusedForItsParent(_ record: ItemJSON.Record) -> Bool {
    guard record.draft.parent != nil else { return false }
    let id = record.draft.id ?? ItemID(high: 0, low: 0)
    return (try? Item(adding: record.draft, id: id, number: 0, now: calendar.now)) != nil
  }

  /// Keeps what waits, from the top of its trees down, as a file may move items that stand under each other.
  mutating func keepWaiting() throws(StorageError) {
    var errors: [StorageError] = []
    repeat {
      let records = waiting
      (waiting, errors) = ([], [])
      for (record, place) in records {
        do throws(StorageError) {
          try store(record, place)
        } catch {
          guard error.code == .invalidItem || error.code == .alreadyExists else { throw error }
          waiting.append((record, place))
          errors.append(.importing(place, error.message))
        }
      }
      guard waiting.count < records.count else { break }
    } while !waiting.isEmpty
    guard isStrict else { return try keepAtTop(errors) }
    for error in errors { reject(error) }
  }

  /// Keeps what still waits without the parents that cannot be.
  ///
  /// Of a circle only one item loses its parent.
  private mutating func keepAtTop(_ errors: [StorageError]) throws(StorageError) {
    guard !waiting.isEmpty else { return }
    let index = topmostWaiting
    var (record, place) = waiting.remove(at: index)
    record.draft.parent = nil
    record.given.remove(.parent)
    do throws(StorageError) {
      try store(record, place)
      let reason = errors[index].message
      counts.warnings.add("\(reason) It is imported without that parent.")
    } catch {
      guard error.code == .invalidItem || error.code == .alreadyExists else { throw error }
      reject(.importing(place, error.message))
    }
    try keepWaiting()
  }

  /// The one that nothing else that waits is above, or that is in a circle.
  private var topmostWaiting: Int {
    let indices = Dictionary(
      zip(waiting.map(\.record.draft.id), waiting.indices),
      uniquingKeysWith: { first, _ in first }
    )
    var (index, seen) = (0, Set<Int>())
    while seen.insert(index).inserted, let parent = waiting[index].record.draft.parent,
      let next = indices[parent]
    {
      index = next
    }
    return index
  }

  /// Tells of items whose parents have not come; they stand at the top as long as that is so.
  mutating func tellMissing() throws(StorageError) {
    for (parent, place) in missing where try transaction.item(parent) == nil {
      let message = "the item's parent \(parent) is not here, so the item stands at the top"
      let error = StorageError.importing(place, message)
      if isStrict { reject(error) } else { counts.warnings.add(error.message) }
    }
  }
}
