// The keys that an object has given so far, so that a second use is refused.

/// A set of keys told apart by their UTF-8 bytes, quick for the few keys an object usually has.
struct JSONKeySet: Sendable {
  // Comparing a dozen short keys is quicker than hashing one; past that, a hostile object with many
  // keys must not cost quadratic time.
  private static let listLimit = 24

  private var list: [String] = []
  private var set: Set<ByteKey> = []

  /// Adds a key, and says whether it is new.
  mutating func insert(_ key: String) -> Bool {
    if !set.isEmpty { return set.insert(ByteKey(text: key)).inserted }
    if list.contains(where: { utf8Equal($0, key) }) { return false }
    list.append(key)
    if list.count > Self.listLimit { set = Set(list.map(ByteKey.init)) }
    return true
  }

  private struct ByteKey: Hashable {
    let text: String

    // Canonically equivalent texts would share their String hash: hostile keys could then collide.
    func hash(into hasher: inout Hasher) {
      for byte in text.utf8 { hasher.combine(byte) }
    }

    static func == (left: Self, right: Self) -> Bool {
      utf8Equal(left.text, right.text)
    }
  }
}
