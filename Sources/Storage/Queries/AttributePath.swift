/// Where an attribute's value is: the attribute's key, and for a value within an object its keys.
///
/// A literal is a path: `"minutes"` is the attribute of that key, `["nested", "a"]` the member `a`
/// of the attribute `nested`, if that is an object. A key is never taken apart, so it may hold a
/// dot. The first key is brought to normalisation form C, as attribute keys are; the others are
/// compared by their UTF-8 bytes.
public struct AttributePath: Sendable, Hashable {
  /// The keys from the attribute inwards; at least one.
  public let keys: [String]

  /// The path of keys from the attribute inwards, at least one.
  public init(_ keys: [String]) {
    precondition(!keys.isEmpty, "a path has a key")
    self.keys = [keys[0].nfc] + keys.dropFirst()
  }

  /// The attribute with this key.
  public init(_ key: String) { keys = [key.nfc] }

  /// Compares keys by their UTF-8 bytes.
  public static func == (left: AttributePath, right: AttributePath) -> Bool {
    left.keys.count == right.keys.count
      && zip(left.keys, right.keys).allSatisfy { utf8Equal($0, $1) }
  }
}

extension AttributePath: ExpressibleByStringLiteral {
  /// The attribute with this key.
  public init(stringLiteral key: String) { self.init(key) }
}

extension AttributePath: ExpressibleByArrayLiteral {
  /// The path of these keys; an empty literal is a bug and stops the program.
  public init(arrayLiteral keys: String...) { self.init(keys) }
}

extension AttributePath: CustomStringConvertible {
  /// The keys with dots between them, for messages.
  public var description: String { keys.joined(separator: ".") }
}

extension Item {
  /// The value at a path; nil without one, and for null, which is not a value.
  public func attribute(at path: AttributePath) -> JSONValue? {
    var value = attributes[path.keys[0]]
    for key in path.keys.dropFirst() { value = value?[key] }
    return value.flatMap { $0.isNull ? nil : $0 }
  }
}
