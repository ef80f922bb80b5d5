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
  static func read(_ json: JSONValue) -> Self?
}

extension JSONValue: JSONRepresentable {
  static var phrase: String { "a value" }
  var json: JSONValue? { self }
  static func read(_ json: JSONValue) -> JSONValue? { json }
}

extension JSONObject: JSONRepresentable {
  static var phrase: String { "an object" }
  var json: JSONValue? { .object(self) }
  static func read(_ json: JSONValue) -> JSONObject? { json.object }
}

extension Bool: JSONRepresentable {
  static var phrase: String { "true or false" }
  var json: JSONValue? { .bool(self) }
  static func read(_ json: JSONValue) -> Bool? { json.bool }
}

extension String: JSONRepresentable {
  static var phrase: String { "a string" }
  var json: JSONValue? { .string(self) }
  static func read(_ json: JSONValue) -> String? { json.string }
}

extension JSONRepresentable where Self: FixedWidthInteger {
  static var phrase: String { "a whole number from \(Self.min) to \(Self.max)" }
  var json: JSONValue? { Int64(exactly: self).map { .integer($0) } }
  // Other programs write whole numbers as doubles; an exact one means the same.
  static func read(_ json: JSONValue) -> Self? {
    json.integer.flatMap { Self(exactly: $0) } ?? json.double.flatMap { Self(exactly: $0) }
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
  static func read(_ json: JSONValue) -> Double? {
    switch json {
    case .double(let number): number
    case .integer(let number): Double(exactly: number)
    default: nil
    }
  }
}

extension Float: JSONRepresentable {
  static var phrase: String { "a number" }
  var json: JSONValue? { Double(self).json }
  static func read(_ json: JSONValue) -> Float? { json.double.map { Float($0) } }
}

extension URL: JSONRepresentable {
  static var phrase: String { "a URL as a string" }
  var json: JSONValue? { .string(absoluteString) }
  static func read(_ json: JSONValue) -> URL? { json.string.flatMap { URL(string: $0) } }
}

extension Date: JSONRepresentable {
  static var phrase: String { "a time as an ISO 8601 string" }
  var json: JSONValue? {
    let milliseconds = millisecondsSince1970
    guard ISO8601.range.contains(milliseconds) else { return nil }
    return .string(ISO8601.string(milliseconds: milliseconds))
  }
  static func read(_ json: JSONValue) -> Date? {
    json.string.flatMap { try? ISO8601.parse($0) }
      .map { Date(millisecondsSince1970: $0.milliseconds) }
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
  static func read(_ json: JSONValue) -> Data? { json.string.flatMap { Data(base64Encoded: $0) } }
}
