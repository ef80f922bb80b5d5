// Where items of an import stand: parents that come behind them, or not at all.

import Phrases
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
    while !waiting.isEmpty {
      let errors = try keepFitting()
      guard !isStrict else {
        for error in errors { reject(error) }
        return
      }
      try keepAtTop()
    }
  }

  /// Keeps all that can stand where it is to stand by now, and tells what is wrong with the rest.
  private mutating func keepFitting() throws(StorageError) -> [StorageError] {
    var errors: [StorageError] = []
    repeat {
      let records = waiting
      (waiting, errors) = ([], [])
      for (record, place) in records {
        guard let error = try refusal(of: record, place) else { continue }
        waiting.append((record, place))
        errors.append(error)
      }
      guard waiting.count < records.count else { break }
    } while !waiting.isEmpty
    return errors
  }

  /// Keeps what still waits without the parents that cannot be.
  ///
  /// Of a circle only one item loses its parent. Where an item here moves, which may make room for others, the rest
  /// goes on waiting; an item that keeps its place makes none.
  private mutating func keepAtTop() throws(StorageError) {
    var rest = WaitingRecords(waiting)
    waiting = []
    while let (given, place) = rest.popTopmost() {
      // What it waits for may have been stored since.
      let updated = counts.updated
      guard let refusal = try refusal(of: given, place) else {
        guard counts.updated == updated else { break }
        continue
      }
      var record = given
      record.draft.parent = nil
      record.given.remove(.parent)
      if let error = try self.refusal(of: record, place) {
        reject(error)
      } else {
        counts.warnings.add("\(refusal.message) It is imported without that parent.")
      }
    }
    waiting = rest.remaining
  }

  /// Stores a record; what is wrong with it if it is refused.
  private mutating func refusal(
    of record: ItemJSON.Record,
    _ place: RecordPlace
  ) throws(StorageError) -> StorageError? {
    do throws(StorageError) {
      try storeOutsideCycles(record, place)
      return nil
    } catch {
      guard error.code == .invalidItem || error.code == .alreadyExists else { throw error }
      return .importing(place, error.message)
    }
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

/// Records that wait, which come out one by one from the top of their trees.
private struct WaitingRecords {
  typealias Element = (record: ItemJSON.Record, place: RecordPlace)

  private var elements: [Element?]
  /// Where the records of an item are, the first of them last.
  private var indices: [ItemID: [Int]] = [:]
  /// No record is left before it.
  private var start = 0
  /// The way up from the first record, each under the next.
  private var path: [Int] = []
  private var isOnPath: Set<Int> = []

  init(_ elements: [Element]) {
    self.elements = elements
    for (index, element) in elements.enumerated().reversed() {
      if let id = element.record.draft.id { indices[id, default: []].append(index) }
    }
  }

  /// Those that did not come out, in their order.
  var remaining: [Element] { elements.compactMap { $0 } }

  /// Takes out the one above the first that no other is above, or that is in a circle.
  mutating func popTopmost() -> Element? {
    if path.isEmpty {
      while start < elements.count, elements[start] == nil { start += 1 }
      guard start < elements.count else { return nil }
      push(start)
    }
    while let last = path.last {
      let parent = elements[last]?.record.draft.parent
      guard let above = parent.flatMap({ indices[$0]?.last }) else { return pop(last) }
      guard !isOnPath.contains(above) else { return pop(above) }
      push(above)
    }
    return nil
  }

  private mutating func push(_ index: Int) {
    path.append(index)
    isOnPath.insert(index)
  }

  /// Takes out one on the path, and what is above it off the path.
  private mutating func pop(_ index: Int) -> Element? {
    while let last = path.popLast() {
      isOnPath.remove(last)
      if last == index { break }
    }
    guard let element = elements[index] else { return nil }
    elements[index] = nil
    if let id = element.record.draft.id { indices[id]?.removeLast() }
    return element
  }
}
