// What values the fields of this version may have on the wire.

package import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ItemState {
  /// The code of the first rule that the state breaks, or nil.
  ///
  /// The codes are `field` (no name), `type` (a value of the wrong kind), `size`, and `depth` (more
  /// nested than every device can read).
  package func violation(of limits: SyncLimits) -> String? {
    for entry in entries {
      if entry.name.utf8.isEmpty || entry.name.utf8.count > ItemState.maxNameBytes {
        return "field"
      }
      let field = Field(name: entry.name)
      if !field.isWellFormed || !field.isNormalised { return "field" }
      // First, since what counts the bytes goes as deep as the value does.
      if !entry.value.isNested(atMost: ItemLimits.attributeDepth) { return "depth" }
      if entry.value.contentBytes > limits.value { return "size" }
      if !field.allows(entry.value) { return "type" }
    }
    return nil
  }

  /// Whether every field is there that each item has; stores can keep nothing less.
  package var isComplete: Bool {
    var found = 0
    for entry in entries where Field.Fixed.allCases.contains(where: { $0.name == entry.name }) {
      found += 1
    }
    return found == Field.Fixed.allCases.count
  }

  /// The longest name of a field, prefix included, in bytes of UTF-8.
  private static let maxNameBytes = ItemLimits.nameBytes + 8
}

extension Field {
  /// Whether a value is of the kind that this field has; any is, for a later version's field.
  package func allows(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.fixed(.kind), .string), (.fixed(.title), .string), (.fixed(.notes), .string),
      (.fixed(.list), .string), (.fixed(.due), .null), (.tag, .null), (.tag, .bool(true)),
      (.attribute, _), (.unknown, _):
      true
    case (.fixed(.due), .integer(let time)), (.fixed(.created), .integer(let time)),
      (.fixed(.updated), .integer(let time)):
      Date.storedMilliseconds.contains(time)
    case (.fixed(.priority), .string(let name)):
      Priority(name: name) != nil
    case (.fixed(.status), .array(let parts)):
      parts.isStatus
    default:
      false
    }
  }
}

extension Field {
  /// Whether a store can keep a field of that name.
  package var isWellFormed: Bool {
    switch self {
    case .tag(let name): !name.isEmpty && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
    case .attribute(let key): !key.isEmpty
    case .fixed, .unknown: true
    }
  }

  /// Whether the name is in the form in which stores write it.
  ///
  /// For the hub alone to ask: a device whose Unicode is older must not refuse what a newer wrote.
  fileprivate var isNormalised: Bool {
    switch self {
    case .tag(let name), .attribute(let name): utf8Equal(name, name.nfc)
    case .fixed, .unknown: true
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
    case .integer(let time): return status != .open && Date.storedMilliseconds.contains(time)
    default: return false
    }
  }
}
