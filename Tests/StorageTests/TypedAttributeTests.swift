import Foundation
import Storage
import Testing

@Suite struct `Typed attributes` {
  private struct Place: Codable, Equatable {
    var name: String
    var height: Double
    var visited: [Date]
    var note: String?
    var link: URL?
    var photo: Data?
    var parent: [Place]?
  }

  private enum Colour: String, Codable { case red, green }

  private final class Animal: Codable, Equatable {
    let legs: UInt8
    init(legs: UInt8) { self.legs = legs }
    static func == (left: Animal, right: Animal) -> Bool { left.legs == right.legs }
  }

  /// What comes back for a value that was set, through a store on SQLite.
  private func roundTrip<Value: Codable & Sendable>(_ value: Value) async throws -> Value? {
    let repository = try SQLiteRepository.inMemory()
    var draft = ItemDraft(title: "x")
    try draft.setAttribute("key", to: value)
    #expect(try draft.attribute(Value.self, "key") != nil)
    let item = try await repository.add(draft)
    return try await repository.item(item.id)?.attribute(Value.self, "key")
  }

  private let link = URL(string: "https://example.org/a%20b?c=d#e")

  @Test func `values of many types come back as they were`() async throws {
    let url = try #require(link)
    #expect(try await roundTrip(url) == url)
    #expect(try await roundTrip(true) == true)
    #expect(try await roundTrip("a\0b é") == "a\0b é")
    #expect(try await roundTrip(Data([0, 255, 7])) == Data([0, 255, 7]))
    #expect(try await roundTrip([1: "one"]) == [1: "one"])
    #expect(try await roundTrip([Int?.some(1), nil]) == [1, nil])
    #expect(try await roundTrip(Colour.green) == .green)
    #expect(try await roundTrip(UUID.zero) == .zero)
    #expect(try await roundTrip(Decimal(string: "0.1")) == Decimal(string: "0.1"))
    #expect(try await roundTrip(Status.done) == .done)
    let date = Date(timeIntervalSince1970: 1_700_000_000.123)
    let place = Place(
      name: "Säntis",
      height: 2_502,
      visited: [date],
      link: url,
      photo: Data([1]),
      parent: [Place(name: "Alps", height: -0.0, visited: [])]
    )
    let read = try #require(try await roundTrip(place))
    #expect(read.link == url && read.photo == Data([1]) && read.parent == place.parent)
    #expect(abs(try #require(read.visited.first).timeIntervalSince(date)) < 0.0005)
  }

  @Test(arguments: [Int64.min, -1, 0, 1 << 53 + 1, .max])
  func `integers are exact`(number: Int64) async throws {
    #expect(try await roundTrip(number) == number)
  }

  @Test(arguments: [0.1, -0.0, 1.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude])
  func `doubles are exact, and stay doubles`(number: Double) async throws {
    #expect(try await roundTrip(number)?.bitPattern == number.bitPattern)
    #expect(try JSONValue(encoding: number) == .double(number))
    #expect(try await roundTrip(Float(0.1)) == Float(0.1))
  }

  @Test func `a JSON value is itself, and nested ones too`() async throws {
    let value: JSONValue = ["a": 1.0, "b": [1, "x", true, .null]]
    #expect(try await roundTrip(value) == value)
    #expect(try await roundTrip(["in": value]) == ["in": value])
  }

  @Test func `values look as JSON readers expect`() throws {
    let url = try #require(link)
    #expect(try JSONValue(encoding: url) == .string(url.absoluteString))
    #expect(
      try JSONValue(encoding: ["at": Date(timeIntervalSince1970: 0)])
        == ["at": "1970-01-01T00:00:00.000Z"]
    )
    #expect(try JSONValue(encoding: Data("hi".utf8)) == "aGk=")
    #expect(try JSONValue(encoding: [String]()) == [])
    #expect(try JSONValue(encoding: Animal(legs: 4)) == ["legs": 4])
  }

  @Test func `nil removes, and what is not there is nil`() throws {
    var draft = ItemDraft(title: "x", attributes: ["key": 1])
    try draft.setAttribute("key", to: Int?.none)
    #expect(draft.attributes.isEmpty)
    #expect(try draft.attribute(Int.self, "key") == nil)
  }

  @Test func `an attribute of another type is named with its item, without its contents`()
    async throws
  {
    let repository = try SQLiteRepository.inMemory()
    let item = try await repository.add(
      ItemDraft(title: "x", attributes: ["place": ["name": "secret"], "colour": "secret"])
    )
    let error = try #require(
      throws: StorageError.self,
      performing: { _ = try item.attribute(URL.self, "place") }
    )
    #expect(error.code == .attributeMismatch)
    #expect(
      error.message
        == "The attribute 'place' of item 1 (\(item.id)) cannot be read as URL: "
        + "expected a URL as a string, found an object."
    )
    let missing = try #require(
      throws: StorageError.self,
      performing: { _ = try item.attribute(Place.self, "place") }
    )
    #expect(missing.message.hasSuffix("the key 'height' is missing."))
    let unknown = try #require(
      throws: StorageError.self,
      performing: { _ = try item.attribute(Colour.self, "colour") }
    )
    #expect(!unknown.message.contains("secret"))
  }

  @Test(arguments: [
    (JSONValue.integer(300), "expected a whole number from 0 to 255, found a number"),
    (.double(1.5), "expected a whole number from 0 to 255, found a number"),
    (.null, "expected a whole number from 0 to 255, found null"),
  ])
  func `a number that does not fit is refused`(value: JSONValue, message: String) throws {
    let error = try #require(
      throws: JSONError.self,
      performing: { _ = try value.decoded(as: UInt8.self) }
    )
    #expect(error.message == message)
    #expect(try JSONValue.double(3.0).decoded(as: Int.self) == 3)
    #expect(throws: JSONError.self) { try JSONValue.integer(.max).decoded(as: Double.self) }
  }

  @Test func `the place of a wrong value is told`() throws {
    let value: JSONValue = [["a": [1, "two"]]]
    let error = try #require(
      throws: JSONError.self,
      performing: { _ = try value.decoded(as: [[String: [Int]]].self) }
    )
    #expect(error.message.hasPrefix("at '[0].a.[1]': expected a whole number"))
  }

  @Test func `what JSON cannot hold is refused`() throws {
    var draft = ItemDraft(title: "x")
    for set in [
      { try draft.setAttribute("n", to: ["a": Double.nan]) },
      { try draft.setAttribute("n", to: ["a": UInt64.max]) },
    ] {
      let error = try #require(throws: StorageError.self, performing: set)
      #expect(error.code == .invalidItem)
      #expect(error.message.contains("'n' of the new item"))
      #expect(error.message.contains("at 'a'"))
    }
  }

  @Test func `a filter compares with any value`() async throws {
    let repository = try SQLiteRepository.inMemory()
    var draft = ItemDraft(title: "x")
    let url = try #require(link)
    try draft.setAttribute("url", to: url)
    try await repository.add(draft)
    #expect(try await repository.count(.attribute("url", is: url)) == 1)
    #expect(try await repository.count(.attribute("url", is: "other")) == 0)
  }
}

extension UUID {
  fileprivate static let zero = UUID(
    uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  )
}
