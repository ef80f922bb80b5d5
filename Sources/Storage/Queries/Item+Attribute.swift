// Attributes as values of the embedding tool's own types.

extension Item {
  /// The attribute with this key as a value of the type; nil without the attribute.
  ///
  /// `try item.attribute(URL.self, "url")`. Throws ``StorageError/Code/attributeMismatch`` if the
  /// attribute is something else, with the place and what was expected there.
  public func attribute<Value: Decodable>(
    _ type: Value.Type,
    _ key: String
  ) throws(StorageError) -> Value? {
    try attributes.decoded(type, key, of: "item \(number) (\(id))")
  }

  /// Sets the attribute with this key to any encodable value; nil removes it.
  ///
  /// `try item.setAttribute("url", to: url)`; see ``JSONValue/init(encoding:)`` for the form of
  /// types. Throws ``StorageError/Code/invalidItem`` for a number that JSON cannot hold.
  public mutating func setAttribute(_ key: String, to value: some Encodable) throws(StorageError) {
    try attributes.set(key, to: value, of: "item \(number) (\(id))")
  }
}

extension ItemDraft {
  /// The attribute with this key as a value of the type; see ``Item/attribute(_:_:)``.
  public func attribute<Value: Decodable>(
    _ type: Value.Type,
    _ key: String
  ) throws(StorageError) -> Value? {
    try values.attributes.decoded(type, key, of: "the new item")
  }

  /// Sets the attribute with this key to any encodable value; see ``Item/setAttribute(_:to:)``.
  public mutating func setAttribute(_ key: String, to value: some Encodable) throws(StorageError) {
    try values.attributes.set(key, to: value, of: "the new item")
  }
}

extension ItemFilter {
  /// Items whose attribute at this path equals the value, encoded as ``Item/setAttribute(_:to:)`` does.
  ///
  /// Throws ``StorageError/Code/invalidQuery`` for a number that JSON cannot hold.
  public static func attribute(
    _ path: AttributePath,
    is value: some Encodable
  ) throws(StorageError) -> ItemFilter {
    do throws(JSONError) {
      return .attribute(path, .equals(try JSONValue(encoding: value)))
    } catch {
      throw StorageError(
        .invalidQuery,
        "The attribute '\(path)' cannot be compared with that: \(error.message).",
        cause: error
      )
    }
  }
}

extension [String: JSONValue] {
  fileprivate func decoded<Result: Decodable>(
    _ type: Result.Type,
    _ key: String,
    of owner: String
  ) throws(StorageError) -> Result? {
    guard let value = self[key], value != .null else { return nil }
    do throws(JSONError) {
      return try value.decoded(as: type)
    } catch {
      throw StorageError(
        .attributeMismatch,
        "The attribute '\(key)' of \(owner) cannot be read as \(type): \(error.message).",
        cause: error
      )
    }
  }

  fileprivate mutating func set(
    _ key: String,
    to value: some Encodable,
    of owner: String
  ) throws(StorageError) {
    do throws(JSONError) {
      let json = try JSONValue(encoding: value)
      self[key] = json == .null ? nil : json
    } catch {
      throw StorageError(
        .invalidItem,
        "The attribute '\(key)' of \(owner) cannot be set: \(error.message).",
        cause: error
      )
    }
  }
}
