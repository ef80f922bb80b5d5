// White space, punctuation, words and the values made of them.

extension JSONReader {
  /// Moves past white space and returns the byte there, without reading it.
  package mutating func nextByte() -> UInt8? {
    offset = endOfSpace(from: offset)
    return offset < end ? bytes[offset] : nil
  }

  private func endOfSpace(from place: Int) -> Int {
    let span = bytes.span
    var index = place
    while index < end {
      switch span[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index &+= 1
      default: return index
      }
    }
    return index
  }

  mutating func expect(_ kind: JSONKind) throws(JSONError) {
    let found = try peek()
    guard found == kind else { throw failure("expected \(kind.phrase), found \(found.phrase)") }
  }

  /// Reads the opening bracket that `expect` has seen.
  mutating func open(depth: Int) throws(JSONError) {
    guard depth < JSONParser.maxDepth else {
      throw failure("arrays and objects are nested more than \(JSONParser.maxDepth) deep")
    }
    offset += 1
  }

  /// Reads up to the next key's quote, or past the end of the object.
  package mutating func nextMember(isFirst: Bool) throws(JSONError) -> Bool {
    var byte = nextByte()
    if byte == UInt8(ascii: "}") {
      offset += 1
      return false
    }
    if !isFirst {
      guard byte == UInt8(ascii: ",") else { throw failure(expected: "',' or '}'") }
      offset += 1
      byte = nextByte()
    }
    guard byte == UInt8(ascii: "\"") else {
      throw failure(expected: isFirst ? "a key in quotes or '}'" : "a key in quotes")
    }
    return true
  }

  /// Reads up to the next element, or past the end of the array.
  package mutating func nextElement(isFirst: Bool) throws(JSONError) -> Bool {
    let byte = nextByte()
    if byte == UInt8(ascii: "]") {
      offset += 1
      return false
    }
    if isFirst { return true }
    guard byte == UInt8(ascii: ",") else { throw failure(expected: "',' or ']'") }
    offset += 1
    return true
  }

  /// Reads a key and its colon.
  package mutating func readKey() throws(JSONError) -> String {
    let key = try readStringToken()
    guard nextByte() == UInt8(ascii: ":") else { throw failure(expected: "':'") }
    offset += 1
    return key
  }

  mutating func readBoolToken() throws(JSONError) -> Bool {
    let isTrue = bytes[offset] == UInt8(ascii: "t")
    try readWord(isTrue ? "true" : "false")
    return isTrue
  }

  mutating func readWord(_ word: StaticString) throws(JSONError) {
    let wanted = word.description
    guard bytes[offset..<end].starts(with: wanted.utf8) else { throw failure(expected: "a value") }
    offset += wanted.utf8.count
  }

  mutating func readValue(depth: Int) throws(JSONError) -> JSONValue {
    switch try peek() {
    case .string: return .string(try readStringToken())
    case .number:
      switch try readNumberToken() {
      case .integer(let value): return .integer(value)
      case .double(let value): return .double(value)
      }
    case .object: return .object(try readObject(depth: depth))
    case .array: return .array(try readArray(depth: depth))
    case .bool: return .bool(try readBoolToken())
    case .null:
      try readWord("null")
      return .null
    }
  }

  private mutating func readArray(depth: Int) throws(JSONError) -> [JSONValue] {
    try open(depth: depth)
    var values: [JSONValue] = []
    while try nextElement(isFirst: values.isEmpty) {
      values.append(try readValue(depth: depth + 1))
    }
    return values
  }

  private mutating func readObject(depth: Int) throws(JSONError) -> JSONObject {
    try open(depth: depth)
    var members: [(key: String, value: JSONValue)] = []
    var places: [Int] = []
    while try nextMember(isFirst: members.isEmpty) {
      places.append(offset)
      let key = try readKey()
      members.append((key, try readValue(depth: depth + 1)))
    }
    switch JSONObject.make(listed: members) {
    case .success(let object): return object
    case .failure(let duplicate):
      throw self.duplicate(members[duplicate.index].key, at: places[duplicate.index])
    }
  }

  /// An error at the current offset that says what was expected and what was found.
  package func failure(expected: String) -> JSONError {
    failure("expected \(expected), found \(found)")
  }

  package func duplicate(_ key: String, at place: Int) -> JSONError {
    let shown = key.unicodeScalars.prefix(64).map { $0.escaped(asASCII: false) }.joined()
    return failure("the object has the key \"\(shown)\" twice", at: place)
  }

  private var found: String {
    guard offset < end else { return "the end of the text" }
    let byte = bytes[offset]
    if (0x21...0x7E).contains(byte) { return "'\(Character(UnicodeScalar(byte)))'" }
    if byte < 0x80 {
      let digits = String(byte, radix: 16, uppercase: true)
      return "the control character U+00" + (digits.count == 1 ? "0" : "") + digits
    }
    return "a character that JSON allows in strings only"
  }
}
