/// The keys of the order by hand, ``Item/rank``: between any two there is room for another.
///
/// | part     | form                                                                            |
/// | -------- | ------------------------------------------------------------------------------- |
/// | integer  | a letter and its digits: `a` one, `b` two, up to `z`; below 0, `Z` one, `Y` two, down to `A` |
/// | fraction | digits, the last of which is not `0`; the last three follow from the item's id  |
///
/// A digit is one of `0-9A-Za-z`, in the order of the bytes, by which keys compare. Adding at an end counts the integer
/// up or down, so keys stay short: 62 items at an end have an integer of two bytes, and 3,844 more one of three. A key
/// between two others halves the room between them, which takes a digit for every fourth or so. The last digits tell the keys
/// of two items apart that two devices place in the same gap at the same time. The form does not change once shipped.
///
/// David Greenspan, "Implementing Fractional Indexing",
/// <https://observablehq.com/@dgreensp/implementing-fractional-indexing>.
public enum ItemRank {
  /// The longest key that is made; where one would be longer, items beside it get other keys.
  public static let maxBytes = 48

  /// True if a text has the form of a key; any other text has a place in the order, but no neighbours are made for it.
  public static func isValid(_ text: String) -> Bool { Key(text) != nil }

  /// Keys for items, in their order and between two keys; nil for an open end.
  ///
  /// - Returns: The keys; nil if the bounds are not keys in ascending order, or if a key would be too long.
  public static func keys(
    for ids: [ItemID],
    between lower: String? = nil,
    and upper: String? = nil
  ) -> [String]? {
    let (first, last) = (lower.flatMap { Key($0) }, upper.flatMap { Key($0) })
    guard (first == nil) == (lower == nil), (last == nil) == (upper == nil) else { return nil }
    if let first, let last, !(first < last) { return nil }
    var keys: [Key] = []
    guard Key.append(ids[...], between: first, and: last, to: &keys) else { return nil }
    return keys.map(\.text)
  }
}

extension ItemRank {
  /// A key as digits.
  fileprivate struct Key {
    var integer: [UInt8]
    /// Digits from 0 to 61.
    var fraction: [UInt8]

    /// Reads a key; nil for a text of another form.
    init?(_ text: String) {
      let bytes = Array(text.utf8)
      guard let head = bytes.first, let count = Key.integerCount(head), bytes.count >= count,
        bytes.count <= ItemRank.maxBytes
      else { return nil }
      integer = Array(bytes[..<count])
      fraction = bytes[count...].compactMap(Key.digit)
      guard fraction.count == bytes.count - count, fraction.last != 0,
        integer.dropFirst().allSatisfy({ Key.digit($0) != nil })
      else { return nil }
    }

    private init(_ integer: [UInt8], _ fraction: [UInt8], for id: ItemID) {
      self.integer = integer
      // No zero at the end: nothing fits between a key and the same with a zero behind it.
      let number = id.low % (62 * 62 * 61)
      self.fraction =
        fraction + [UInt8(number / 61 / 62), UInt8(number / 61 % 62), UInt8(number % 61 + 1)]
    }

    var text: String {
      String(decoding: integer + fraction.map { Key.digits[Int($0)] }, as: UTF8.self)
    }

    static func < (left: Key, right: Key) -> Bool {
      left.integer == right.integer
        ? left.fraction.lexicographicallyPrecedes(right.fraction)
        : left.integer.lexicographicallyPrecedes(right.integer)
    }
  }
}

extension ItemRank.Key {
  /// Appends keys for items; false if there is no room.
  ///
  /// With two bounds the middle item comes first, so that the keys share the room evenly.
  fileprivate static func append(
    _ ids: ArraySlice<ItemID>,
    between lower: Self?,
    and upper: Self?,
    to keys: inout [Self]
  ) -> Bool {
    guard !ids.isEmpty else { return true }
    let index =
      switch (lower, upper) {
      case (_, nil): ids.startIndex
      case (nil, _): ids.endIndex - 1
      default: ids.startIndex + ids.count / 2
      }
    guard let key = key(for: ids[index], between: lower, and: upper) else { return false }
    // Along an open end one after the other: a recursion would be as deep as there are items.
    if upper == nil { return append(ids, upFrom: lower, to: &keys) }
    if lower == nil { return append(ids, downFrom: upper, to: &keys) }
    guard append(ids[..<index], between: lower, and: key, to: &keys) else { return false }
    keys.append(key)
    return append(ids[(index + 1)...], between: key, and: upper, to: &keys)
  }

  private static func append(
    _ ids: ArraySlice<ItemID>,
    upFrom lower: Self?,
    to keys: inout [Self]
  ) -> Bool {
    var lower = lower
    for id in ids {
      guard let key = key(for: id, between: lower, and: nil) else { return false }
      keys.append(key)
      lower = key
    }
    return true
  }

  private static func append(
    _ ids: ArraySlice<ItemID>,
    downFrom upper: Self?,
    to keys: inout [Self]
  ) -> Bool {
    var upper = upper
    var found: [Self] = []
    for id in ids.reversed() {
      guard let key = key(for: id, between: nil, and: upper) else { return false }
      found.append(key)
      upper = key
    }
    keys += found.reversed()
    return true
  }

  /// One key between two others; nil if there is no room.
  private static func key(for id: ItemID, between lower: Self?, and upper: Self?) -> Self? {
    let key: Self?
    switch (lower, upper) {
    case (nil, nil): key = Self([UInt8(ascii: "a"), UInt8(ascii: "0")], [], for: id)
    case (nil, let upper?): key = decremented(upper.integer).map { Self($0, [], for: id) }
    case (let lower?, nil): key = incremented(lower.integer).map { Self($0, [], for: id) }
    case (let lower?, let upper?):
      if lower.integer == upper.integer {
        let fraction = middle(of: lower.fraction[...], and: upper.fraction[...])
        key = Self(lower.integer, fraction, for: id)
      } else if let next = incremented(lower.integer), next != upper.integer {
        key = Self(next, [], for: id)
      } else {
        key = Self(lower.integer, middle(of: lower.fraction[...], and: nil), for: id)
      }
    }
    return key.flatMap { $0.integer.count + $0.fraction.count <= ItemRank.maxBytes ? $0 : nil }
  }

  /// A fraction between two, the second nil for 1; no digits behind it bring it to the second.
  private static func middle(of low: ArraySlice<UInt8>, and high: ArraySlice<UInt8>?) -> [UInt8] {
    if let high, let digit = high.first, digit == low.first ?? 0 {
      return [digit] + middle(of: low.dropFirst(), and: high.dropFirst())
    }
    let first = low.first ?? 0
    let end = high?.first ?? 62
    if end > first + 1 { return [(first + end) / 2] }
    return [first] + middle(of: low.dropFirst(), and: nil)
  }

  // MARK: - Integers

  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8
  )

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 36
    default: nil
    }
  }

  /// The bytes of an integer with this letter.
  private static func integerCount(_ head: UInt8) -> Int? {
    switch head {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(head - UInt8(ascii: "a")) + 2
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(UInt8(ascii: "Z") - head) + 2
    default: nil
    }
  }

  /// The next integer; nil behind the last one.
  private static func incremented(_ integer: [UInt8]) -> [UInt8]? {
    var integer = integer
    for index in integer.indices.dropFirst().reversed() {
      guard integer[index] == UInt8(ascii: "z") else {
        integer[index] = digits[Int(digit(integer[index]) ?? 0) + 1]
        return integer
      }
      integer[index] = UInt8(ascii: "0")
    }
    return withHead(integer[0] == UInt8(ascii: "Z") ? UInt8(ascii: "a") : integer[0] + 1, "0")
  }

  /// The integer before; nil before the first one.
  private static func decremented(_ integer: [UInt8]) -> [UInt8]? {
    var integer = integer
    for index in integer.indices.dropFirst().reversed() {
      guard integer[index] == UInt8(ascii: "0") else {
        integer[index] = digits[Int(digit(integer[index]) ?? 1) - 1]
        return integer
      }
      integer[index] = UInt8(ascii: "z")
    }
    return withHead(integer[0] == UInt8(ascii: "a") ? UInt8(ascii: "Z") : integer[0] - 1, "z")
  }

  /// The integer of a letter with one digit everywhere; nil without such a letter.
  private static func withHead(_ head: UInt8, _ digit: Unicode.Scalar) -> [UInt8]? {
    integerCount(head).map { count in
      [head] + Array(repeating: UInt8(ascii: digit), count: count - 1)
    }
  }
}
