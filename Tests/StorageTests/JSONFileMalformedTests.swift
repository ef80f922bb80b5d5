import Storage
import TemporaryFolders
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Files that are refused: each stays byte for byte as it was.
@Suite struct JSONFileMalformedTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let code: StorageError.Code
    let message: String
    var testDescription: String { message }

    init(_ text: String, _ message: String, _ code: StorageError.Code = .malformedFile) {
      self.text = text
      self.message = message
      self.code = code
    }
  }

  private static let id = "01890a5d-ac96-774b-bcce-b302099a8057"

  static let cases = [
    Case("{\n \"schema\": 4\n \"items\": []}", "line 3, column 2: expected ',' or '}'"),
    Case("{\"schema\": 4, \"items\": [", "line 1, column 25: \"items\": expected a value"),
    Case(" \n", "line 2, column 1: expected a value, found the end of the text"),
    Case("[]", "expected an object, found an array"),
    Case("hello", "line 1, column 1: expected a value"),
    Case("{\"items\": []}", "the key \"schema\" is missing"),
    Case("{\"schema\": 4}", "the key \"items\" is missing"),
    Case("{\"schema\": 4, \"items\": [], \"items\": []}", "the key \"items\" twice"),
    Case("{\"schema\": 4, \"items\": [], \"things\": []}", "\"things\": a store has no such key"),
    Case("{\"schema\": 4, \"items\": {}}", "\"items\": expected an array, found an object"),
    Case("{\"schema\": \"1\", \"items\": []}", "\"schema\": expected a number, found a string"),
    Case("{\"schema\": 0, \"items\": []}", "\"schema\": expected a number from 1"),
    Case("{\"schema\": 5, \"other\": []}", "later version (schema 5", .laterVersion),
    Case("{\"new\": 1, \"schema\": 99}", "later version (schema 99", .laterVersion),
    Case("{\"schema\": 5,\n \"items\": [,]}", "line 2, column 12: expected a value"),
    Case("{\"schema\": 4, \"items\": [{}]}", "the key \"title\" is missing"),
    Case("{\"schema\": 4, \"items\": [{\"title\": 5}]}", "\"title\": expected a string"),
    Case("{\"schema\": 4, \"items\": [{\"title\": \"\"}]}", "The title is empty"),
    Case("{\"schema\": 4, \"items\": [{\"title\": \"a\", \"title\": \"b\"}]}", "\"title\" twice"),
    Case(
      "{\"schema\": 4, \"items\": [{\"title\": \"a\", \"number\": 0}]}",
      "0 is not an item's number"
    ),
    Case(
      "{\"schema\": 4, \"items\": [{\"title\": \"a\", \"number\": 9223372036854775807}]}",
      "is not an item's number"
    ),
    Case(
      "{\"schema\": 4, \"items\": [{\"title\": \"a\", \"id\": \"x\"}]}",
      "\"id\": expected an id"
    ),
    Case(
      "{\"schema\": 4, \"items\": [{\"id\": \"\(id)\", \"title\": \"a\"},\n"
        + "{\"id\": \"\(id)\", \"title\": \"b\"}]}",
      "line 2, column 1: the id \(id) is given twice"
    ),
    Case("{\"schema\": 4, \"items\": [], \"sync\": {\"clock\": \"5\"}}", "\"clock\": expected 16"),
    Case(
      "{\"schema\": 4, \"items\": [], \"sync\": {\"new\": 1}}",
      "\"new\": a store has no such key"
    ),
    Case(
      "{\"schema\": 4, \"items\": [], \"sync\": {\"items\": {\"\(id)\": {\"dirty\": 1}}}}",
      "the key \"stamp\" is missing"
    ),
    Case(
      "{\"schema\": 4, \"items\": [], \"sync\": {\"items\": {\"x\": {}}}}",
      "is not an item's id"
    ),
    Case("{\"schema\": 4, \"items\": [], \"sync\": {\"stateBase64\": \"?\"}}", "not base 64"),
    Case("{\"schema\": 4, \"items\": [], \"sync\": {\"conflicts\": [{}]}}", "lacks a part"),
    Case("SQLite format 3\0 and more", "is a SQLite database", .notAStore),
    Case("\u{1}\0\u{2}", "is a binary file", .notAStore),
  ]

  @Test(arguments: cases)
  func `a malformed file is refused and left alone`(file: Case) async throws {
    let folder = try JSONFileFolder()
    let opened = try JSONFileRepository(at: folder.file)
    try await opened.add("Here before")
    try folder.write(file.text)
    for access in [StoreOptions.Access.create, .readWrite, .readOnly] {
      let error = #expect(throws: StorageError.self) {
        try JSONFileRepository(at: folder.file, options: StoreOptions(access: access))
      }
      #expect(error?.code == file.code)
      #expect(error?.message.contains(file.message) == true, "\(error?.message ?? "")")
      #expect(error?.message.contains(folder.file) == true)
    }
    let read = await #expect(throws: StorageError.self) { try await opened.items() }
    let write = await #expect(throws: StorageError.self) { try await opened.add("More") }
    #expect(read?.code == file.code && write?.code == file.code)
    #expect(try folder.text() == file.text)
    #expect(try folder.names == ["items.json"])
  }

  @Test func `a path without a file is refused where none may be made`() throws {
    let folder = try JSONFileFolder()
    for access in [StoreOptions.Access.readWrite, .readOnly] {
      let error = #expect(throws: StorageError.self) {
        try JSONFileRepository(at: folder.file, options: StoreOptions(access: access))
      }
      #expect(error?.code == .cannotOpen)
    }
    #expect(throws: StorageError.self) { try JSONFileRepository(at: folder.path) }
    #expect(throws: StorageError.self) {
      try JSONFileRepository(at: folder.path + "/no/items.json")
    }
    #expect(try folder.names.isEmpty)
  }

  @Test func `an attribute nested too deep to be read again is refused`() async throws {
    let folder = try JSONFileFolder()
    let repository = try JSONFileRepository(at: folder.file)
    var value = JSONValue.integer(1)
    for _ in 0..<510 { value = [value] }
    let before = try folder.bytes()
    let deep = value
    let error = await #expect(throws: StorageError.self) {
      try await repository.add(ItemDraft(title: "Deep", attributes: ["a": deep]))
    }
    #expect(error?.code == .invalidItem)
    #expect(try folder.bytes() == before)
  }

  @Test func `a file that is emptied while it is open is not taken for an edit`() async throws {
    let folder = try TemporaryFolder()
    let store = try JSONFileRepository(at: folder.file("store.json"))
    try await store.add("Buy milk")
    let whole = try folder.read("store.json")
    let path = try folder.write([], to: "store.json")
    let error = await #expect(throws: StorageError.self) { try await store.add("Buy bread") }
    #expect(error?.code == .malformedFile)
    #expect(try folder.read("store.json") == [])
    _ = try folder.write(whole, to: "store.json")
    try await store.add("Buy bread")
    #expect(try await JSONFileRepository(at: path).count(.all) == 2)
  }
}
