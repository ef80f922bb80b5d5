// A step's changes are stored as a JSON array, in the order in which they were made. Does not
// change once shipped. Each element is one of
//
// | form                                             | meaning                                    |
// | ------------------------------------------------ | ------------------------------------------ |
// | `{"added":[ID, …]}`                              | items were added, one after the other      |
// | `{"deleted":[ID, …]}`                            | items were deleted                         |
// | `{"restored":[ID, …]}`                           | deleted items were restored                |
// | `{"edited":ID,"fields":{NAME:[BEFORE,AFTER], …}}` | an item was edited; names and values as in |
// |                                                  | Field.swift                                |

/// One element of a step's changes: an edit of one item, or one operation on several items.
enum HistoryChange: Sendable, Equatable {
  case whole(HistoryOperation, [ItemID])
  case edited(ItemID, [HistoryStep.Edit])

  /// Reads a step's changes; nil if the JSON has another form.
  static func read(_ json: JSONValue) -> [HistoryChange]? {
    guard let elements = json.array, !elements.isEmpty else { return nil }
    let changes = elements.compactMap { HistoryChange($0) }
    return changes.count == elements.count ? changes : nil
  }

  private init?(_ json: JSONValue) {
    for operation in HistoryOperation.allCases {
      guard let ids = json[operation.rawValue]?.ids else { continue }
      self = .whole(operation, ids)
      return
    }
    guard let id = json["edited"]?.string.flatMap({ ItemID($0) }),
      let fields = json["fields"]?.object
    else { return nil }
    var edits: [HistoryStep.Edit] = []
    for (name, values) in fields {
      guard let pair = values.array, pair.count == 2 else { return nil }
      edits.append(HistoryStep.Edit(field: Field(name: name), before: pair[0], after: pair[1]))
    }
    self = .edited(id, edits)
  }

  /// The change of each item.
  var ofItems: [HistoryStep.Change] {
    switch self {
    case .whole(let operation, let ids):
      ids.map { HistoryStep.Change(item: $0, kind: operation.kind) }
    case .edited(let id, let edits): [HistoryStep.Change(item: id, kind: .edited(edits))]
    }
  }

  /// The items that were changed.
  var items: [ItemID] {
    switch self {
    case .whole(_, let ids): ids
    case .edited(let id, _): [id]
    }
  }
}

extension JSONValue {
  /// The ids, if this is an array of at least one id.
  fileprivate var ids: [ItemID]? {
    guard let values = array, !values.isEmpty else { return nil }
    let ids = values.compactMap { $0.string.flatMap { ItemID($0) } }
    return ids.count == values.count ? ids : nil
  }
}

/// An operation on whole items; the raw value is its name in the text.
enum HistoryOperation: String, CaseIterable {
  case added, deleted, restored

  fileprivate var kind: HistoryStep.Change.Kind {
    switch self {
    case .added: .added
    case .deleted: .deleted
    case .restored: .restored
    }
  }
}

/// The number of changes of each kind in a step.
struct HistoryCounts: Sendable, Hashable {
  var added = 0
  var updated = 0
  var deleted = 0
  var restored = 0

  init() {}

  init(_ changes: [HistoryChange]) {
    for change in changes {
      switch change {
      case .whole(let operation, let ids): add(ids.count, operation)
      case .edited: updated += 1
      }
    }
  }

  mutating func add(_ count: Int, _ operation: HistoryOperation) {
    switch operation {
    case .added: added += count
    case .deleted: deleted += count
    case .restored: restored += count
    }
  }
}
