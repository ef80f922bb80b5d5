/// The keys of nested objects, compared by their UTF-8 bytes.
///
/// All objects share one list, so that reading many small objects allocates nothing for their keys.
struct JSONKeyStack: Sendable {
  // Comparing a dozen short keys is quicker than hashing one; past that, a hostile object with many
  // keys must not cost quadratic time.
  private static let listLimit = 24

  private var keys: [String] = []
  private var levels: [Level] = []

  private struct Level {
    let firstKey: Int
    /// Whether the keys came in ascending order so far, so that none can be a duplicate.
    var isAscending = true
    var set: Set<UTF8Key> = []
  }

  /// Enters an object.
  mutating func push() { levels.append(Level(firstKey: keys.count)) }

  /// Leaves the object and forgets its keys.
  mutating func pop() {
    guard let level = levels.popLast() else { return }
    keys.removeLast(keys.count - level.firstKey)
  }

  /// Adds a key to the innermost object, and says whether it is new there.
  mutating func insert(_ key: String) -> Bool {
    let last = levels.count - 1
    let first = levels[last].firstKey
    // Keys in order, as our own writer writes them, take one comparison each.
    if levels[last].isAscending {
      if keys.count == first || utf8Less(keys[keys.count - 1], key) {
        keys.append(key)
        return true
      }
      levels[last].isAscending = false
      makeSetIfLong()
    }
    if !levels[last].set.isEmpty { return levels[last].set.insert(UTF8Key(text: key)).inserted }
    for index in first..<keys.count where utf8Equal(keys[index], key) { return false }
    keys.append(key)
    makeSetIfLong()
    return true
  }

  private mutating func makeSetIfLong() {
    let last = levels.count - 1
    let listed = keys[levels[last].firstKey...]
    if listed.count > Self.listLimit { levels[last].set = Set(listed.map(UTF8Key.init)) }
  }
}
