import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

@Suite struct DocumentSplitterTests {
  /// The records of a text that comes in pieces, each with its place in front.
  private func records(_ text: String, pieces: Int) throws -> [String] {
    let bytes = Array(text.utf8)
    var splitter = DocumentSplitter()
    var found: [String] = []
    func note(_ bytes: [UInt8], _ range: Range<Int>, _ place: RecordPlace) {
      let index = place.index.map { " item \($0)" } ?? ""
      let text = String(decoding: bytes[range], as: UTF8.self)
      found.append("\(place.line):\(place.column)\(index) \(text.trimmed)")
    }
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      let piece = Array(bytes[start..<min(bytes.count, start + pieces)])
      try splitter.take(piece) { note($0, $1, $2) }
    }
    try splitter.take(nil) { note($0, $1, $2) }
    return found
  }

  @Test(arguments: [1, 3, 1_000])
  func `elements are handed on whole, whatever pieces they come in`(pieces: Int) throws {
    let elements = #"{"a":"]}\"\\"},"# + "\n [1,{}] ,\n5"
    let wanted = [#"1:2 item 1 {"a":"]}\"\\"}"#, "2:2 [1,{}]", "3:1 5"]
    #expect(try records("[\(elements)]", pieces: pieces) == wanted)
    let document = "{\n\"schema\":1,\"items\":\n[\n\(elements)\n],\"history\":[[1],2]}\n"
    let places = [#"4:1 {"a":"]}\"\\"}"#, "5:2 [1,{}]", "6:1 5\n"]
    #expect(try records(document, pieces: pieces) == places)
  }

  @Test(arguments: [1, 1_000])
  func `a wrong element hides none of those behind it`(pieces: Int) throws {
    let found = try records("[tru,{\"a\" 1},1 2,\n{}]", pieces: pieces)
    #expect(found == ["1:2 item 1 tru", "1:6 item 2 {\"a\" 1}", "1:14 item 3 1 2", "2:1 {}"])
  }

  @Test(arguments: [1, 1_000])
  func `an object without items is the one record`(pieces: Int) throws {
    let text = "{\"title\":\"a\",\"items\":5}"
    #expect(try records(text, pieces: pieces) == ["1:1 \(text)"])
    #expect(try records(" \n", pieces: pieces) == [])
  }

  @Test(
    arguments: [
      ("[1,]", "line 1: expected a value, found ']', behind item 1"),
      ("[\n1", "line 2: expected ',' or ']', found the end of the text"),
      ("[\n{\"a\":\"", "line 2: the string that starts here has no end"),
      ("[1}", "line 1: expected ',' or ']', found '}', behind item 1"),
      ("[] x", "line 1: expected the end of the text, found 'x'"),
      ("{\"items\":[],\n\"items\":[]}", "line 2: the object has the key \"items\" twice"),
      ("{\"items\":[],\"colour\":1}", "line 1: \"colour\": a document cannot have this key"),
      ("{\"schema\":99,\"items\":[]}", "line 1: \"schema\": expected a version up to"),
      ("{\"schema\":tru,\n\"items\":[]}", "line 1: expected a value, found 't'"),
      ("[\u{FEFF}1]", "line 1: there is a byte order mark within the text"),
      ("true", "line 1: expected an array of items, found true or false"),
    ],
    [1, 1_000]
  ) func `a wrong document is refused with its line`(
    _ wrong: (text: String, message: String),
    pieces: Int
  ) throws {
    let error = try #require(throws: StorageError.self) {
      _ = try records(wrong.text, pieces: pieces)
    }
    #expect(error.code == .malformedFile && error.message.hasPrefix(wrong.message), "\(error)")
  }

  @Test func `a value's range ends before its comma, and is known once that has come`() {
    func range(_ text: String) -> Range<Int>? {
      var reader = JSONReader(Array(text.utf8))
      return reader.rangeOfValue()
    }
    #expect(range(" {\"a\":\",]\"} ,") == 1..<12)
    #expect(range("12") == nil && range("12]") == 0..<2 && range(" ") == nil)
    #expect(range("\"a\\") == nil && range("\"a\\\",\"") == nil && range("[1,2") == nil)
    #expect(range(",") == 0..<0)
  }
}
