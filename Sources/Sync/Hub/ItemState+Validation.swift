// What values the fields of this version may have on the wire.

package import Storage

extension ItemState {
  /// The code of the first rule that the state breaks, or nil.
  ///
  /// The codes are `field` (no name), `type` (a value of the wrong kind) and `size`.
  package func violation(of limits: SyncLimits) -> String? {
    for entry in entries {
      if entry.name.utf8.isEmpty || entry.name.utf8.count > ItemState.greatestNameBytes {
        return "field"
      }
      if entry.value.contentBytes > limits.value { return "size" }
      if !Field(name: entry.name).allows(entry.value) { return "type" }
    }
    return nil
  }

  /// The longest name of a field, prefix included, in bytes of UTF-8.
  private static let greatestNameBytes = ItemLimits.nameBytes + 8
}

extension Field {
  /// Whether a value is of the kind that this field has; any is, for a later version's field.
  package func allows(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.fixed(.kind), .string), (.fixed(.title), .string), (.fixed(.notes), .string),
      (.fixed(.list), .string), (.fixed(.due), .integer), (.fixed(.due), .null),
      (.fixed(.created), .integer), (.fixed(.updated), .integer), (.tag, .null),
      (.tag, .bool(true)), (.attribute, _), (.unknown, _):
      true
    case (.fixed(.priority), .string(let name)):
      Priority(name: name) != nil
    case (.fixed(.status), .array(let parts)):
      parts.isStatus
    default:
      false
    }
  }
}

extension [JSONValue] {
  /// Whether these are a status and the time at which it was reached.
  fileprivate var isStatus: Bool {
    guard count == 2, case .string(let name) = self[0], let status = Status(name: name) else {
      return false
    }
    switch self[1] {
    case .null: return true
    case .integer: return status != .open
    default: return false
    }
  }
}
