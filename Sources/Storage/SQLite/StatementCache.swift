/// A bounded map from SQL to its prepared statement; evicts the least recently used one.
struct StatementCache {
  private let capacity: Int
  private var entries: [String: Entry] = [:]
  private var uses: UInt64 = 0

  /// A class, so that noting a use needs no second search.
  private final class Entry {
    let statement: Statement
    var lastUse: UInt64

    init(_ statement: Statement, lastUse: UInt64) {
      self.statement = statement
      self.lastUse = lastUse
    }
  }

  init(capacity: Int) { self.capacity = capacity }

  subscript(sql: String) -> Statement? {
    mutating get {
      guard let entry = entries[sql] else { return nil }
      uses += 1
      entry.lastUse = uses
      return entry.statement
    }
  }

  mutating func insert(_ statement: Statement, for sql: String) {
    if entries.count >= capacity,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
    {
      entries[oldest] = nil
    }
    uses += 1
    entries[sql] = Entry(statement, lastUse: uses)
  }

  mutating func removeAll() { entries = [:] }
}
