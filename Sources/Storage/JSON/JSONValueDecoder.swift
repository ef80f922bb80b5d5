/// Reads Codable values from a JSON value.
struct JSONValueDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Reads a value of that type.
  static func decode<Value: Decodable>(
    _ type: Value.Type,
    from value: JSONValue,
    at path: [any CodingKey]
  ) throws -> Value {
    guard let representable = type as? any JSONRepresentable.Type else {
      return try Value(from: JSONValueDecoder(value: value, codingPath: path))
    }
    guard let decoded = representable.read(value) as? Value else {
      throw mismatch(type, expected: representable.phrase, found: value, at: path)
    }
    return decoded
  }

  fileprivate static func mismatch(
    _ type: Any.Type,
    expected: String,
    found: JSONValue,
    at path: [any CodingKey]
  ) -> DecodingError {
    let words =
      found.kind.phrase == expected
      ? "expected another value" : "expected \(expected), found \(found.kind.phrase)"
    return .typeMismatch(type, .init(codingPath: path, debugDescription: words))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let object = value.object else {
      throw Self.mismatch(JSONObject.self, expected: "an object", found: value, at: codingPath)
    }
    return KeyedDecodingContainer(Keyed(object: object, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let values = value.array else {
      throw Self.mismatch([JSONValue].self, expected: "an array", found: value, at: codingPath)
    }
    return Unkeyed(values: values, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    Single(value: value, codingPath: codingPath)
  }
}

// MARK: - Containers

extension JSONValueDecoder {
  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: JSONObject
    let codingPath: [any CodingKey]

    var allKeys: [Key] { object.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try JSONValueDecoder.decode(type, from: value(key), at: codingPath + [key])
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type,
      forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
      try child(key, value(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try child(key, value(key)).unkeyedContainer()
    }

    func superDecoder() -> any Decoder {
      let key = JSONCodingKey.parent
      return child(key, object[key.stringValue] ?? .null)
    }

    func superDecoder(forKey key: Key) -> any Decoder {
      child(key, object[key.stringValue] ?? .null)
    }

    private func child(_ key: some CodingKey, _ value: JSONValue) -> JSONValueDecoder {
      JSONValueDecoder(value: value, codingPath: codingPath + [key])
    }

    private func value(_ key: Key) throws -> JSONValue {
      guard let value = object[key.stringValue] else {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "no value")
        throw DecodingError.keyNotFound(key, context)
      }
      return value
    }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let values: [JSONValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    var count: Int? { values.count }

    var isAtEnd: Bool { currentIndex == values.count }

    private var path: [any CodingKey] { codingPath + [JSONCodingKey(index: currentIndex)] }

    mutating func decodeNil() throws -> Bool {
      guard try current().isNull else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let value = try JSONValueDecoder.decode(type, from: current(), at: path)
      currentIndex += 1
      return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
      try child().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try child().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try child() }

    private mutating func child() throws -> JSONValueDecoder {
      let child = JSONValueDecoder(value: try current(), codingPath: path)
      currentIndex += 1
      return child
    }

    private func current() throws -> JSONValue {
      guard !isAtEnd else {
        let context = DecodingError.Context(codingPath: path, debugDescription: "no value")
        throw DecodingError.valueNotFound(JSONValue.self, context)
      }
      return values[currentIndex]
    }
  }

  private struct Single: SingleValueDecodingContainer {
    let value: JSONValue
    let codingPath: [any CodingKey]

    func decodeNil() -> Bool { value.isNull }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try JSONValueDecoder.decode(type, from: value, at: codingPath)
    }
  }
}
