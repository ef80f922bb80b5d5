// Prepared statements kept for their next use.

/// A bounded map from SQL to its prepared statement; the one unused for longest goes first.
struct StatementCache {
  private let capacity: Int
  private var entries: [String: Entry] = [:]
  private var uses: UInt64 = 0

  private struct Entry {
    let statement: Statement
    var lastUse: UInt64
  }

  init(capacity: Int) { self.capacity = capacity }

  subscript(sql: String) -> Statement? {
    mutating get {
      uses += 1
      entries[sql]?.lastUse = uses
      return entries[sql]?.statement
    }
  }

  mutating func insert(_ statement: Statement, for sql: String) {
    if entries.count >= capacity,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
    {
      entries[oldest] = nil
    }
    uses += 1
    entries[sql] = Entry(statement: statement, lastUse: uses)
  }

  mutating func removeAll() { entries = [:] }
}
