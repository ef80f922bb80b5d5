package import Storage

/// One object of a message; the errors of its reads say what is wrong.
struct WireObject {
  private let members: JSONObject

  init(_ value: JSONValue) throws(WireError) {
    guard case .object(let members) = value else { throw WireError("A value is not an object.") }
    self.members = members
  }

  init(bytes: [UInt8]) throws(WireError) { try self.init(JSONValue(wire: bytes)) }

  func value(_ key: String) throws(WireError) -> JSONValue {
    guard let value = members[key] else { throw WireError("'\(key)' is missing.") }
    return value
  }

  /// The value of a member that may be missing or null.
  func optional(_ key: String) -> JSONValue? {
    members[key].flatMap { $0.isNull ? nil : $0 }
  }

  func integer(_ key: String) throws(WireError) -> Int64 {
    guard case .integer(let number) = try value(key) else {
      throw WireError("'\(key)' is not an integer.")
    }
    return number
  }

  /// A number from 0, which is what every count, time and random number of the protocol is.
  func natural(_ key: String) throws(WireError) -> Int64 {
    let number = try integer(key)
    guard number >= 0 else { throw WireError("'\(key)' is negative.") }
    return number
  }

  func string(_ key: String) throws(WireError) -> String {
    guard case .string(let text) = try value(key) else {
      throw WireError("'\(key)' is not a string.")
    }
    return text
  }

  func array(_ key: String) throws(WireError) -> [JSONValue] {
    guard case .array(let elements) = try value(key) else {
      throw WireError("'\(key)' is not a list.")
    }
    return elements
  }

  func bool(_ key: String) throws(WireError) -> Bool {
    guard case .bool(let flag) = try value(key) else {
      throw WireError("'\(key)' is not true or false.")
    }
    return flag
  }

  func object(_ key: String) throws(WireError) -> JSONObject {
    guard case .object(let object) = try value(key) else {
      throw WireError("'\(key)' is not an object.")
    }
    return object
  }
}

extension JSONValue {
  /// Reads one JSON text of a message.
  init(wire bytes: [UInt8]) throws(WireError) {
    do throws(JSONError) {
      self = try JSONParser.parse(bytes)
    } catch {
      throw WireError(error)
    }
  }

  /// The value's canonical form as bytes, which decides ties between equal stamps.
  package var canonicalBytes: [UInt8] {
    // Only a double that is not finite cannot be written, and none is ever read or stored.
    (try? JSONWriter.bytes(of: self)) ?? []
  }

  /// How many bytes the value's texts and numbers take, without escapes.
  package var contentBytes: Int {
    switch self {
    case .null, .bool: 4
    case .integer, .double: 12
    case .string(let text): text.utf8.count
    case .array(let elements): elements.reduce(2) { $0 + $1.contentBytes + 1 }
    case .object(let members):
      members.reduce(2) { $0 + $1.key.utf8.count + $1.value.contentBytes + 4 }
    }
  }
}
