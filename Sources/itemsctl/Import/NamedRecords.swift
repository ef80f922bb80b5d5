import CommandKit
import ItemFormats
import Phrases
import Storage

extension ItemID {
  /// The id of a record that its file knows by a name only; those of one name are numbered from 0.
  ///
  /// It does not change once shipped.
  init(ofRecord name: String, number: Int) { self.init(ofName: "\(name)\n\(number)") }
}

/// Tells which items the records of a file without ids mean.
///
/// Several items may have the same name, such as two tasks "Standup" that are due on two days. Their order in the file may change,
/// so the other values tell them apart. A record means the item with the same values, or the only item that its values do not
/// contradict. If there is one record and one item of a name, the name is enough, unless the item repeats and the record has
/// another date, which may be past. Everything else is uncertain.
struct NamedRecords {
  /// The item that a record means, or the id that a new one gets.
  struct Meaning {
    let id: ItemID
    var isCertain = true
  }

  /// The values that tell items of the same name apart.
  fileprivate struct Facts: Hashable {
    /// The values of ``parts``, in the order of the table of fields.
    private let values: [JSONValue]
    private let attributes: [String: JSONValue]

    /// The fields that a line may give beside its title, without the rule, which each format writes in another way.
    fileprivate static let parts = Set(ItemPart.words.filter { $0 != .repeat } + [.notes])
    private static let unsaid = Facts(Item.blank).values
    /// Attributes that a task may change or lose as it goes on, or when it is closed.
    private static let loose: Set = [
      MarkdownTask.markKey, "rec", ObsidianFields.formKey, "recurrence", "done", "cancelled",
    ]

    init(_ item: Item) {
      let item = item.withLineFeeds
      var visitor = FactVisitor()
      item.withFields(&visitor)
      values = visitor.values
      attributes = item.attributes.filter { !$0.value.isNull && !Facts.loose.contains($0.key) }
    }

    init(_ record: ItemJSON.Record) { self.init(record.draft.values) }

    /// True if an item contradicts no value of a record; the record may leave values out.
    func fit(_ item: Facts) -> Bool {
      zip(zip(values, item.values), Facts.unsaid).allSatisfy { $0.0 == $1 || $0.0 == $0.1 }
        && attributes.allSatisfy { item.attributes[$0.key] == $0.value }
    }
  }

  /// The items of one name that are here, and what became of them.
  fileprivate struct Group {
    /// Items that no record means yet, by what they say, in the order of their numbers.
    var left: [Facts: [Item]] = [:]
    var itemCount = 0
    var recordCount = 0
    /// The ids that are in use, by an item or a new record.
    var ids: Set<ItemID> = []
    /// The number up to which items were looked for, and the one from which a new id is.
    var (soughtNumber, nextNumber) = (0, 0)
  }

  private var groups: [String: Group] = [:]

  /// Counts a record of a name; each is counted before anything is asked about one of them.
  mutating func count(_ name: String, in transaction: any ItemTransaction) throws(StorageError) {
    var group = groups.removeValue(forKey: name) ?? Group()
    defer { groups[name] = group }
    group.recordCount += 1
    // The numbers may have gaps where items were deleted: those of as many items as there are records are looked for, and on
    // until two are missing.
    var missing = 0
    while missing < 2 || group.soughtNumber <= group.recordCount {
      if let item = try transaction.item(ItemID(ofRecord: name, number: group.soughtNumber)) {
        missing = 0
        group.itemCount += 1
        if group.ids.insert(item.id).inserted { group.left[Facts(item), default: []].append(item) }
      } else {
        missing += 1
      }
      group.soughtNumber += 1
    }
  }

  /// What a record means, if that follows from itself; nil where the other records of its name have to be known.
  mutating func meaning(of record: ItemJSON.Record, _ name: String) -> Meaning? {
    guard var group = groups.removeValue(forKey: name) else { return nil }
    defer { groups[name] = group }
    if group.itemCount == 0 { return Meaning(id: group.newID(record, name)) }
    return group.takeSame(record)
  }

  /// What records of one name mean, when all of them are known.
  mutating func meanings(of records: [ItemJSON.Record], _ name: String) -> [Meaning] {
    guard var group = groups.removeValue(forKey: name) else { return [] }
    defer { groups[name] = group }
    var meanings = records.map { group.takeSame($0) }
    for (index, item) in group.onlyPairs(records.indices.filter { meanings[$0] == nil }, records) {
      meanings[index] = group.take(item)
    }
    let isAlone = group.recordCount == 1 && group.itemCount == 1
    var rest = group.left.values.joined().sorted { $0.number > $1.number }
    for (index, record) in records.enumerated() where meanings[index] == nil {
      // What is open in the file is none of those that are closed here: it has come after them.
      let found = rest.lastIndex { isAlone || record.draft.status != .open || $0.status == .open }
      guard let found else {
        meanings[index] = Meaning(id: group.newID(record, name))
        continue
      }
      let item = rest.remove(at: found)
      meanings[index] = group.take(item)
      let isOfAnotherDate = record.draft.due != nil && record.draft.due != item.due
      meanings[index]?.isCertain = isAlone && !(item.repeat != nil && isOfAnotherDate)
    }
    return meanings.compactMap(\.self)
  }
}

/// Collects the values of an item that are facts.
private struct FactVisitor: FieldVisitor {
  var values: [JSONValue] = []

  mutating func visit<Value: FieldValue>(
    _ field: FieldDescription,
    _ value: inout Value,
    _ other: Value
  ) {
    guard NamedRecords.Facts.parts.contains(field.part) else { return }
    values.append(value.isNil ? .null : value.jsonForm)
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
    let found = left[facts]?.firstIndex { $0.status == record.draft.status }
    guard let index = found ?? left[facts]?.indices.first, let item = left[facts]?.remove(at: index)
    else { return nil }
    return NamedRecords.Meaning(id: item.id)
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
    if let own = record.draft.id, ids.insert(own).inserted { return own }
    while true {
      let id = ItemID(ofRecord: name, number: nextNumber)
      nextNumber += 1
      if ids.insert(id).inserted { return id }
    }
  }
}
