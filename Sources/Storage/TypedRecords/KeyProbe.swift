// What keys a type reads from a decoder, found by letting it decode made-up values.

/// Answers whatever a type asks for with a made-up value, and notes of which objects it asked.
///
/// Each value is another one, as far as its type allows, so that a property of the decoded record is
/// known by its value.
final class KeyProbe {
  /// The keys from the record inwards.
  typealias Path = [String]

  /// For each object that was asked for, whether it has a key.
  private(set) var objects: [Path: @Sendable (String) -> Bool] = [:]
  private var count = 0

  /// How deep values are nested; what is below is left out where it may be, as in a type that holds itself.
  private static let maxDepth = 5

  /// Notes an object that is read with keys of this type.
  fileprivate func note<Key: CodingKey>(_ keys: Key.Type, at path: Path) {
    objects[path] = { Key(stringValue: $0) != nil }
  }

  /// A value of the type, unless it refuses everything that is made up.
  func make<Value: Decodable>(_ type: Value.Type, at path: Path) throws -> Value {
    guard path.count <= 3 * Self.maxDepth else { throw Refusal() }
    count += 1
    if let representable = type as? any JSONRepresentable.Type {
      for form in forms { if let value = representable.read(form) as? Value { return value } }
      throw Refusal()
    }
    if type is Repeat.Type, let value = Repeat.example.flatMap({ $0 as? Value }) { return value }
    if let choice = type as? any CaseIterable.Type, let first = choice.anyCase as? Value {
      return first
    }
    var failure: any Error = Refusal()
    for (length, form) in forms.enumerated() {
      let decoder = Decoding(probe: self, path: path, form: form, length: length)
      do {
        return try Value(from: decoder)
      } catch {
        failure = error
        // Another form helps only where one value was asked for, another length where a list was.
        if !decoder.isSingle && !decoder.isList { break }
      }
    }
    guard let first = firstCase(of: type) else { throw failure }
    return first
  }

  /// The first case of an enum that reads none of the forms, such as one with texts as raw values.
  ///
  /// In memory, an enum's cases without payload are numbered from zero, and a value of one byte has no
  /// references. What has no byte at all might be a type without values.
  /// <https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeLayout.rst>
  private func firstCase<Value>(of type: Value.Type) -> Value? {
    let size = MemoryLayout<Value>.size
    if size == 1 { return unsafe unsafeBitCast(0 as UInt8, to: type) }
    guard size == 0, type is any RawRepresentable.Type else { return nil }
    return unsafe unsafeBitCast((), to: type)
  }

  /// The values that are made up; most types read one of them.
  private var forms: [JSONValue] {
    let time = Int64(count) * 86_400_000
    return [
      .string("probe-\(count)"), .integer(Int64(count)), .double(Double(count) + 0.5),
      .string(ISO8601.string(milliseconds: time)),
      .string(CalendarDay(daysSince1970: count).description),
      .string(ItemID(high: UInt64(count), low: 0).description), .bool(count.isMultiple(of: 2)),
      .integer(0), .integer(1), .string(""), .object([:]),
    ]
  }

  struct Refusal: Error {}
}

extension CaseIterable {
  fileprivate static var anyCase: Self? { allCases.first }
}

extension Repeat {
  /// It reads no made-up text.
  fileprivate static let example = try? Repeat(RepeatRule("FREQ=DAILY"), from: .day(1970, 1, 1))
}

// MARK: - The decoder

extension KeyProbe {
  fileprivate final class Decoding: Decoder {
    let probe: KeyProbe
    let path: Path
    /// The value if a single one is asked for.
    let form: JSONValue
    /// How many elements a list has.
    let length: Int
    private(set) var isSingle = false
    private(set) var isList = false

    init(probe: KeyProbe, path: Path, form: JSONValue = .null, length: Int = 0) {
      self.probe = probe
      self.path = path
      self.form = form
      self.length = length
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
      probe.note(type, at: path)
      return KeyedDecodingContainer(Keyed(probe: probe, path: path))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
      isList = true
      return Unkeyed(probe: probe, path: path, length: length)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
      isSingle = true
      return Single(probe: probe, path: path, form: form)
    }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let probe: KeyProbe
    let path: Path

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }

    func decodeNil(forKey key: Key) -> Bool {
      // What is too deep is left out where that is allowed.
      path.count >= KeyProbe.maxDepth
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try probe.make(type, at: path(key))
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type,
      forKey key: Key
    ) -> KeyedDecodingContainer<NestedKey> {
      child(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
      child(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { Decoding(probe: probe, path: path) }

    func superDecoder(forKey key: Key) -> any Decoder { child(key) }

    private func path(_ key: Key) -> Path { path + [key.stringValue] }

    private func child(_ key: Key) -> Decoding { Decoding(probe: probe, path: path(key)) }
  }

  /// A list that has more for those who read on behind its end, as types of a fixed length do.
  private struct Unkeyed: UnkeyedDecodingContainer {
    let probe: KeyProbe
    let path: Path
    private let length: Int
    private(set) var currentIndex = 0

    init(probe: KeyProbe, path: Path, length: Int) {
      self.probe = probe
      self.path = path
      self.length = length
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { length }
    var isAtEnd: Bool { currentIndex >= length }

    private var element: Path { path + ["\(currentIndex)"] }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      defer { currentIndex += 1 }
      return try probe.make(type, at: element)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
      throw Refusal()
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      throw Refusal()
    }

    mutating func superDecoder() throws -> any Decoder { throw Refusal() }
  }

  private struct Single: SingleValueDecodingContainer {
    let probe: KeyProbe
    let path: Path
    let form: JSONValue

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      guard let representable = type as? any JSONRepresentable.Type else {
        return try probe.make(type, at: path)
      }
      guard let value = representable.read(form) as? Value else { throw Refusal() }
      return value
    }
  }
}
