// Types with a fixed form in JSON, which replaces the form of their own Codable.
//
// | type | JSON |
// | --- | --- |
// | Bool, String | the same |
// | integers | an integer; past Int64 is an error |
// | Double, Float | a double, even if it is whole |
// | URL | a string |
// | Date | a string, ISO 8601 UTC with milliseconds |
// | Data | a string in base 64 |
// | JSONValue, JSONObject | the value itself, bit by bit |

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A type with a fixed form as one JSON value.
protocol JSONRepresentable: Codable {
  /// What the JSON value must be, for messages.
  static var phrase: String { get }

  /// The JSON value; nil if JSON cannot hold it exactly.
  var json: JSONValue? { get }

  /// Reads a JSON value; nil if it does not have this type's form.
  init?(json: JSONValue)
}

extension JSONValue: JSONRepresentable {
  static var phrase: String { "a value" }
  var json: JSONValue? { self }
  init?(json: JSONValue) { self = json }
}

extension JSONObject: JSONRepresentable {
  static var phrase: String { "an object" }
  var json: JSONValue? { .object(self) }
  init?(json: JSONValue) {
    guard let object = json.object else { return nil }
    self = object
  }
}

extension Bool: JSONRepresentable {
  static var phrase: String { "true or false" }
  var json: JSONValue? { .bool(self) }
  init?(json: JSONValue) {
    guard let bool = json.bool else { return nil }
    self = bool
  }
}

extension String: JSONRepresentable {
  static var phrase: String { "a string" }
  var json: JSONValue? { .string(self) }
  init?(json: JSONValue) {
    guard let string = json.string else { return nil }
    self = string
  }
}

extension JSONRepresentable where Self: FixedWidthInteger {
  static var phrase: String { "a whole number from \(Self.min) to \(Self.max)" }
  var json: JSONValue? { Int64(exactly: self).map { .integer($0) } }
  // Other programs write whole numbers as doubles; an exact one means the same.
  init?(json: JSONValue) {
    let exact = json.integer.flatMap { Self(exactly: $0) }
    guard let number = exact ?? json.double.flatMap({ Self(exactly: $0) }) else { return nil }
    self = number
  }
}

extension Int: JSONRepresentable {}
extension Int8: JSONRepresentable {}
extension Int16: JSONRepresentable {}
extension Int32: JSONRepresentable {}
extension Int64: JSONRepresentable {}
extension UInt: JSONRepresentable {}
extension UInt8: JSONRepresentable {}
extension UInt16: JSONRepresentable {}
extension UInt32: JSONRepresentable {}
extension UInt64: JSONRepresentable {}

extension Double: JSONRepresentable {
  static var phrase: String { "a number that a double holds exactly" }
  var json: JSONValue? { isFinite ? .double(self) : nil }
  init?(json: JSONValue) {
    switch json {
    case .double(let number): self = number
    case .integer(let number):
      guard let exact = Double(exactly: number) else { return nil }
      self = exact
    default: return nil
    }
  }
}

extension Float: JSONRepresentable {
  static var phrase: String { "a number" }
  var json: JSONValue? { Double(self).json }
  init?(json: JSONValue) {
    guard let number = json.double else { return nil }
    self = Float(number)
  }
}

extension URL: JSONRepresentable {
  static var phrase: String { "a URL as a string" }
  var json: JSONValue? { .string(absoluteString) }
  init?(json: JSONValue) {
    guard let text = json.string, let url = URL(string: text) else { return nil }
    self = url
  }
}

extension Date: JSONRepresentable {
  static var phrase: String { "a time as an ISO 8601 string" }
  var json: JSONValue? {
    let milliseconds = millisecondsSince1970
    guard ISO8601.range.contains(milliseconds) else { return nil }
    return .string(ISO8601.string(milliseconds: milliseconds))
  }
  init?(json: JSONValue) {
    guard let text = json.string, let instant = try? ISO8601.parse(text) else { return nil }
    self.init(millisecondsSince1970: instant.milliseconds)
  }
}

/// Bytes as text, for files that need nothing else of Foundation.
enum Base64 {
  static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// Nil for a text that is not base 64.
  static func bytes(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map { Array($0) } }
}

extension Data: JSONRepresentable {
  static var phrase: String { "bytes as a string in base 64" }
  var json: JSONValue? { .string(base64EncodedString()) }
  init?(json: JSONValue) {
    guard let text = json.string, let data = Data(base64Encoded: text) else { return nil }
    self = data
  }
}
