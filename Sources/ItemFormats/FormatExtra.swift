import Phrases
import Storage

/// Keys of an item and their values, for those that the form of another program says only nearly.
///
/// A value counts as long as the form still says what stood beside it: what was edited in the other
/// program since then wins.
struct FormatExtra {
  private let values: JSONObject

  /// What is lost of an item of which the form says this; nil of one that it cannot say at all.
  ///
  /// A value of an attribute is loose where the other program gives it back otherwise than it took it. An attribute that
  /// only the form has, which the item has not, is null where absence is told.
  init(
    of item: Item,
    besides record: ItemJSON.Record?,
    tellsAbsence: Bool = false,
    isLoose: (JSONValue) -> Bool = { _ in false }
  ) {
    var values = JSONObject()
    let lost = record?.item.map { item.differingParts(from: $0) }
    for part in FormatExtra.parts where lost?.contains(part) != false {
      values[part.name] = item.value(of: part) ?? .null
    }
    let said = record?.draft.attributes ?? [:]
    var attributes = item.attributes.filter { said[$0] != $1 || isLoose($1) }
    if tellsAbsence {
      for key in said.keys where item.attributes[key] == nil { attributes[key] = .null }
    }
    if !attributes.isEmpty { values[ItemPart.attributes.name] = .object(JSONObject(attributes)) }
    self.values = values
  }

  private static let parts = ItemPart.allCases.filter {
    ![.id, .number, .attributes].contains($0)
  }

  /// What stands beside the rest, a text of JSON; nil where nothing is lost.
  var text: String? { values.isEmpty ? nil : JSONValue.object(values).description }

  /// Reads such a text; nil for what is of no use.
  init?(_ text: String) {
    guard let object = (try? JSONParser.parse(text))?.object else { return nil }
    values = object
  }

  /// The record with those values beside which the form was left alone.
  ///
  /// The function tells what the form says of an item.
  func applied(
    to record: ItemJSON.Record,
    _ form: (Item) -> ItemJSON.Record?
  ) -> ItemJSON.Record {
    guard let exact = exactRecord(record), let item = exact.item, let then = form(item) else {
      return record
    }
    var result = record
    if let now = record.item, let before = then.item {
      let edited = now.differingParts(from: before)
      for part in FormatExtra.parts where values[part.name] != nil && !edited.contains(part) {
        result.draft.take(part, from: exact.draft)
        result.given.insert(part)
      }
    }
    for (key, value) in values[ItemPart.attributes.name]?.object ?? JSONObject()
    where record.draft.attributes[key].saysTheSame(as: then.draft.attributes[key]) {
      result.draft.attributes[key] = value.isNull ? nil : value
    }
    return result
  }

  /// The record with all values, whatever the form says.
  private func exactRecord(_ record: ItemJSON.Record) -> ItemJSON.Record? {
    var exact = record
    do {
      for part in FormatExtra.parts {
        if let value = values[part.name] { try exact.draft.set(part, to: value) }
      }
    } catch {
      return nil
    }
    for (key, value) in values[ItemPart.attributes.name]?.object ?? JSONObject() {
      exact.draft.attributes[key] = value
    }
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
