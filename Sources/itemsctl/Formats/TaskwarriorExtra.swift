import Storage

/// Keys of an item and their values, for those that a task says only nearly.
///
/// A value counts as long as the task still says what stood beside it: what was edited in Taskwarrior
/// since then wins.
struct TaskwarriorExtra {
  private let values: JSONObject

  /// What is lost of an item that becomes such a task.
  init(of item: Item, asTask task: JSONObject, in zone: LocalZone) {
    var values = JSONObject()
    let record = try? Taskwarrior.plainRecord(task, in: zone)
    for part in TaskwarriorExtra.parts {
      let exact = item.value(of: part)
      if record?.item.map({ $0.value(of: part) == exact }) != true {
        values[part.name] = exact ?? .null
      }
    }
    let attributes = TaskwarriorExtra.lostAttributes(of: item, record?.draft.attributes ?? [:])
    if !attributes.isEmpty { values[ItemPart.attributes.name] = .object(attributes) }
    self.values = values
  }

  /// The attributes that are not in the task, or that come back from it as texts.
  private static func lostAttributes(of item: Item, _ said: [String: JSONValue]) -> JSONObject {
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

  private static let parts = ItemPart.allCases.filter {
    ![.id, .number, .attributes].contains($0)
  }

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
  func applied(to record: ItemJSON.Record, in zone: LocalZone) -> ItemJSON.Record {
    guard let exact = exactRecord(record), let item = exact.item,
      let then = try? Taskwarrior.plainRecord(Taskwarrior.plainTask(of: item, in: zone), in: zone)
    else { return record }
    var result = record
    for part in TaskwarriorExtra.parts where values[part.name] != nil {
      guard let now = record.item, let before = then.item,
        now.value(of: part) == before.value(of: part)
      else { continue }
      result.draft.take(part, from: exact.draft)
      result.given.insert(part)
    }
    for (key, value) in values[ItemPart.attributes.name]?.object ?? JSONObject()
    where record.draft.attributes[key].saysTheSame(as: then.draft.attributes[key]) {
      result.draft.attributes[key] = value
    }
    return result
  }

  /// The record with all values, whatever the task says.
  private func exactRecord(_ record: ItemJSON.Record) -> ItemJSON.Record? {
    var object = values
    if object[ItemPart.title.name] == nil { object["title"] = .string(record.draft.title) }
    guard let bytes = try? JSONWriter.bytes(of: .object(object)) else { return nil }
    var reader = JSONReader(bytes)
    guard let read = try? ItemJSON.readRecord(from: &reader) else { return nil }
    var exact = record
    for part in TaskwarriorExtra.parts where values[part.name] != nil {
      exact.draft.take(part, from: read.draft)
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
