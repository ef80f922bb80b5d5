import Storage

extension ItemID {
  /// The id of a record that its file knows by a name only; those of one name are numbered from 0.
  ///
  /// It does not change once shipped.
  init(ofRecord name: String, number: Int) { self.init(ofName: "\(name)\n\(number)") }
}

/// Tells which items the records of a file without ids mean.
///
/// Several items may have one name: two tasks "Standup" of one list, due on two days. What else a record says tells them
/// apart, and not their order, which others change. It says the same as one item, or something else than all but one; where
/// it is the only record of its name, and there is one such item, the name is enough. Otherwise no one can be sure.
struct NamedRecords {
  /// The item that a record means, or the id that a new one gets.
  struct Meaning {
    let id: ItemID
    var isCertain = true
  }

  /// What tells items of one name apart, as far as forms without ids say it.
  fileprivate struct Facts: Hashable {
    var start: DayOrInstant?
    var due: DayOrInstant?
    var priority: Priority
    var tags: Set<String>
    var notes: String
    var parent: ItemID?

    init(_ record: ItemJSON.Record) {
      let draft = record.draft
      (start, due, priority) = (draft.start, draft.due, draft.priority)
      (tags, notes, parent) = (draft.tags, draft.notes, draft.parent)
    }

    init(_ item: Item) {
      (start, due, priority) = (item.start, item.due, item.priority)
      (tags, notes, parent) = (item.tags, item.notes, item.parent)
    }

    /// Whether nothing that a record says is otherwise in an item; what it does not say, it may have left out.
    func fit(_ item: Facts) -> Bool {
      (start == nil || start == item.start) && (due == nil || due == item.due)
        && (priority == .none || priority == item.priority) && (tags.isEmpty || tags == item.tags)
        && (notes.isEmpty || notes == item.notes) && (parent == nil || parent == item.parent)
    }
  }

  /// The items of one name that are here, and what became of them.
  fileprivate struct Group {
    /// Items that no record means yet, by what they say; the last of each array is the first of its items.
    var left: [Facts: [Item]]
    let itemCount: Int
    var recordCount = 0
    /// The ids that are in use, by an item or a new record.
    var ids: Set<ItemID>

    init(_ items: [Item]) {
      left = Dictionary(grouping: items.reversed(), by: Facts.init)
      itemCount = items.count
      ids = Set(items.map(\.id))
    }
  }

  private var groups: [String: Group] = [:]

  /// What a record means, if that follows from itself; nil where the other records of its name have to be known.
  mutating func meaning(
    of record: ItemJSON.Record,
    _ name: String,
    in transaction: any ItemTransaction
  ) throws(StorageError) -> Meaning? {
    if groups[name] == nil { groups[name] = try NamedRecords.group(name, in: transaction) }
    guard var group = groups[name] else { return nil }
    defer { groups[name] = group }
    group.recordCount += 1
    if group.itemCount == 0 { return Meaning(id: group.newID(record, name)) }
    return group.takeSame(record)
  }

  /// What records of one name mean, when all of them are known.
  mutating func meanings(of records: [ItemJSON.Record], _ name: String) -> [Meaning] {
    guard var group = groups[name] else { preconditionFailure("no record of that name was taken") }
    defer { groups[name] = group }
    var meanings = records.map { group.takeSame($0) }
    for (index, item) in group.onlyPairs(records.indices.filter { meanings[$0] == nil }, records) {
      meanings[index] = group.take(item)
    }
    let isAlone = group.recordCount == 1 && group.itemCount == 1
    var rest = group.left.values.joined().sorted { $0.number > $1.number }
    for (index, record) in records.enumerated() where meanings[index] == nil {
      if let item = rest.popLast() {
        meanings[index] = group.take(item)
        meanings[index]?.isCertain = isAlone
      } else {
        meanings[index] = Meaning(id: group.newID(record, name))
      }
    }
    return meanings.compactMap(\.self)
  }

  /// The items that have come by a name, whose numbers may have gaps where some were deleted.
  private static func group(
    _ name: String,
    in transaction: any ItemTransaction
  ) throws(StorageError) -> Group {
    var items: [Item] = []
    var (number, missing) = (0, 0)
    while missing < 2 {
      if let item = try transaction.item(ItemID(ofRecord: name, number: number)) {
        items.append(item)
        missing = 0
      } else {
        missing += 1
      }
      number += 1
    }
    return Group(items)
  }
}

extension NamedRecords.Group {
  fileprivate mutating func take(_ item: Item) -> NamedRecords.Meaning {
    left[NamedRecords.Facts(item)]?.removeAll { $0.id == item.id }
    return NamedRecords.Meaning(id: item.id)
  }

  /// Takes an item that says the same as a record; of several one that is as far as the record is.
  fileprivate mutating func takeSame(_ record: ItemJSON.Record) -> NamedRecords.Meaning? {
    let facts = NamedRecords.Facts(record)
    guard let same = left[facts], !same.isEmpty else { return nil }
    let index = same.lastIndex { $0.status == record.draft.status } ?? same.endIndex - 1
    left[facts]?.remove(at: index)
    return NamedRecords.Meaning(id: same[index].id)
  }

  /// Pairs of a record and an item that fit each other and no other, also when the pairs before are gone.
  ///
  /// More of one name than a person would write are not compared: their number would count three times.
  fileprivate func onlyPairs(_ indices: [Int], _ records: [ItemJSON.Record]) -> [(Int, Item)] {
    var items = left.values.joined().map { ($0, NamedRecords.Facts($0)) }
    guard indices.count <= 100, items.count <= 100 else { return [] }
    var records = indices.map { ($0, NamedRecords.Facts(records[$0])) }
    var pairs: [(Int, Item)] = []
    var isDone = false
    while !isDone {
      isDone = true
      for (index, facts) in records {
        let fitting = items.filter { facts.fit($0.1) }
        guard let (item, found) = fitting.first, fitting.count == 1,
          !records.contains(where: { $0.0 != index && $0.1.fit(found) })
        else { continue }
        pairs.append((index, item))
        records.removeAll { $0.0 == index }
        items.removeAll { $0.0.id == item.id }
        isDone = false
      }
    }
    return pairs
  }

  /// The record's own id, or the next of its name that nothing has.
  fileprivate mutating func newID(_ record: ItemJSON.Record, _ name: String) -> ItemID {
    var number = 0
    var id = record.draft.id ?? ItemID(ofRecord: name, number: number)
    while !ids.insert(id).inserted {
      id = ItemID(ofRecord: name, number: number)
      number += 1
    }
    return id
  }
}
