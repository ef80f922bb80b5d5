// The checksums of an item's content when it was last written, which show an edit by hand. Does not
// change once shipped.
//
// | key          | form             | meaning                                                       |
// | ------------ | ---------------- | ------------------------------------------------------------- |
// | `digest`     | object           | name of a ``Field/Fixed`` → 8 hex digits; without the default |
// | `tags`       | array of strings | the tags, by their bytes; left out if none                    |
// | `blockedBy`  | array of strings | the blockers, in the order of their ids; left out if none     |
// | `attributes` | object           | key → 8 hex digits; left out if none                          |
//
// Eight digits are the folded checksum (see Checksum.swift) of the value's compact JSON in the form
// of its register (see Field.swift).
//
// Names are complete: of a tag that was removed by hand, the hub can learn only from its name.

internal import Migrations

/// The checksums of an item's parts.
struct ContentDigest: Sendable, Equatable {
  /// Indexed by the raw values of ``Field/Fixed``; 0 for the default.
  private var checksums: [UInt32] = Array(repeating: 0, count: ContentDigest.count)
  var tags: Set<String> = []
  var blockers: Set<ItemID> = []
  var attributes: [String: UInt32] = [:]

  init() {}

  /// The checksums of an item; throws ``JSONError`` for an attribute that is not finite.
  init(of item: Item) throws(JSONError) {
    for fixed in Field.Fixed.allCases {
      let value = item.knownValue(of: fixed)
      if value != Self.defaults[fixed.rawValue] { self[fixed] = try Self.checksum(of: value) }
    }
    tags = item.tags
    blockers = item.blockers
    for (key, value) in item.attributes { attributes[key] = try Self.checksum(of: value) }
  }

  /// The checksum of a field's value; 0 for the default.
  subscript(field: Field.Fixed) -> UInt32 {
    get { checksums[field.rawValue] }
    set { checksums[field.rawValue] = newValue }
  }

  /// The fields in which a later content differs from this one.
  func changedFields(to new: ContentDigest) -> [Field] {
    guard self != new else { return [] }
    var fields = Field.Fixed.allCases.filter { self[$0] != new[$0] }.map { Field.fixed($0) }
    fields += tags.symmetricDifference(new.tags).sorted(by: utf8Less).map { .tag($0) }
    fields += blockers.symmetricDifference(new.blockers).sorted().map { .blocker($0) }
    let keys = Set(attributes.keys).union(new.attributes.keys).sorted(by: utf8Less)
    fields += keys.filter { attributes[$0] != new.attributes[$0] }.map { .attribute($0) }
    return fields
  }

  private static func checksum(of value: JSONValue) throws(JSONError) -> UInt32 {
    var checksum = Checksum()
    checksum.combine(try JSONWriter.bytes(of: value))
    return max(checksum.folded, 1)
  }

  private static let count = Field.Fixed.allCases.reduce(0) { max($0, $1.rawValue + 1) }

  private static let defaults = {
    var values: [JSONValue] = Array(repeating: .null, count: count)
    for fixed in Field.Fixed.allCases { values[fixed.rawValue] = Item.blank.knownValue(of: fixed) }
    return values
  }()
}
