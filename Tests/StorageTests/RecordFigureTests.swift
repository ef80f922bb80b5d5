import StorageTesting
import Testing

@testable import Storage

private struct Meal: ItemRecord, Equatable {
  static let kind = "meal"
  var title: String
  var cuisine: String?
  var minutes = 0
  var rating: Double?
  var size: Size = .small

  enum Size: Int, Codable, Comparable, OrderedAttribute {
    case small = 1
    case big = 2
    static func < (left: Size, right: Size) -> Bool { left.rawValue < right.rawValue }
  }
}

private func withMeals(
  _ backend: RepositoryContract.Backend,
  _ body: @escaping @Sendable (ItemRecords<Meal>) async throws -> Void
) async throws {
  let check = ContractCheck("records") { repository in
    let meals = repository.records(of: Meal.self)
    try await meals.add(contentsOf: [
      Meal(title: "a", cuisine: "thai", minutes: 20, rating: 4),
      Meal(title: "b", cuisine: "thai", minutes: 40, rating: 4.5, size: .big),
      Meal(title: "c", cuisine: "lao", minutes: 30),
      Meal(title: "d", minutes: 5, rating: 1),
    ])
    let other = ItemDraft(title: "e", attributes: ["minutes": 1_000, "cuisine": "thai"])
    try await repository.add(other)
    try await body(meals)
  }
  try await check.run(on: backend)
}

@Suite struct `Figures of records` {
  @Test(arguments: RepositoryContract.Backend.all)
  func `sums, averages, least and greatest`(backend: RepositoryContract.Backend) async throws {
    try await withMeals(backend) { meals in
      let sum = try await meals.sum(of: \.minutes)
      #expect(sum == 95)
      #expect(try await meals.sum(of: \.rating) == 9.5)
      #expect(try await meals.sum(of: \.minutes, where: \.cuisine == "thai") == 60)
      #expect(try await meals.sum(of: \.minutes, where: \.cuisine == "x") == 0)
      #expect(try await meals.average(of: \.minutes) == 23.75)
      #expect(try await meals.average(of: \.rating, where: \.cuisine == "lao") == nil)
      #expect(try await meals.minimum(of: \.minutes) == 5)
      #expect(try await meals.maximum(of: \.minutes, where: \.rating < 4.5) == 20)
      #expect(try await meals.minimum(of: \.rating) == 1)
      #expect(try await meals.maximum(of: \.rating) == 4.5)
      #expect(try await meals.maximum(of: \.rating, where: \.cuisine == "lao") == nil)
      #expect(try await meals.maximum(of: \.size) == .big)
      #expect(try await meals.maximum(of: \.title) == "d")
    }
  }

  @Test(arguments: RepositoryContract.Backend.all)
  func `counts and figures by groups`(backend: RepositoryContract.Backend) async throws {
    try await withMeals(backend) { meals in
      let counts = try await meals.counts(by: \.cuisine)
      #expect(counts == ["thai": 2, "lao": 1, nil: 1])
      #expect(try await meals.counts(by: \.size, where: \.minutes > 5) == [.small: 2, .big: 1])
      let groups = try await meals.groups(by: \.cuisine, of: \.minutes)
      #expect(
        groups == [
          RecordGroup(key: "lao", count: 1, sum: 30, average: 30, minimum: 30, maximum: 30),
          RecordGroup(key: "thai", count: 2, sum: 60, average: 30, minimum: 20, maximum: 40),
          RecordGroup(key: nil, count: 1, sum: 5, average: 5, minimum: 5, maximum: 5),
        ]
      )
      let ratings = try await meals.groups(by: \.size, of: \.rating, where: \.cuisine != nil)
      #expect(ratings.map(\.maximum) == [4, 4.5] && ratings.map(\.count) == [2, 1])
    }
  }

  @Test func `a sum that does not fit is an error`() async throws {
    let meals = try SQLiteRepository.inMemory().records(of: Meal.self)
    try await meals.add(contentsOf: [
      Meal(title: "a", minutes: .max), Meal(title: "b", minutes: 1),
    ])
    let error = await #expect(throws: StorageError.self) { try await meals.sum(of: \.minutes) }
    #expect(error?.code == .attributeMismatch)
    let unknown = await #expect(throws: StorageError.self) {
      try await meals.sum(of: \.title.count)
    }
    #expect(unknown?.code == .misuse)
  }
}
