// The rules for items that are written, and the form in which they are stored.

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Item {
  /// Brings the item to its stored form: the list, tags and keys in form C, no null attributes, dates in
  /// milliseconds, a completion if and only if it is not open, and an open date if it repeats.
  ///
  /// A new rule counts from the dates that stand beside it, which takes a look at the item before, if there was one.
  mutating func normalise(since old: Item? = nil, now: Date) {
    var visitor = Normaliser()
    Item.visit(&self, beside: Item.blank, &visitor)
    list = list.nfc
    if let whole = attributes[FormerAttribute.key], let parts = FormerAttribute.parts(of: whole) {
      attributes[FormerAttribute.key] = nil
      for (key, value) in parts where attributes[key] == nil { attributes[key] = value }
    }
    settleOccurrence(since: old)
    completedAt = status == .open ? nil : completedAt ?? now.roundedToMilliseconds
  }

  private struct Normaliser: FieldVisitor {
    // An empty struct has no address, and Thread Sanitizer looks at that of an inout argument.
    var count = 0

    @inline(__always)
    mutating func visit<Value: FieldValue>(
      _ field: FieldDescription,
      _ value: inout Value,
      _ other: Value
    ) {
      value = value.normalised
      count += 1
    }
  }

  /// Throws ``StorageError/Code/invalidItem`` if the item breaks a rule or exceeds a limit.
  ///
  /// Changes nothing; mutating, since the fields of an item in place are visited without a copy.
  mutating func validate() throws(StorageError) {
    // A title of a form that is not known here is not empty.
    if unknown[Field.Fixed.title.name] == nil { try Item.check(title: title) }
    try Item.check(name: kind, as: "kind")
    try Item.check(name: list, as: "list")
    guard notes.utf8.count <= ItemLimits.notesBytes else {
      throw .invalid("The notes are longer than \(ItemLimits.notesBytes) bytes.")
    }
    guard tags.count <= ItemLimits.tags else {
      throw .invalid("The item has \(tags.count) tags; it may have \(ItemLimits.tags).")
    }
    for tag in tags { try Item.check(tag: tag) }
    guard blockers.count <= ItemLimits.blockers else {
      throw .invalid(
        "The item waits for \(blockers.count) others; it may wait for \(ItemLimits.blockers)."
      )
    }
    if !attributes.isEmpty { try Item.check(attributes: attributes) }
    var check = ValueCheck()
    Item.visit(&self, beside: Item.blank, &check)
    if let error = check.error { throw error }
  }
}

// MARK: - Single rules

extension Item {
  private static func check(title: String) throws(StorageError) {
    // Nearly every title begins with a visible ASCII character, which is fast to check.
    let beginsVisibly = title.utf8.first.map { $0 > 0x20 && $0 < 0x7f } ?? false
    guard beginsVisibly || !title.allSatisfy(\.isWhitespace) else {
      throw .invalid("The title is empty. Give the item a title.")
    }
    // Counting bytes takes constant time, and a title this short cannot have too many characters.
    guard title.utf8.count > ItemLimits.titleCharacters else { return }
    guard title.count <= ItemLimits.titleCharacters else {
      throw .invalid(
        "The title has \(title.count) characters; it may have \(ItemLimits.titleCharacters). "
          + "Put the rest into the notes."
      )
    }
    guard title.utf8.count <= ItemLimits.notesBytes else {
      throw .invalid("The title is longer than \(ItemLimits.notesBytes) bytes.")
    }
  }

  private static func check(name: String, as part: String) throws(StorageError) {
    guard !name.isEmpty else { throw .invalid("The \(part) is empty.") }
    guard name.utf8.count <= ItemLimits.nameBytes else {
      throw .invalid(
        "The \(part) has \(name.utf8.count) bytes; it may have \(ItemLimits.nameBytes)."
      )
    }
  }

  private static func check(tag: String) throws(StorageError) {
    try check(name: tag, as: "tag")
    guard !tag.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
      throw .invalid("A tag holds a control character; tags are single words or phrases.")
    }
  }

  private static func check(attributes: [String: JSONValue]) throws(StorageError) {
    var total = 0
    for (key, value) in attributes {
      try check(name: key, as: "attribute key")
      // First, since measuring the size recurses as deep as the value.
      guard value.isNested(atMost: ItemLimits.attributeDepth) else {
        throw .invalid(
          "The attribute '\(key)' is nested too deep: more than \(ItemLimits.attributeDepth) "
            + "arrays and objects."
        )
      }
      let size = try size(of: value, key: key)
      guard size <= ItemLimits.attributeBytes else {
        throw .invalid(
          "The attribute '\(key)' has \(size) bytes as JSON; "
            + "it may have \(ItemLimits.attributeBytes)."
        )
      }
      total += size
    }
    guard total <= ItemLimits.attributesBytes else {
      throw .invalid(
        "The attributes have \(total) bytes as JSON together; "
          + "they may have \(ItemLimits.attributesBytes)."
      )
    }
  }

  private static func size(of value: JSONValue, key: String) throws(StorageError) -> Int {
    switch value {
    case .string(let string) where string.utf8.allSatisfy(isPlainInJSON):
      return string.utf8.count + 2
    case .bool(let flag):
      return flag ? 4 : 5
    case .integer(let number):
      return String(number).utf8.count
    default:
      do throws(JSONError) {
        return try JSONWriter.bytes(of: value).count
      } catch {
        throw .invalid("The attribute '\(key)' cannot be kept: \(error.message)")
      }
    }
  }

  /// Whether a byte of text needs no escape in JSON.
  private static func isPlainInJSON(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private struct ValueCheck: FieldVisitor {
    /// What is wrong with the first value that no store can hold.
    var error: StorageError?

    @inline(__always)
    mutating func visit<Value: FieldValue>(
      _ field: FieldDescription,
      _ value: inout Value,
      _ other: Value
    ) {
      guard !value.isStorable, error == nil else { return }
      error = .invalid(
        Value.form == .text
          ? "The \(field.label) is longer than \(ItemLimits.notesBytes) bytes."
          : "The date '\(field.key)' lies outside the years 1 to 9999."
      )
    }
  }
}

extension Date {
  /// The dates that a store keeps, in milliseconds since 1970: those with four-digit years in ISO 8601.
  ///
  /// From 0001-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z.
  package static let storedMilliseconds: ClosedRange<Int64> =
    -62_135_596_800_000...253_402_300_799_999

  static let earliestStored = Date(millisecondsSince1970: storedMilliseconds.lowerBound)

  static let latestStored = Date(millisecondsSince1970: storedMilliseconds.upperBound)

  /// Milliseconds since 1970, clamped to one millisecond beyond the dates that a store can keep.
  var clampedMilliseconds: Int64 {
    let earliest = Date.earliestStored.millisecondsSince1970 - 1
    let latest = Date.latestStored.millisecondsSince1970 + 1
    if self < Date.earliestStored { return earliest }
    if self > Date.latestStored { return latest }
    return millisecondsSince1970
  }

  /// The nearest whole millisecond; a date that no store can keep stays unchanged.
  var roundedToMilliseconds: Date {
    guard self >= Date.earliestStored, self <= Date.latestStored else { return self }
    return Date(millisecondsSince1970: millisecondsSince1970)
  }
}

extension String {
  /// Whether all of it is ASCII, and so in form C already.
  var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

extension StorageError {
  static func invalid(_ message: String) -> StorageError { StorageError(.invalidItem, message) }

  static func notFound(_ id: ItemID) -> StorageError {
    StorageError(.notFound, "There is no item \(id).")
  }
}
