/// A JSON object: members in the order of their keys' UTF-8 bytes, each key once.
///
/// A dictionary would merge keys that are canonically equivalent ("é" in two forms) and has no
/// order to write. Lookup is a binary search; setting a new key moves the members after it.
public struct JSONObject: Sendable, Hashable {
  private var members: [Member]

  private struct Member: Sendable, Hashable {
    let key: String
    var value: JSONValue

    static func == (left: Self, right: Self) -> Bool {
      utf8Equal(left.key, right.key) && left.value == right.value
    }
  }

  /// An object without members.
  public init() { members = [] }

  /// The members of a dictionary.
  public init(_ dictionary: [String: JSONValue]) {
    let sorted = dictionary.sorted { utf8Less($0.key, $1.key) }
    members = sorted.map { Member(key: $0.key, value: $0.value) }
  }

  /// Members in any order; of several with the same key, the last one counts.
  public init(_ pairs: some Sequence<(String, JSONValue)>) {
    self.init()
    for (key, value) in pairs { self[key] = value }
  }

  /// The value of a key; setting nil removes the member.
  ///
  /// Logarithmic to read, linear to insert.
  public subscript(key: String) -> JSONValue? {
    get {
      let index = firstIndex(notBefore: key)
      return holds(key, at: index) ? members[index].value : nil
    }
    set {
      let index = firstIndex(notBefore: key)
      switch (holds(key, at: index), newValue) {
      case (true, let value?): members[index].value = value
      case (true, nil): members.remove(at: index)
      case (false, let value?): members.insert(Member(key: key, value: value), at: index)
      case (false, nil): break
      }
    }
  }

  /// The value of a key, or a default to change in place.
  public subscript(key: String, default value: @autoclosure () -> JSONValue) -> JSONValue {
    get { self[key] ?? value() }
    set { self[key] = newValue }
  }

  /// The keys in the order of their UTF-8 bytes.
  public var keys: some Sequence<String> { members.lazy.map(\.key) }

  /// The values in the order of their keys.
  public var values: some Sequence<JSONValue> { members.lazy.map(\.value) }

  /// Removes a member and returns its value, if there was one.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> JSONValue? {
    let value = self[key]
    self[key] = nil
    return value
  }

  /// The same keys with changed values.
  public func mapValues<Failure>(
    _ transform: (JSONValue) throws(Failure) -> JSONValue
  ) throws(Failure) -> JSONObject {
    var result = self
    for index in members.indices {
      result.members[index].value = try transform(members[index].value)
    }
    return result
  }

  /// Adds another object's members; its values win.
  public mutating func merge(_ other: JSONObject) {
    for (key, value) in other { self[key] = value }
  }

  private func holds(_ key: String, at index: Int) -> Bool {
    index < members.count && utf8Equal(members[index].key, key)
  }

  private func firstIndex(notBefore key: String) -> Int {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if utf8Less(members[middle].key, key) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension JSONObject: RandomAccessCollection {
  /// A key and its value.
  public typealias Element = (key: String, value: JSONValue)

  /// Zero.
  public var startIndex: Int { 0 }

  /// The number of members.
  public var endIndex: Int { members.count }

  /// The member at a place in the order of the keys.
  public subscript(position: Int) -> Element {
    (members[position].key, members[position].value)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// A literal; a key given twice is a bug and stops the program.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
    precondition(members.count == elements.count, "a JSON object literal gives a key twice")
  }
}

extension JSONObject {
  /// The object with the members that a text lists, or the index at which a key appears again.
  ///
  /// Keys in order, as our own files have them, cost one comparison each.
  static func make(listed: [(key: String, value: JSONValue)]) -> Result<JSONObject, DuplicateKey> {
    var object = JSONObject()
    object.members.reserveCapacity(listed.count)
    var isSorted = true
    for (index, pair) in listed.enumerated() {
      if index > 0 { isSorted = isSorted && utf8Less(listed[index - 1].key, pair.key) }
      object.members.append(Member(key: pair.key, value: pair.value))
    }
    if isSorted { return .success(object) }
    let order = listed.indices.sorted { left, right in
      let comparison = utf8Compare(listed[left].key, listed[right].key)
      return comparison == 0 ? left < right : comparison < 0
    }
    let repeated = zip(order, order.dropFirst()).filter {
      utf8Equal(listed[$0].key, listed[$1].key)
    }
    if let first = repeated.map(\.1).min() { return .failure(DuplicateKey(index: first)) }
    object.members = order.map { Member(key: listed[$0].key, value: listed[$0].value) }
    return .success(object)
  }

  /// The index at which a list of members repeats a key.
  struct DuplicateKey: Error {
    let index: Int
  }
}
