import Storage
import Testing

@Suite struct JSONReaderTests {
  @Test func `a text is pulled into one's own variables`() throws {
    let text =
      #" {"id": 7, "name": "x", "on": true, "at": null, "w": 1, "tags": ["a","b"], "more": {"k": [{}]}} "#
    var reader = JSONReader(Array(text.utf8))
    var seen: [String] = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      seen.append(key)
      switch key {
      case "id": #expect(try reader.readInteger() == 7)
      case "name": #expect(try reader.readString() == "x")
      case "on": #expect(try reader.readBool())
      case "at": #expect(try reader.readNull())
      case "w":
        #expect(try !reader.readNull())
        #expect(try reader.readDouble() == 1)
      case "tags":
        var tags: [String] = []
        try reader.beginArray()
        while try reader.nextElement() { tags.append(try reader.readString()) }
        #expect(tags == ["a", "b"])
      default: try reader.skipValue()
      }
    }
    try reader.finish()
    #expect(seen == ["id", "name", "on", "at", "w", "tags", "more"])
  }

  @Test func `a value of another kind is refused by name and place`() throws {
    var reader = JSONReader(Array("[1.5, []]".utf8))
    try reader.beginArray()
    _ = try reader.nextElement()
    let fraction = try #require(throws: JSONError.self) { try reader.readInteger() }
    #expect(
      fraction.message == "expected an integer, found a number with a fraction or an exponent"
    )
    #expect(fraction.column == 2)
    _ = try reader.nextElement()
    let kind = try #require(throws: JSONError.self) { try reader.readString() }
    #expect(kind.description == "line 1, column 7: expected a string, found an array")
  }

  @Test(arguments: [2, 24, 25, 26, 200])
  func `a key given twice is refused, however many there are`(count: Int) throws {
    let keys = (0..<count).map { "\"k\($0)\":0" } + ["\"k\(count / 2)\":1"]
    var reader = JSONReader(Array("{\(keys.joined(separator: ",\n"))}".utf8))
    try reader.beginObject()
    for _ in 0..<count {
      _ = try reader.nextKey()
      try reader.skipValue()
    }
    let error = try #require(throws: JSONError.self) { try reader.nextKey() }
    #expect(error.message == "the object has the key \"k\(count / 2)\" twice")
    #expect([error.line, error.column] == [count + 1, 1])
  }
}
