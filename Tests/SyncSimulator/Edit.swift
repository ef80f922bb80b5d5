package import Storage

/// What a person does to one item.
package struct Edit: Sendable {
  package enum Change: Sendable {
    case set([(field: Field, value: JSONValue)])
    case delete
  }

  package var id: ItemID
  package var change: Change
}

/// The fields that simulated people edit.
enum SimulatedFields {
  static let all: [Field] = [
    .fixed(.title), .fixed(.notes), .fixed(.due), .tag("a"), .attribute("x"), .unknown("later"),
  ]

  /// A value that no other edit writes, except for a tag.
  static func value(of field: Field, _ number: Int64) -> JSONValue {
    switch field {
    case .fixed(.due), .unknown: .integer(number)
    case .tag: number % 3 == 0 ? .null : true
    case .attribute: .double(Double(number) + 0.5)
    case .fixed:
      .string(number % 16 == 0 ? "v\(number), and some more words" : "v\(number)")
    }
  }

  /// The value that a new item has in a field that every item has.
  static func plainValue(of field: Field.Fixed) -> JSONValue {
    switch field {
    case .kind: "item"
    case .title: "title"
    case .notes: ""
    case .status: ["open", .null]
    case .priority: "none"
    case .list: "inbox"
    case .due: .null
    case .created, .updated: 0
    }
  }

  /// What the hub calls too large while its limits are lowered, in bytes.
  static let lowValueLimit = 16
}

extension ReplicaItem {
  /// A new item as a store makes it: every field, under one stamp.
  package init(whole id: ItemID, stamp: Stamp) {
    self.init(
      id: id,
      sequence: ReplicaItem.neverAcknowledged,
      registers: Field.Fixed.allCases.map {
        Register(
          .fixed($0),
          SimulatedFields.plainValue(of: $0),
          stamp: stamp,
          isDirty: true
        )
      }
    )
  }
}
