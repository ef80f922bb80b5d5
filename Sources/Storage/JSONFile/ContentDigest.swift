// What an item's content was when it was last written, so that an edit by hand is seen.
//
// Does not change once shipped.
//
// | key          | form             | meaning                                                    |
// | ------------ | ---------------- | ---------------------------------------------------------- |
// | `digest`     | 72 hex digits    | 8 for each ``Field/Fixed``, in the order of its raw values |
// | `tags`       | array of strings | the tags, by their bytes; left out if none                 |
// | `attributes` | object           | key → 8 hex digits; left out if none                       |
//
// Eight digits are the folded checksum (see Checksum.swift) of these bytes: a text's UTF-8; the
// names of status and priority; a time's milliseconds since 1970 in decimal, nothing for no time;
// for status its name, a comma and the time of completion; for an attribute its compact JSON.
//
// Names stand in full, for of a tag that was taken out by hand only its name can tell the hub.

internal import Migrations

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The checksums of an item's parts.
struct ContentDigest: Sendable, Equatable {
  /// In the order of ``Field/Fixed``'s raw values.
  var fixed: [UInt32]
  var tags: Set<String>
  var attributes: [String: UInt32]

  init(fixed: [UInt32], tags: Set<String>, attributes: [String: UInt32]) {
    self.fixed = fixed
    self.tags = tags
    self.attributes = attributes
  }

  /// The checksums of an item; throws ``JSONError`` for an attribute that is not finite.
  init(of item: Item) throws(JSONError) {
    fixed = [
      Self.digest(item.kind), Self.digest(item.title), Self.digest(item.notes),
      Self.digest("\(item.status.name),\(Self.text(of: item.completedAt))"),
      Self.digest(item.priority.name), Self.digest(item.list),
      Self.digest(Self.text(of: item.dueAt)), Self.digest(Self.text(of: item.createdAt)),
      Self.digest(Self.text(of: item.updatedAt)),
    ]
    tags = item.tags
    attributes = [:]
    for (key, value) in item.attributes {
      var checksum = Checksum()
      checksum.combine(try JSONWriter.bytes(of: value))
      attributes[key] = checksum.folded
    }
  }

  private static func digest(_ text: String) -> UInt32 {
    var checksum = Checksum()
    checksum.combine(text)
    return checksum.folded
  }

  private static func text(of date: Date?) -> String {
    date.map { String($0.millisecondsSince1970) } ?? ""
  }

  /// The fields in which a later content differs from this one.
  func changedFields(to new: ContentDigest) -> [Field] {
    guard self != new else { return [] }
    var fields = Field.Fixed.allCases.filter { fixed[$0.rawValue] != new.fixed[$0.rawValue] }
      .map { Field.fixed($0) }
    fields += tags.symmetricDifference(new.tags).sorted(by: utf8Less).map { .tag($0) }
    let keys = Set(attributes.keys).union(new.attributes.keys).sorted(by: utf8Less)
    fields += keys.filter { attributes[$0] != new.attributes[$0] }.map { .attribute($0) }
    return fields
  }
}
