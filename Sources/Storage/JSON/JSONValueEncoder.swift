/// Builds the JSON value of one Codable value.
struct JSONValueEncoder: Encoder {
  let node: Node
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// A part of the value under construction; a container shares it with those that it nests.
  final class Node {
    enum Content {
      case nothing
      case value(JSONValue)
      case array([Node])
      case object([(key: String, node: Node)])
    }

    var content = Content.nothing
    /// For each type of keys that was asked for, whether it has a key; also a key whose value is left out.
    private(set) var keyTypes: [@Sendable (String) -> Bool] = []

    func note<Key: CodingKey>(_ keys: Key.Type) {
      keyTypes.append { Key(stringValue: $0) != nil }
    }

    /// The finished value; an empty object if nothing was encoded.
    var value: JSONValue {
      switch content {
      case .nothing: .object([:])
      case .value(let value): value
      case .array(let nodes): .array(nodes.map(\.value))
      case .object(let members): .object(JSONObject(members.lazy.map { ($0.key, $0.node.value) }))
      }
    }

    func append(_ node: Node) {
      guard case .array(var nodes) = content else { return content = .array([node]) }
      // Emptied meanwhile, so that appending does not copy the array.
      content = .nothing
      nodes.append(node)
      content = .array(nodes)
    }

    func append(_ node: Node, forKey key: String) {
      guard case .object(var members) = content else { return content = .object([(key, node)]) }
      content = .nothing
      members.append((key, node))
      content = .object(members)
    }

    var count: Int {
      if case .array(let nodes) = content { nodes.count } else { 0 }
    }
  }

  /// Encodes a value into a new node.
  static func node<Value: Encodable>(for value: Value, at path: [any CodingKey]) throws -> Node {
    let node = Node()
    guard let representable = value as? any JSONRepresentable else {
      try value.encode(to: JSONValueEncoder(node: node, codingPath: path))
      return node
    }
    guard let json = representable.json else {
      let context = EncodingError.Context(codingPath: path, debugDescription: "no JSON")
      throw EncodingError.invalidValue(value, context)
    }
    node.content = .value(json)
    return node
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .nothing = node.content { node.content = .object([]) }
    if codingPath.isEmpty { node.note(type) }
    return KeyedEncodingContainer(Keyed(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .nothing = node.content { node.content = .array([]) }
    return Unkeyed(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    Single(node: node, codingPath: codingPath)
  }
}

// MARK: - Containers

extension JSONValueEncoder {
  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: Node
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { child(forKey: key).node.content = .value(.null) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      let child = try JSONValueEncoder.node(for: value, at: codingPath + [key])
      node.append(child, forKey: key.stringValue)
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
      child(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      child(forKey: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { child(forKey: JSONCodingKey.parent) }

    func superEncoder(forKey key: Key) -> any Encoder { child(forKey: key) }

    private func child(forKey key: some CodingKey) -> JSONValueEncoder {
      let child = Node()
      node.append(child, forKey: key.stringValue)
      return JSONValueEncoder(node: child, codingPath: codingPath + [key])
    }
  }

  private struct Unkeyed: UnkeyedEncodingContainer {
    let node: Node
    let codingPath: [any CodingKey]

    var count: Int { node.count }

    func encodeNil() { child().node.content = .value(.null) }

    func encode<Value: Encodable>(_ value: Value) throws {
      let path = codingPath + [JSONCodingKey(index: count)]
      node.append(try JSONValueEncoder.node(for: value, at: path))
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
      child().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { child().unkeyedContainer() }

    func superEncoder() -> any Encoder { child() }

    private func child() -> JSONValueEncoder {
      let path = codingPath + [JSONCodingKey(index: count)]
      let child = Node()
      node.append(child)
      return JSONValueEncoder(node: child, codingPath: path)
    }
  }

  private struct Single: SingleValueEncodingContainer {
    let node: Node
    let codingPath: [any CodingKey]

    func encodeNil() { node.content = .value(.null) }

    func encode<Value: Encodable>(_ value: Value) throws {
      node.content = try JSONValueEncoder.node(for: value, at: codingPath).content
    }
  }
}
