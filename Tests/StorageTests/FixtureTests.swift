import Storage
import StorageReference
import StorageTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Fixtures")
struct FixtureTests {
  @Test(arguments: ["empty", "demo", "full", "large:0:1", "large:12:7"])
  func `a fixture is known by its own name`(_ name: String) {
    #expect(Fixture(name: name)?.name == name)
  }

  @Test func `a large fixture without a seed has the default one`() {
    #expect(Fixture(name: "large:5")?.name == "large:5:\(Fixture.defaultSeed)")
  }

  @Test(arguments: [
    "", "Full", "large", "large:", "large:-1", "large:x", "large:1:", "large:1:-1", "large:1:2:3",
    "full:1", "demo:1", "large:99999999999999999999",
  ])
  func `any other name is no fixture`(_ name: String) {
    #expect(Fixture(name: name) == nil)
  }

  @Test(arguments: ["empty", "demo", "full", "large:12:7"])
  func `a fixture equals those of its name alone`(_ name: String) {
    #expect(Fixture(name: name) == Fixture(name: name))
    for other in ["empty", "demo", "full", "large:12:7", "large:12:8"] where other != name {
      #expect(Fixture(name: name) != Fixture(name: other))
    }
  }

  @Test func `fixtures of one's own are equal if their drafts are`() {
    let one = Fixture("mine", drafts: [ItemDraft(title: "a")])
    #expect(one == Fixture("mine", drafts: [ItemDraft(title: "a")]))
    #expect(one != Fixture("mine", drafts: [ItemDraft(title: "b")]))
    #expect(one != Fixture("yours", drafts: [ItemDraft(title: "a")]))
    #expect(Fixture("demo", drafts: []) != .demo)
  }

  @Test func `a fixture of one's own has the given drafts, or records`() async throws {
    struct Plant: ItemRecord {
      static let kind = "plant"
      var title: String
      var litres: Double
    }
    let drafts = Fixture("two", drafts: [ItemDraft(title: "a"), ItemDraft(title: "b")])
    #expect(drafts.name == "two" && drafts.drafts.underestimatedCount == 2)
    let two = try SQLiteRepository.inMemory(drafts)
    #expect(try await two.items().map(\.title).sorted() == ["a", "b"])
    let records = try Fixture("plants", records: [Plant(title: "Fern", litres: 0.5)])
    let store = try SQLiteRepository.inMemory(records)
    #expect(try await store.records(of: Plant.self).query(\.litres < 1).map(\.title) == ["Fern"])
    #expect(try await store.history().isEmpty)
    // What no store takes is an error when one is opened with it.
    let untitled = try Fixture("untitled", records: [Plant(title: "", litres: 1)])
    #expect(throws: StorageError.self) { try SQLiteRepository.inMemory(untitled) }
  }

  @Test func `the empty fixture is empty`() {
    #expect(Array(Fixture.empty.drafts).isEmpty)
  }

  @Test func `the full fixture has something of every kind`() {
    let drafts = Array(Fixture.full.drafts)
    #expect((30...40).contains(drafts.count))
    #expect(Set(drafts.map(\.status)) == Set(Status.allCases))
    #expect(Set(drafts.map(\.priority)) == Set(Priority.allCases))
    #expect(Set(drafts.map(\.list)).count >= 8)
    #expect(Set(drafts.map(\.kind)).count >= 4)
    let values = drafts.flatMap { $0.attributes.values.flatMap { $0.withAllParts } }
    #expect(Set(values.map(\.kind)) == [.null, .bool, .number, .string, .array, .object])
    #expect(drafts.contains { $0.title.unicodeScalars.contains("\0") })
    #expect(drafts.contains { $0.due == nil })
  }

  @Test func `the full fixture's ids and dates are fixed`() {
    let drafts = Array(Fixture.full.drafts)
    #expect(Set(drafts.compactMap(\.id)).count == drafts.count)
    #expect(drafts.first?.id?.description == "019cad7d-5c80-7001-8000-000000000001")
    #expect(drafts.first?.createdAt == Date(timeIntervalSince1970: 1_772_437_200))
    for draft in drafts {
      #expect(draft.createdAt != nil && draft.updatedAt != nil)
      #expect((draft.completedAt == nil) == (draft.status == .open))
    }
  }

  @Test(arguments: [Fixture.demo, .full, .large(count: 2_000, seed: 3)])
  func `a store takes every item as it is`(_ fixture: Fixture) async throws {
    let repository = ReferenceRepository(environment: .live)
    let count = try await repository.write { transaction throws(StorageError) in
      var count = 0
      for draft in fixture.drafts.prefix(500) {
        let item = try transaction.add(draft)
        #expect(item.id == draft.id && item.updatedAt == draft.updatedAt)
        count += 1
      }
      return count
    }
    #expect(count == min(fixture.drafts.underestimatedCount, 500))
  }

  @Test func `a large fixture has as many items as asked for, all with ids of their own`() {
    let drafts = Array(Fixture.large(count: 3_000, seed: 1).drafts)
    #expect(drafts.count == 3_000)
    #expect(Set(drafts.compactMap(\.id)).count == 3_000)
  }

  @Test func `a large fixture is the same for the same seed and another for another`() throws {
    let first = try items(seed: 7)
    #expect(try items(seed: 7) == first)
    #expect(try items(seed: 8) != first)
  }

  private func items(seed: UInt64) throws -> [Item] {
    let now = Date(timeIntervalSince1970: 0)
    return try Fixture.large(count: 200, seed: seed).drafts.enumerated().map { offset, draft in
      try Item(adding: draft, id: try #require(draft.id), number: offset + 1, now: now)
    }
  }

  @Test func `a smaller fixture is the beginning of a larger one`() {
    let small = Fixture.large(count: 50, seed: 7).drafts.map(\.id)
    let large = Fixture.large(count: 100, seed: 7).drafts.prefix(50).map(\.id)
    #expect(small == large)
  }

  @Test func `a seed gives the same items in every version`() throws {
    let third = try #require(Fixture.large(count: 3, seed: 1).drafts.suffix(1).first)
    #expect(third.id?.description == "016f6022-76a5-7f96-b936-4c0c884dcc1c")
    #expect(third.title == "Tidy the flat tyre in the cellar")
  }
}

extension JSONValue {
  /// The value, and every value within it.
  fileprivate var withAllParts: [JSONValue] {
    switch self {
    case .array(let elements): [self] + elements.flatMap(\.withAllParts)
    case .object(let members): [self] + members.flatMap { $0.value.withAllParts }
    default: [self]
    }
  }
}
