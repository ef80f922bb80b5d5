extension JSONValue {
  /// The JSON form of a Codable value.
  ///
  /// URLs are strings, dates ISO 8601 strings to the millisecond, data base 64; integers stay exact,
  /// and a double stays a double. Throws ``JSONError`` for a number that JSON cannot hold.
  public init(encoding value: some Encodable) throws(JSONError) {
    self = try JSONValue.encoding(value).json
  }

  /// The JSON form, and for each type of keys that the value asked for at its top, whether it has a key.
  static func encoding(
    _ value: some Encodable
  ) throws(JSONError) -> (json: JSONValue, keyTypes: [@Sendable (String) -> Bool]) {
    do {
      let node = try JSONValueEncoder.node(for: value, at: [])
      return (node.value, node.keyTypes)
    } catch {
      throw JSONError(encoding: error)
    }
  }

  /// The Codable value that this one describes.
  ///
  /// Throws ``JSONError`` with the place within the value and what was expected there.
  public func decoded<Value: Decodable>(as type: Value.Type) throws(JSONError) -> Value {
    do {
      return try JSONValueDecoder.decode(type, from: self, at: [])
    } catch {
      throw JSONError(decoding: error, as: type)
    }
  }
}

extension JSONError {
  fileprivate init(encoding error: any Error) {
    guard case EncodingError.invalidValue(let value, let context)? = error as? EncodingError else {
      self.init(message: "the type refused to be encoded", position: nil)
      return
    }
    let place = Self.place(context.codingPath)
    self.init(message: "\(place)JSON cannot hold this \(type(of: value))", position: nil)
  }

  /// Describes the error without the contents, which a type's own message may repeat.
  fileprivate init(decoding error: any Error, as type: Any.Type) {
    let message =
      switch error as? DecodingError {
      case .typeMismatch(_, let context):
        // From this module's decoder, whose words hold no contents.
        "\(Self.place(context.codingPath))\(context.debugDescription)"
      case .valueNotFound(_, let context): "\(Self.place(context.codingPath))a value is missing"
      case .keyNotFound(let key, let context):
        "\(Self.place(context.codingPath))the key '\(key.stringValue)' is missing"
      case .dataCorrupted(let context):
        "\(Self.place(context.codingPath))the value is not one of those that \(type) knows"
      default: "\(type) refused it"
      }
    self.init(message: message, position: nil)
  }

  private static func place(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "" }
    let names = path.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }
    return "at '\(names.joined(separator: "."))': "
  }
}

/// A key of any name, or an index.
struct JSONCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(index: Int) {
    stringValue = "\(index)"
    intValue = index
  }

  init?(stringValue: String) { self.init(stringValue) }

  init?(intValue: Int) { self.init(index: intValue) }

  static let parent = JSONCodingKey("super")
}
