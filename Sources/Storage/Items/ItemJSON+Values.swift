// The values of an item's keys, read with messages that name the key.

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension JSONReader {
  typealias Read<Value> = (inout JSONReader) throws(JSONError) -> Value

  /// Reads a value; an error names the key.
  mutating func naming<Value>(
    _ key: String,
    _ read: Read<Value>
  ) throws(JSONError) -> Value {
    do throws(JSONError) {
      return try read(&self)
    } catch {
      throw JSONError(message: "\"\(key)\": \(error.message)", position: error.position)
    }
  }

  /// Reads a value, or null as nil; an error names the key.
  mutating func valueOrNull<Value>(
    _ key: String,
    _ read: Read<Value>
  ) throws(JSONError) -> Value? {
    if try readNull() { return nil }
    return try naming(key, read)
  }

  static func text(_ reader: inout JSONReader) throws(JSONError) -> String {
    try reader.readString()
  }

  static func itemID(_ reader: inout JSONReader) throws(JSONError) -> ItemID {
    try reader.readItemID()
  }

  static func wholeNumber(_ reader: inout JSONReader) throws(JSONError) -> Int {
    _ = try reader.peek()
    let place = reader.offset
    guard let number = Int(exactly: try reader.readInteger()) else {
      throw reader.failure("the integer is too large", at: place)
    }
    return number
  }

  static func date(_ reader: inout JSONReader) throws(JSONError) -> Date {
    Date(millisecondsSince1970: try reader.readInstant().milliseconds)
  }

  static func status(_ reader: inout JSONReader) throws(JSONError) -> Status {
    try reader.word(among: Status.allCases.map(\.name)) { Status(name: $0) }
  }

  static func priority(_ reader: inout JSONReader) throws(JSONError) -> Priority {
    try reader.word(among: Priority.allCases.map(\.name)) { Priority(name: $0) }
  }

  static func texts(_ reader: inout JSONReader) throws(JSONError) -> Set<String> {
    var texts: Set<String> = []
    try reader.beginArray()
    while try reader.nextElement() { texts.insert(try reader.readString()) }
    return texts
  }

  /// Attributes; one that is null is the same as none.
  ///
  /// Keys that differ in their normalisation form alone would become one, and are refused.
  static func attributes(_ reader: inout JSONReader) throws(JSONError) -> [String: JSONValue] {
    var attributes: [String: JSONValue] = [:]
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let place = reader.offset
      let value = try reader.readValue()
      if !value.isNull, attributes.updateValue(value, forKey: key) != nil {
        throw reader.failure("the key of the value here stands for one given before", at: place)
      }
    }
    return attributes
  }

  private mutating func word<Value>(
    among words: @autoclosure () -> [String],
    _ read: (String) -> Value?
  ) throws(JSONError) -> Value {
    _ = try peek()
    let place = offset
    guard let value = read(try readString()) else {
      let words = words().map { "\"\($0)\"" }
      let list = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
      throw failure("expected \(list)", at: place)
    }
    return value
  }
}
