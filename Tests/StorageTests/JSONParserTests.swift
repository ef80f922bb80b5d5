import Storage
import Testing

@Suite struct JSONParserTests {
  @Test(
    arguments: [
      ("null", JSONValue.null),
      (" true ", true),
      ("false\n", false),
      ("0", 0),
      ("-1", -1),
      ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)),
      ("1.0", 1.0),
      ("1e0", 1.0),
      ("-0", .double(-0.0)),
      ("-0.0", .double(-0.0)),
      ("10E+2", 1000.0),
      ("9223372036854775808.0", 9_223_372_036_854_775_808.0),
      (#""""#, ""),
      (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"),
      (#""\u0000\u00e9\uD83D\uDE00""#, "\u{0}\u{E9}\u{1F600}"),
      ("\"\u{2028}\u{7F}\"", "\u{2028}\u{7F}"),
      ("[]", []),
      ("[1, [2], {}]", [1, [2], [:]]),
      (#"{ "b" : 1 , "a" : null }"#, ["a": .null, "b": 1]),
      ("\u{FEFF}[1]", [1]),
    ] as [(String, JSONValue)]
  )
  func `a valid text is read exactly`(text: String, value: JSONValue) throws {
    #expect(try JSONParser.parse(text) == value)
  }

  @Test(
    arguments: [
      ("", 1, 1, "expected a value, found the end of the text"),
      ("[1,]", 1, 4, "expected a value, found ']'"),
      ("[1 2]", 1, 4, "expected ',' or ']', found '2'"),
      ("{\"a\":1,}", 1, 8, "expected a key in quotes, found '}'"),
      ("{1:2}", 1, 2, "expected a key in quotes or '}', found '1'"),
      ("{\"a\" 1}", 1, 6, "expected ':', found '1'"),
      ("{\"a\":1", 1, 7, "expected ',' or '}', found the end of the text"),
      ("nul", 1, 1, "expected a value, found 'n'"),
      ("1 1", 1, 3, "expected the end of the text, found '1'"),
      ("\n\n  \u{1}", 3, 3, "expected a value, found the control character U+0001"),
      ("[\"é\", é]", 1, 7, "expected a value, found a character that JSON allows in strings only"),
      ("\r\n\r?", 3, 1, "expected a value, found '?'"),
      ("\u{FEFF}?", 1, 1, "expected a value, found '?'"),
      ("{\"é\":1,\n \"e\":2, \"é\":3}", 2, 9, "the object has the key \"é\" twice"),
      ("\"abc", 1, 1, "the string that starts here has no end"),
      ("\"a\nb\"", 1, 3, "a control character in a string must be written as an escape"),
      (#""a\x""#, 1, 3, #"a backslash must be followed by one of " \ / b f n r t u"#),
      (#""a\u12g4""#, 1, 3, #"\u must be followed by four hexadecimal digits"#),
      (#""\uD800""#, 1, 2, "the first half of a surrogate pair stands alone"),
      (#""\uD800\u0041""#, 1, 2, "the first half of a surrogate pair stands alone"),
      (#""\uDC00""#, 1, 2, "the second half of a surrogate pair stands alone"),
      ("01", 1, 1, "a number must not start with 0 and another digit"),
      ("-", 1, 2, "expected a digit after '-'"),
      ("1.", 1, 3, "expected a digit after '.'"),
      ("[1.e2]", 1, 4, "expected a digit after '.'"),
      ("1e+", 1, 4, "expected a digit after the exponent's sign or letter"),
      ("[1e999]", 1, 2, "the number is too large for a double"),
      (
        "9223372036854775808", 1, 1,
        "the integer is outside -9223372036854775808…9223372036854775807; with a fraction it is a double"
      ),
    ] as [(String, Int, Int, String)]
  )
  func `a wrong text is refused with its place`(
    text: String,
    line: Int,
    column: Int,
    message: String
  ) throws {
    let error = try #require(throws: JSONError.self) { try JSONParser.parse(text) }
    #expect(error.message == message)
    #expect([error.line, error.column] == [line, column])
    #expect(error.description == "line \(line), column \(column): \(message)")
  }

  @Test(arguments: [
    "+1", ".5", "NaN", "Infinity", "1_0", "0x1", "True", "'a'", "[1],", "{a:1}", "//\n1", "\u{A0}1",
    "-a", "--1", "1e", "1e1.0", "[", "{", "]", "\"\\", "\"\\u", "\"\\u00", "{\"a\"", "{\"a\":",
    "-01",
    "99999999999999999999999", "\u{FEFF}\u{FEFF}1",
  ])
  func `what other parsers let pass is refused`(text: String) {
    #expect(throws: JSONError.self) { try JSONParser.parse(text) }
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
    ] as [[UInt8]]
  )
  func `bytes that are not UTF-8 are refused where they start`(bad: [UInt8]) throws {
    for prefix in [#"["é"#, #"["\n"#] {
      let text = Array(prefix.utf8) + bad + Array(#"x"]"#.utf8)
      let error = try #require(throws: JSONError.self) { try JSONParser.parse(text) }
      #expect(error.message == "the bytes here are not valid UTF-8")
      #expect(error.offset == prefix.utf8.count)
    }
  }

  @Test func `nesting is allowed up to the limit and refused past it`() throws {
    let limit = JSONParser.maxDepth
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSONParser.parse(nested(limit))
    let error = try #require(throws: JSONError.self) { try JSONParser.parse(nested(limit + 1)) }
    #expect(error.message == "arrays and objects are nested more than 512 deep")
    #expect(error.column == 513)
    let open = String(repeating: "{\"a\":", count: 100_000)
    #expect(throws: JSONError.self) { try JSONParser.parse(open) }
  }

  @Test func `keys that are only canonically equivalent are two keys`() throws {
    let object = try #require(try JSONParser.parse("{\"\u{E9}\":1,\"e\u{301}\":2}").object)
    #expect(object.count == 2)
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
    #expect(throws: JSONError.self) { try JSONParser.parse(#"{"a":1,"b":2,"\u0061":3}"#) }
  }

  @Test func `one line of many is read and reported with its number`() throws {
    let text = Array("{\"a\":1}\n[2]\n{x}\n".utf8)
    #expect(try JSONParser.parse(text, in: 0..<7) == ["a": 1])
    #expect(try JSONParser.parse(text, in: 8..<11, line: 2) == [2])
    let error = try #require(throws: JSONError.self) {
      try JSONParser.parse(text, in: 12..<15, line: 3)
    }
    #expect([error.line, error.column, error.offset] == [3, 2, 13])
  }
}
