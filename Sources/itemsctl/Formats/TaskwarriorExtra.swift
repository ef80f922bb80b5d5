import Storage

/// Keys of an item and their values, for those that a task says only nearly.
///
/// A value counts as long as the task still says what stood beside it: what was edited in Taskwarrior
/// since then wins.
struct TaskwarriorExtra {
  private let values: JSONObject

  /// What is lost of an item that becomes such a task.
  init(of item: Item, asTask task: JSONObject) {
    var values = JSONObject()
    let record = try? Taskwarrior.plainRecord(task)
    for field in TaskwarriorExtra.fields {
      let exact = field.value(of: item)
      if record?.item.map({ field.value(of: $0) == exact }) != true {
        values[field.name] = exact
      }
    }
    let attributes = TaskwarriorExtra.lostAttributes(of: item, record?.draft.attributes ?? [:])
    if !attributes.isEmpty { values[ItemField.attributes.name] = .object(attributes) }
    self.values = values
  }

  /// The attributes that are not in the task, or that come back from it as texts.
  private static func lostAttributes(
    of item: Item,
    _ said: [String: JSONValue]
  ) -> JSONObject {
    JSONObject(item.attributes.filter { said[$0] != $1 || !isText($1) })
  }

  private static func isText(_ value: JSONValue) -> Bool {
    switch value {
    case .string: true
    // Annotations and dependencies, which Taskwarrior knows; nothing else of that kind is said.
    case .array: true
    default: false
    }
  }

  private static let fields: [ItemField] = [
    .kind, .title, .notes, .status, .priority, .list, .tags,
    .dueAt, .createdAt, .updatedAt, .completedAt,
  ]

  /// What stands in the task; nil where nothing is lost.
  ///
  /// `&` would begin a sign of Taskwarrior's own.
  var text: String? {
    guard !values.isEmpty else { return nil }
    let text = JSONValue.object(values).description
    return text.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "\\u0026")
  }

  /// Reads what stands in a task; nil for what is of no use.
  init?(_ text: String) {
    guard let object = (try? JSONParser.parse(text))?.object else { return nil }
    values = object
  }

  /// The record with those values beside which the task was left alone.
  func applied(to record: ItemJSON.Record) -> ItemJSON.Record {
    guard let exact = exactRecord(record), let item = exact.item,
      let then = try? Taskwarrior.plainRecord(Taskwarrior.plainTask(of: item))
    else { return record }
    var result = record
    for field in TaskwarriorExtra.fields where values[field.name] != nil {
      guard let now = record.item, let before = then.item,
        field.value(of: now) == field.value(of: before)
      else { continue }
      result.draft.copy(field, from: exact.draft)
      if field == .kind { result.given.insert(.kind) }
    }
    for (key, value) in values[ItemField.attributes.name]?.object ?? JSONObject()
    where record.draft.attributes[key].saysTheSame(as: then.draft.attributes[key]) {
      result.draft.attributes[key] = value
    }
    return result
  }

  /// The record with all values, whatever the task says.
  private func exactRecord(_ record: ItemJSON.Record) -> ItemJSON.Record? {
    var object = values
    if object[ItemField.title.name] == nil { object["title"] = .string(record.draft.title) }
    guard let bytes = try? JSONWriter.bytes(of: .object(object)) else { return nil }
    var reader = JSONReader(bytes)
    guard let read = try? ItemJSON.readRecord(from: &reader) else { return nil }
    var exact = record
    for field in TaskwarriorExtra.fields where values[field.name] != nil {
      exact.draft.copy(field, from: read.draft)
    }
    for (key, value) in read.draft.attributes { exact.draft.attributes[key] = value }
    return exact
  }
}

extension ItemJSON.Record {
  /// The item that the record would become; nil where it breaks a rule.
  fileprivate var item: Item? {
    try? Item(
      adding: draft,
      id: draft.id ?? ItemID(high: 0, low: 0),
      number: number ?? 1,
      now: Date(millisecondsSince1970: 0)
    )
  }
}

extension ItemDraft {
  /// Takes one value over from another draft.
  fileprivate mutating func copy(_ field: ItemField, from other: ItemDraft) {
    switch field {
    case .kind: kind = other.kind
    case .title: title = other.title
    case .notes: notes = other.notes
    case .status: status = other.status
    case .priority: priority = other.priority
    case .list: list = other.list
    case .tags: tags = other.tags
    case .dueAt: dueAt = other.dueAt
    case .createdAt: createdAt = other.createdAt
    case .updatedAt: updatedAt = other.updatedAt
    case .completedAt: completedAt = other.completedAt
    case .id, .number, .attributes, .attribute: break
    }
  }
}

extension JSONValue? {
  /// Whether two values are the same, or one is the text of the other's number.
  fileprivate func saysTheSame(as other: JSONValue?) -> Bool {
    if self == other { return true }
    guard let number = self?.looseNumber, let other = other?.looseNumber else { return false }
    // Taskwarrior writes six digits behind the point.
    return abs(number - other) <= 0.000_001 * max(1, abs(other))
  }
}

extension JSONValue {
  fileprivate var looseNumber: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .string(let text): Double(text)
    default: nil
    }
  }
}
