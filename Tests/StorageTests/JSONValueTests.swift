import Storage
import Testing

@Suite struct JSONValueTests {
  @Test(
    arguments: [
      (.integer(1), .double(1)),
      (.double(0.0), .double(-0.0)),
      (.string("\u{E9}"), .string("e\u{301}")),
      (.string("q\u{307}\u{323}"), .string("q\u{323}\u{307}")),
      (.null, .bool(false)),
      (["\u{E9}": 1], ["e\u{301}": 1]),
      ([1], [1, 1]),
    ] as [(JSONValue, JSONValue)]
  )
  func `values with other bits or bytes are different`(left: JSONValue, right: JSONValue) {
    #expect(left != right)
    #expect(Set([left, right, left]).count == 2)
  }

  @Test func `equal values hash alike, whatever order they were made in`() {
    let left: JSONValue = ["a": 1, "b": [.double(.nan)]]
    let right: JSONValue = ["b": [.double(.nan)], "a": 1]
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
  }

  @Test func `accessors return what the value holds`() {
    let value: JSONValue = ["s": "x", "i": 3, "d": 2.5, "b": true, "n": .null, "a": [1, 2]]
    #expect(value["s"]?.string == "x")
    #expect(value["i"]?.integer == 3)
    #expect(value["i"]?.int == 3)
    #expect(value["i"]?.double == 3)
    #expect(value["d"]?.double == 2.5)
    #expect(value["d"]?.integer == nil)
    #expect(value["b"]?.bool == true)
    #expect(value["n"]?.isNull == true)
    #expect(value["a"]?[1] == 2)
    #expect(value["a"]?[2] == nil)
    #expect(value["none"] == nil)
    #expect(value.kind == .object)
    #expect(JSONValue.string("x")["s"] == nil)
  }

  @Test func `an object keeps its keys in the order of their bytes`() {
    var object = JSONObject()
    for key in ["b", "é", "", "a", "B", "e\u{301}", "\u{1F600}", "\u{FFFD}"] { object[key] = 1 }
    #expect(
      object.map { Array($0.key.utf8) }
        == [
          "", "B", "a", "b", "e\u{301}", "é", "\u{FFFD}", "\u{1F600}",
        ].map { Array($0.utf8) }
    )
  }

  @Test func `an object's members can be set, changed and removed`() {
    var object: JSONObject = ["a": 1]
    object["b"] = 2
    object["a"] = 3
    object["none"] = nil
    object["list", default: []] = [1]
    #expect(object == ["a": 3, "b": 2, "list": [1]])
    #expect(object.removeValue(forKey: "b") == 2)
    #expect(object.removeValue(forKey: "b") == nil)
    object.merge(["a": 4, "c": 5])
    #expect(Array(object.keys) == ["a", "c", "list"])
    #expect(Array(object.values) == [4, 5, [1]])
    #expect(object.mapValues { _ in .null } == ["a": .null, "c": .null, "list": .null])
    #expect(JSONObject([("x", 1), ("x", 2)]) == ["x": 2])
    #expect(JSONObject(["x": 1, "a": 2] as [String: JSONValue]) == ["a": 2, "x": 1])
  }
}
