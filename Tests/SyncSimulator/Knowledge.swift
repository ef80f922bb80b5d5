import Storage
import Sync

/// Knows what each author had seen: an edit made in the knowledge of another must win, whatever the
/// stamps say.
///
/// A value says which write it is, so a write stays the same one when it is stamped again. Values that
/// were written twice, such as those of new items, say nothing and are left out. So are decisions on kept
/// texts, which merging makes too: all of them are null. So are times of edits that are those of their stamps.
struct Knowledge {
  fileprivate struct Book {
    /// The number of the write of each value of each register; nil for one that was written twice.
    var writes: [Content: Int?] = [:]
    var deletions: [Stamp: Int] = [:]
    /// For each write its register, and the writes that its author had seen, directly or not.
    var names: [String] = []
    /// What each write wrote; nil for a delete.
    var values: [JSONValue?] = []
    var seen: [NumberSet] = []
    /// Whether sync gave an item up where it may.
    var isClosed = false
  }

  private var books: [Book] = Array(repeating: Book(), count: 64)

  /// Notes one edit.
  mutating func note(before: ReplicaItem?, after: ReplicaItem) {
    let place = Int(after.id.low & 63)
    guard !books[place].isClosed else { return }
    var seen = NumberSet()
    // A merge may make a text of its own that somebody else typed.
    for register in before?.registers ?? [] where !register.field.isMerged {
      books[place].add(books[place].number(of: register.entry), to: &seen)
    }
    if let stamp = before?.deletion?.stamp {
      books[place].add(books[place].deletions[stamp], to: &seen)
    }
    var index = 0
    for register in after.registers {
      let old = before.flatMap { $0.register(like: register, near: &index) }
      guard old?.stamp != register.stamp else { continue }
      books[place].write(register.entry, seen)
    }
    if let stamp = after.deletion?.stamp, stamp != before?.deletion?.stamp {
      books[place].deletions[stamp] = books[place].append("#deletion", nil, seen)
    }
  }

  /// A delete was stamped again.
  mutating func moveDeletion(of item: Int, from old: Stamp, to new: Stamp) {
    books[item].deletions[new] = books[item].deletions[old]
  }

  /// The item was purged, or given up: what its authors had seen is over.
  mutating func close(_ item: Int) { books[item].isClosed = true }

  /// What is wrong with the hub's row of an item; nil if nothing is.
  func violation(in row: HubRow) -> String? {
    let book = books[Int(row.id.low & 63)]
    guard !book.isClosed else { return nil }
    // Texts are merged, so that one may come back in the knowledge of a later one; a book of their
    // own accounts for their lines.
    for entry in row.state.entries where !Field(name: entry.name).isMerged {
      guard let number = book.number(of: entry) else { continue }
      for later in book.names.indices where book.names[later] == book.names[number] {
        guard book.seen[later].contains(number) else { continue }
        let value = book.values[later].map { "\($0)" } ?? ""
        return "\(entry.name) lost \(value), which was written in the knowledge of \(entry.value)"
      }
    }
    guard let deletion = row.state.deletion, let delete = book.deletions[deletion] else {
      return nil
    }
    let numbers = row.state.entries.compactMap { book.number(of: $0) }
    if !row.state.isAlive, numbers.contains(where: { book.seen[$0].contains(delete) }) {
      return "deleted, though an edit was made in the knowledge of that"
    }
    // Each edit writes when it was made.
    let hasUnknownText = row.state.entries.contains {
      $0.isKeptText || Field(name: $0.name).isMerged && book.number(of: $0) == nil
    }
    let isDated = row.state.entries.contains { $0.name == "updated" && book.number(of: $0) != nil }
    // A program that knows a part of the fields alone may have revived it.
    let isRevivedByOthers = row.state.entries.contains {
      $0.stamp > deletion && !$0.isTime && book.number(of: $0) == nil
    }
    if row.state.isAlive, isDated, !hasUnknownText, !isRevivedByOthers,
      numbers.allSatisfy({ book.seen[delete].contains($0) })
    {
      return "alive, though the delete was made in the knowledge of every edit"
    }
    return nil
  }
}

extension Knowledge.Book {
  fileprivate func number(of entry: ItemState.Entry) -> Int? {
    entry.isTime || entry.isKeptText ? nil : writes[Content(entry)].flatMap { $0 }
  }

  fileprivate func add(_ number: Int?, to set: inout NumberSet) {
    guard let number else { return }
    set.formUnion(seen[number])
    set.insert(number)
  }

  fileprivate mutating func write(_ entry: ItemState.Entry, _ seen: NumberSet) {
    let key = Content(entry)
    let isKnown = writes.index(forKey: key) != nil
    writes.updateValue(isKnown ? nil : append(entry.name, entry.value, seen), forKey: key)
  }

  fileprivate mutating func append(_ name: String, _ value: JSONValue?, _ seen: NumberSet) -> Int {
    names.append(name)
    values.append(value)
    self.seen.append(seen)
    return names.count - 1
  }
}

extension ItemState.Entry {
  /// Whether it is the time of an edit, and that of its stamp.
  fileprivate var isTime: Bool { name == "updated" && value == .integer(stamp.milliseconds) }
}

/// What a write puts where.
private struct Content: Hashable {
  let name: String
  let value: JSONValue

  init(_ entry: ItemState.Entry) { (name, value) = (entry.name, entry.value) }
}

/// A set of small numbers.
struct NumberSet {
  private var words: [UInt64] = []

  mutating func insert(_ number: Int) {
    while words.count <= number / 64 { words.append(0) }
    words[number / 64] |= 1 << UInt64(number % 64)
  }

  mutating func formUnion(_ other: NumberSet) {
    while words.count < other.words.count { words.append(0) }
    for index in other.words.indices { words[index] |= other.words[index] }
  }

  func contains(_ number: Int) -> Bool {
    number / 64 < words.count && words[number / 64] & 1 << UInt64(number % 64) != 0
  }
}
