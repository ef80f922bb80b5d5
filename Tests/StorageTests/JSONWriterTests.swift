import Storage
import Testing

@Suite struct JSONWriterTests {
  @Test(
    arguments: [
      (JSONValue.null, "null"),
      (true, "true"),
      (.integer(.min), "-9223372036854775808"),
      (.integer(.max), "9223372036854775807"),
      (0, "0"),
      (1.0, "1.0"),
      (.double(-0.0), "-0.0"),
      (0.1, "0.1"),
      (1e16, "1e+16"),
      (.double(.leastNonzeroMagnitude), "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"),
      (123_456_789.125, "123456789.125"),
      (
        "a\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}\u{2028}é😀",
        #""a\"\\/\b\f\n\r\t\u0000\u001f"# + "\u{7F}\u{2028}é😀\""
      ),
      ([1, [], [:], "x"], #"[1,[],{},"x"]"#),
      (
        ["b": 1, "a": [true], "B": .null, "é": 2, "z": 3],
        #"{"B":null,"a":[true],"b":1,"z":3,"é":2}"#
      ),
    ] as [(JSONValue, String)]
  )
  func `the compact form is as the format table says`(value: JSONValue, text: String) throws {
    #expect(try JSONWriter.text(of: value) == text)
    #expect(value.description == text)
  }

  @Test func `the pretty form has a line for each member and element`() throws {
    let value: JSONValue = ["b": [1, ["c": .null]], "a": [], "d": [:]]
    #expect(
      try JSONWriter.text(of: value, style: .pretty) == """
        {
          "a": [],
          "b": [
            1,
            {
              "c": null
            }
          ],
          "d": {}
        }
        """
    )
    #expect(try JSONWriter.text(of: [], style: .pretty) == "[]")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a double that is not finite is refused`(value: Double) throws {
    let error = try #require(throws: JSONError.self) {
      try JSONWriter.bytes(of: ["a": [.double(value)]])
    }
    #expect(error.position == nil)
    #expect(error.description == "JSON has no number for \(value)")
  }

  @Test func `values written one by one make several lines`() throws {
    var writer = JSONWriter()
    for number in [1, 2] as [Int64] {
      writer.beginObject()
      writer.writeKey("n")
      writer.writeInteger(number)
      writer.writeKey("a")
      try writer.writeValue([.null])
      writer.endObject()
      writer.endLine()
    }
    #expect(
      String(decoding: writer.takeBytes(), as: UTF8.self)
        == "{\"n\":1,\"a\":[null]}\n{\"n\":2,\"a\":[null]}\n"
    )
    #expect(writer.bytes.isEmpty)
  }
}
