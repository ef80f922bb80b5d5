#if Postgres
import Storage

/// The items whose pushes were acknowledged.
final class Acknowledged: Sendable {
  private let items = Locked<Set<UInt64>>([])

  var all: Set<UInt64> { items.withLock { $0 } }
  var count: Int { items.withLock { $0.count } }
  func add(_ item: UInt64) { items.withLock { _ = $0.insert(item) } }
}
#endif
