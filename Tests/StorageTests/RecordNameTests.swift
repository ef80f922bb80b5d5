import Foundation
import Testing

@testable import Storage

// Types with a property of a name that every item has by itself.

private struct House: ItemRecord {
  static let kind = "house"
  var title: String
  var number: Int?
}

private struct Identified: ItemRecord {
  static let kind = "identified"
  var id: UUID
  var title: String
}

private struct Dated: ItemRecord {
  static let kind = "dated"
  var title: String
  var createdAt: Date
}

private struct Waiting: ItemRecord {
  static let kind = "waiting"
  var title: String
  var blockers: [String]
}

/// Its keys say what its properties are, and what is the item's own.
private struct RenamedHouse: ItemRecord {
  static let kind = "renamed-house"
  static let parts: [String: ItemPart] = ["title": .title, "createdAt": .createdAt]
  var title: String
  var number: Int?
  var createdAt: Date?

  enum CodingKeys: String, CodingKey {
    case title, createdAt
    case number = "houseNumber"
  }
}

/// Has one key, of any name.
private struct AnyKey: ItemRecord {
  static let kind = "any-key"
  var name: String

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(name: String) { self.name = name }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    name = container.allKeys.first { $0.stringValue != "title" }?.stringValue ?? ""
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode("x", forKey: Key(stringValue: "title"))
    try container.encode(1, forKey: Key(stringValue: name))
  }
}

private struct Ranked: ItemRecord {
  static let kind = "ranked"
  var title: String
  var list: [Int]
}

@Suite struct `Names that every item has by itself` {
  private let store: SQLiteRepository

  init() throws { store = try .inMemory() }

  private func error(adding record: some ItemRecord) async -> StorageError? {
    await #expect(throws: StorageError.self) {
      try await store.records(of: type(of: record)).add(record)
    }
  }

  @Test func `are refused with the property, the type and a remedy`() async throws {
    let number = await error(adding: House(title: "Home", number: 7))
    #expect(number?.code == .misuse)
    #expect(
      number?.message == """
        A House has a property 'number', a name that every item has by itself. Give the property \
        another key in its CodingKeys, as in case number = "ownNumber"; or, if the item's own is \
        meant, say so in the type's 'parts', which then name all of them: ["title": .title, \
        "number": .number].
        """
    )
    for (error, name) in [
      (await error(adding: Identified(id: UUID(), title: "x")), "Identified has a property 'id'"),
      (
        await error(adding: Dated(title: "x", createdAt: Date())),
        "Dated has a property 'createdAt'"
      ),
      (await error(adding: Waiting(title: "x", blockers: [])), "Waiting has a property 'blockers'"),
      (await error(adding: AnyKey(name: "rank")), "AnyKey has a property 'rank'"),
    ] {
      #expect(error?.code == .misuse && error?.message.contains(name) == true)
    }
    #expect(try await store.count(.all) == 0)
  }

  @Test(arguments: ItemPart.reservedNames.keys.sorted())
  func `are refused one by one`(name: String) async {
    let error = await error(adding: AnyKey(name: name))
    #expect(error?.code == .misuse && error?.message.contains("'\(name)'") == true)
  }

  @Test func `are refused at the first add, also where the value is left out`() async {
    let error = await error(adding: House(title: "Home", number: nil))
    #expect(error?.code == .misuse)
  }

  @Test func `are refused in queries`() async {
    let houses = store.records(of: House.self)
    let error = await #expect(throws: StorageError.self) { try await houses.count(\.number == 7) }
    #expect(error?.code == .misuse && error?.message.contains("'number'") == true)
  }

  @Test func `are free for keys of another name, and for parts that the type names`() async throws {
    let houses = store.records(of: RenamedHouse.self)
    let moment = Date(timeIntervalSince1970: 1_000)
    let house = try await houses.add(RenamedHouse(title: "Home", number: 7, createdAt: moment))
    #expect(house.number == 7 && house.item.number == 1)
    #expect(house.item.attributes == ["houseNumber": 7] && house.item.createdAt == moment)
    #expect(try await houses.count(\.number == 7 && \.createdAt == moment) == 1)
    let any = try await store.records(of: AnyKey.self).add(AnyKey(name: "size"))
    #expect(any.item.attributes == ["size": 1])
  }

  @Test func `are with those of the parts all that an item has`() {
    let properties = Mirror(reflecting: Item.blank).children.compactMap(\.label)
    let names = Set(ItemPart.recordParts.keys).union(ItemPart.reservedNames.keys)
    #expect(names == Set(properties + ItemPart.allCases.map(\.name)).subtracting(["unknown"]))
    #expect(Set(ItemPart.recordParts.keys).isDisjoint(with: ItemPart.reservedNames.keys))
  }

  @Test func `differ from names of parts, whose values must fit them`() async {
    let error = await error(adding: Ranked(title: "x", list: [1]))
    #expect(error?.code == .invalidItem)
    #expect(error?.message.contains("an item has a part 'list'") == true)
  }
}

private struct Trip: ItemRecord, Equatable {
  static let kind = "trip"
  var title: String
  var tags: [String] = []
  var start: DayOrInstant?
  var stops: Set<String> = []
  var days: [CalendarDay] = []
  var length = 1.5
  var status: Status?
}

/// Reads another value than it wrote.
private struct Forgetful: ItemRecord {
  static let kind = "forgetful"
  var title: String
  var size: Int

  init(title: String, size: Int) {
    self.title = title
    self.size = size
  }

  init(from decoder: any Decoder) throws {
    title = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .title)
    size = 0
  }
}

@Suite struct `The check of a record's round trip` {
  private func error(of record: some ItemRecord) async -> StorageError? {
    await #expect(throws: StorageError.self) { try await ItemRecords.checkRoundTrip(of: record) }
  }

  @Test func `accepts what comes back, sets in any order, and what the store assigns`() async throws
  {
    let trip = Trip(
      title: "Coast",
      tags: ["a", "b"],
      start: .day(2026, 11, 30),
      stops: Set((1...50).map { "stop \($0)" }),
      days: [CalendarDay(year: 2026, month: 11, day: 30)]
    )
    try await ItemRecords.checkRoundTrip(of: trip)
    try await ItemRecords.checkRoundTrip(
      of: RenamedHouse(title: "Home", number: 7, createdAt: Date(timeIntervalSince1970: 1))
    )
    try await ItemRecords.checkRoundTrip(of: RenamedHouse(title: "Home"))
  }

  @Test func `names the keys of values that come back as others`() async {
    let sorted = await error(of: Trip(title: "Coast", tags: ["b", "a"]))
    #expect(sorted?.code == .attributeMismatch && sorted?.message.contains("'tags'") == true)
    let twice = await error(of: Trip(title: "Coast", tags: ["a", "a"]))
    #expect(twice?.message.hasSuffix("other values under 'tags'.") == true)
    let forgotten = await error(of: Forgetful(title: "x", size: 3))
    #expect(forgotten?.message.hasSuffix("other values under 'size'.") == true)
    #expect(forgotten?.code == .attributeMismatch)
  }

  @Test func `refuses reserved names and values that no store keeps`() async {
    #expect(await error(of: House(title: "Home"))?.code == .misuse)
    let infinite = await error(of: Trip(title: "Coast", length: .infinity))
    #expect(infinite?.code == .invalidItem && infinite?.message.contains("'length'") == true)
    #expect(await error(of: Trip(title: ""))?.code == .invalidItem)
  }
}
