/// Pulls values out of a JSON text in UTF-8, without building a tree.
///
/// ```
/// try reader.beginObject()
/// while let key = try reader.nextKey() {
///   switch key {
///   case "id": id = try reader.readItemID()
///   case "title": title = try reader.readString()
///   default: attributes[key] = try reader.readValue()
///   }
/// }
/// try reader.finish()
/// ```
/// It is as strict as ``JSONParser``, which uses it. After an error the reader cannot be used
/// again. A caller must read each value, in order; later calls report a mistake as invalid JSON.
package struct JSONReader: Sendable {
  let bytes: [UInt8]
  let start: Int
  let end: Int
  private let firstLine: Int

  /// The offset of the next byte from the start of the bytes.
  package internal(set) var offset: Int

  /// For each enclosing array and object, whether none of its elements has been read.
  private var isFirst: [Bool] = []
  private var keys = JSONKeyStack()

  /// Reads a part of the bytes, whose first line has the number `line`.
  ///
  /// It skips a byte order mark at the start, unless the part continues another one.
  package init(
    _ bytes: [UInt8],
    in range: Range<Int>? = nil,
    line: Int = 1,
    continues: Bool = false
  ) {
    let range = range ?? bytes.indices
    precondition(range.upperBound <= bytes.count, "the range lies outside the bytes")
    self.bytes = bytes
    start = range.lowerBound
    end = range.upperBound
    firstLine = line
    offset = range.lowerBound
    if !continues, bytes[range].starts(with: [0xEF, 0xBB, 0xBF]) { offset += 3 }
  }

  /// The kind of the next value, judged by its first byte.
  package mutating func peek() throws(JSONError) -> JSONKind {
    guard let byte = nextByte() else { throw failure(expected: "a value") }
    switch byte {
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    default: throw failure(expected: "a value")
    }
  }

  /// Enters an object.
  package mutating func beginObject() throws(JSONError) {
    try expect(.object)
    try open(depth: isFirst.count)
    isFirst.append(true)
    keys.push()
  }

  /// The next key of the object, whose value must be read next; nil at the end of the object.
  package mutating func nextKey() throws(JSONError) -> String? {
    let last = isFirst.count - 1
    guard try nextMember(isFirst: isFirst[last]) else {
      isFirst.removeLast()
      keys.pop()
      return nil
    }
    isFirst[last] = false
    let keyOffset = offset
    let key = try readKey()
    guard keys.insert(key) else { throw duplicate(key, at: keyOffset) }
    return key
  }

  /// Enters an array.
  package mutating func beginArray() throws(JSONError) {
    try expect(.array)
    try open(depth: isFirst.count)
    isFirst.append(true)
  }

  /// Whether the array has one more element, which must be read next.
  package mutating func nextElement() throws(JSONError) -> Bool {
    let last = isFirst.count - 1
    guard try nextElement(isFirst: isFirst[last]) else {
      isFirst.removeLast()
      return false
    }
    isFirst[last] = false
    return true
  }

  /// Reads a string.
  package mutating func readString() throws(JSONError) -> String {
    try expect(.string)
    return try readStringToken()
  }

  /// Reads `true` or `false`.
  package mutating func readBool() throws(JSONError) -> Bool {
    try expect(.bool)
    return try readBoolToken()
  }

  /// Reads an integer.
  package mutating func readInteger() throws(JSONError) -> Int64 {
    try expect(.number)
    let place = offset
    guard case .integer(let value) = try readNumberToken() else {
      throw failure("expected an integer, found a number with a fraction or an exponent", at: place)
    }
    return value
  }

  /// Reads a number; an integer past 2^53 is rounded.
  package mutating func readDouble() throws(JSONError) -> Double {
    try expect(.number)
    switch try readNumberToken() {
    case .integer(let value): return Double(value)
    case .double(let value): return value
    }
  }

  /// Reads `null` if that comes next, and says whether it did.
  package mutating func readNull() throws(JSONError) -> Bool {
    guard try peek() == .null else { return false }
    try readWord("null")
    return true
  }

  /// Reads a value of any kind.
  package mutating func readValue() throws(JSONError) -> JSONValue {
    try readValue(depth: isFirst.count)
  }

  /// Reads an object into a dictionary, for keys in one normalisation form.
  ///
  /// Faster than ``readValue()``, since it sorts nothing. Keys that Swift treats as equal count as
  /// one key given twice.
  package mutating func readDictionary() throws(JSONError) -> [String: JSONValue] {
    try expect(.object)
    try open(depth: isFirst.count)
    var members = [String: JSONValue](minimumCapacity: 3)
    while try nextMember(isFirst: members.isEmpty) {
      let place = offset
      let key = try readKey()
      let value = try readValue(depth: isFirst.count + 1)
      if members.updateValue(value, forKey: key) != nil { throw duplicate(key, at: place) }
    }
    return members
  }

  /// Reads past a value of any kind, which must be valid.
  package mutating func skipValue() throws(JSONError) {
    _ = try readValue(depth: isFirst.count)
  }

  /// Whether nothing but white space is left.
  package mutating func isAtEnd() -> Bool { nextByte() == nil }

  /// Checks that nothing but white space is left.
  package mutating func finish() throws(JSONError) {
    guard isAtEnd() else { throw failure(expected: "the end of the text") }
  }

  /// An error at a place in the text, for a value that is valid JSON but not the expected one.
  package func failure(_ message: String, at place: Int? = nil) -> JSONError {
    let place = place ?? offset
    let position = JSONError.Position(offset: place, in: bytes, from: start, firstLine: firstLine)
    return JSONError(message: message, position: position)
  }
}
