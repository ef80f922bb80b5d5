import CommandKit
import Storage

/// Counts the records without an id that look like items that are here already, as when a file comes in again.
struct TwinCount {
  /// Titles and dates of the items that were here before; nil until they are needed.
  private var known: Set<String>?
  private var recordCount = 0
  private var twinCount = 0

  /// Of a large store, the items that came last are enough.
  private static let maxItems = 20_000

  /// Takes note of a record that is about to become an item.
  mutating func note(
    _ draft: ItemDraft,
    in transaction: any ItemTransaction
  ) throws(StorageError) {
    if known == nil { known = try TwinCount.known(in: transaction) }
    recordCount += 1
    if known?.contains(TwinCount.key(draft.title, draft.due)) == true { twinCount += 1 }
  }

  /// What to tell if most records look like items that were here; nil otherwise, and for one record, which somebody may mean.
  var warning: String? {
    guard twinCount > 1, twinCount * 2 > recordCount else { return nil }
    return "\(twinCount) of \(counted(recordCount, "record")) without an id look like items "
      + "that are here already; they are added once more. 'itemsctl undo' takes the import back; "
      + "'--match title' changes these items instead."
  }

  private static func known(
    in transaction: any ItemTransaction
  ) throws(StorageError) -> Set<String> {
    var known: Set<String> = []
    var query = ItemQuery(.all, sort: [.descending(.number)], limit: 500)
    repeat {
      let page = try transaction.page(query)
      for item in page.items { known.insert(key(item.title, item.due)) }
      query.after = page.next
    } while query.after != nil && known.count < maxItems
    return known
  }

  private static func key(_ title: String, _ due: DayOrInstant?) -> String {
    "\(title.trimmed)\n\(due?.jsonForm.description ?? "")"
  }
}
