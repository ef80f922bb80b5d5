package import Storage

/// Which version of the program a device runs: each world has an older one and a newer one.
///
/// The newer version knows a field, forms of values and a rule that the older does not, and its new
/// items lack two fields that the older gives to each.
package enum ProgramVersion: CaseIterable, Sendable {
  case older, newer

  /// The fields that people edit by it.
  var fields: [Field] {
    switch self {
    case .older:
      [
        .fixed(.title), .fixed(.notes), .fixed(.due), .tag("a"), .attribute("x"),
        .blocker(ItemID(high: 7, low: 7)),
      ]
    case .newer: ProgramVersion.older.fields + [.fixed(.status), .unknown("later")]
    }
  }

  /// The registers that an edit of a field writes, with values that no other edit writes.
  func values(of field: Field, _ number: Int64) -> [(field: Field, value: JSONValue)] {
    let isOtherForm = self == .newer && number % 2 == 0
    let value: JSONValue =
      switch field {
      case .fixed(.due): isOtherForm ? .string("day \(number)") : .integer(number)
      case .fixed(.status): ["waiting", .integer(number), ["for": "an answer"]]
      case .unknown: isOtherForm ? ["rule": .integer(number)] : .integer(number)
      case .tag, .blocker: isOtherForm ? ["by": .integer(number)] : number % 3 == 0 ? .null : true
      case .attribute: .double(Double(number) + 0.5)
      case .fixed:
        .string(number % 16 == 0 ? "v\(number), and some more words" : "v\(number)")
      }
    // A rule of the newer version: what is due has an occurrence.
    guard self == .newer, field == .fixed(.due) else { return [(field, value)] }
    return [(field, value), (ProgramVersion.occurrence, .integer(number))]
  }

  /// Whether the older version would write such a value.
  static func isKnownToAll(_ field: Field, _ value: JSONValue) -> Bool {
    switch (field, value) {
    case (.unknown, _), (.tag, .object), (.blocker, .object): false
    case (.fixed(.due), .string(let text)): CalendarDay(text) != nil
    case (.fixed(.status), .array(let parts)): parts.count == 2
    default: true
    }
  }

  /// The registers of a new item.
  var newItem: [(field: Field, value: JSONValue)] {
    switch self {
    case .older:
      // What nobody gave has no register, if it is a field that came after the first version.
      Field.Fixed.allCases.filter { !Field.Fixed.later.contains($0) }
        .map { (.fixed($0), $0.plainValue) }
    case .newer:
      ProgramVersion.older.newItem.filter {
        $0.field != .fixed(.priority) && $0.field != .fixed(.list)
      }
    }
  }

  /// An attribute that holds texts of several lines, and once in a while a number.
  static let textAttribute = Field.attribute("t")

  static let occurrence = Field.unknown("nominal")
}

/// What the hub refuses.
enum RefusedValues {
  /// More nested than every device can read.
  static func title(_ number: Int64) -> JSONValue {
    (0...ItemLimits.attributeDepth).reduce(.integer(number)) { value, _ in [value] }
  }

  /// What the hub calls too large while its limits are lowered, in bytes.
  static let lowValueLimit = 16
}

extension ReplicaItem {
  /// A new item as a store makes it: every field of its version, under one stamp.
  package init(new id: ItemID, by version: ProgramVersion, stamp: Stamp) {
    self.init(
      id: id,
      sequence: ReplicaItem.neverAcknowledged,
      registers: version.newItem.map {
        Register($0.field, $0.value, stamp: stamp, isDirty: true)
      }
    )
  }
}
