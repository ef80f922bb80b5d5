// Which items each filter matches.

import Storage
import Testing

extension RepositoryContract {
  static var filterChecks: [ContractCheck] {
    [
      filterCheck("status, kind and list") { subject in
        try await subject.expect(.status([.open]), finds: ["apple", "cherry"])
        try await subject.expect(.status([.done, .cancelled]), finds: ["banana", "damson"])
        try await subject.expect(.status([]), finds: [])
        try await subject.expect(.kind("item"), finds: ["apple", "banana", "cherry"])
        try await subject.expect(.kind("Item"), finds: [])
        try await subject.expect(.list("bowl"), finds: ["apple", "damson"])
        try await subject.expect(.list("bow"), finds: [])
      },
      filterCheck("priorities compared") { subject in
        let expected: [(ItemFilter.Comparison, [String])] = [
          (.equal, ["banana"]), (.notEqual, ["apple", "cherry", "damson"]),
          (.below, ["apple"]), (.atMost, ["apple", "banana"]),
          (.above, ["cherry", "damson"]), (.atLeast, ["banana", "cherry", "damson"]),
        ]
        for (comparison, titles) in expected {
          try await subject.expect(.priority(comparison, .low), finds: titles)
        }
      },
      filterCheck("all, any and none of some tags") { subject in
        try await subject.expect(.tags(.all, ["red", "round"]), finds: ["apple", "cherry"])
        try await subject.expect(.tags(.all, ["red", "long"]), finds: [])
        try await subject.expect(
          .tags(.any, ["red", "long"]),
          finds: ["apple", "banana", "cherry"]
        )
        try await subject.expect(.tags(.none, ["red", "long"]), finds: ["damson"])
        try await subject.expect(.tags(.any, ["Red"]), finds: [])
        try await subject.expect(.tags(.all, []), finds: all)
        try await subject.expect(.tags(.any, []), finds: [])
        try await subject.expect(.tags(.none, []), finds: all)
      },
      filterCheck("due dates") { subject in
        try await subject.expect(.hasDue(true), finds: ["banana", "cherry"])
        try await subject.expect(.hasDue(false), finds: ["apple", "damson"])
        try await subject.expect(.due(.before(at(2_000))), finds: ["banana"])
        try await subject.expect(.due(.from(at(2_000))), finds: ["cherry"])
        try await subject.expect(.due(DateRange()), finds: ["banana", "cherry"])
        try await subject.expect(
          .not(.due(.before(at(2_000)))),
          finds: ["apple", "cherry", "damson"]
        )
        let nothing = DateRange(from: at(2_000), until: at(2_000))
        try await subject.expect(.due(nothing), finds: [])
        let far = DateRange(from: .tooEarly.shifted(by: -1e15), until: .tooLate.shifted(by: 1e15))
        try await subject.expect(.due(far), finds: ["banana", "cherry"])
      },
      filterCheck("dates of making and editing") { subject in
        try await subject.expect(.created(.before(at(20))), finds: ["apple"])
        try await subject.expect(.created(.from(at(30))), finds: ["cherry", "damson"])
        let range = DateRange(from: at(200), until: at(400))
        try await subject.expect(.updated(range), finds: ["banana", "cherry"])
      },
      filterCheck("attributes") { subject in
        try await subject.expect(.attribute("a", .exists), finds: ["apple", "banana", "cherry"])
        try await subject.expect(.attribute("A", .exists), finds: [])
        try await subject.expect(.attribute("a", .equals(1)), finds: ["apple"])
        try await subject.expect(.attribute("a", .equals(1.0)), finds: ["banana"])
        try await subject.expect(.attribute("a", .equals("1")), finds: [])
        try await subject.expect(.attribute("b", .contains("ee")), finds: ["apple", "banana"])
        try await subject.expect(.attribute("b", .contains("swee")), finds: ["apple"])
        try await subject.expect(.attribute("b", .contains("E")), finds: [])
        try await subject.expect(.attribute("b", .contains("%")), finds: [])
        try await subject.expect(.attribute("a", .contains("1")), finds: [])
        try await subject.expect(.attribute("n", .equals(["x", .null])), finds: ["damson"])
        try await subject.expect(
          .not(.attribute("a", .equals(1))),
          finds: ["banana", "cherry", "damson"]
        )
      },
      filterCheck("ids and numbers") { subject in
        let items = try await subject.repository.items(ItemQuery(sort: [.ascending(.number)]))
        let ids = items.map(\.id)
        let unknown = ItemID(high: 1, low: 1)
        try await subject.expect(.ids([ids[1], ids[3], unknown]), finds: ["banana", "damson"])
        try await subject.expect(.ids([]), finds: [])
        try await subject.expect(.idRange(ids[1]...ids[2]), finds: ["banana", "cherry"])
        try await subject.expect(.idRange(ids[0]...ids[0]), finds: ["apple"])
        try await subject.expect(.idRange(unknown...ids[0]), finds: ["apple"])
        let last = ItemID(high: .max, low: .max)
        try await subject.expect(.idRange(ids[2]...last), finds: ["cherry", "damson"])
        try await subject.expect(.numbers([1, 4, 99, -1]), finds: ["apple", "damson"])
        try await subject.expect(.numbers([]), finds: [])
      },
      filterCheck("many ids and numbers at once") { subject in
        let numbers = Set(3...30_000)
        try await subject.expect(.numbers(numbers), finds: ["cherry", "damson"])
        let ids = Set((0..<30_000).map { ItemID(high: idHigh, low: $0) })
        try await subject.expect(.ids(ids), finds: all)
      },
      filterCheck("and, or and not, at any depth") { subject in
        try await subject.expect(.all, finds: all)
        try await subject.expect(.and([]), finds: all)
        try await subject.expect(.or([]), finds: [])
        try await subject.expect(.not(.all), finds: [])
        try await subject.expect(.not(.or([])), finds: all)
        let red = ItemFilter.tags(.any, ["red"])
        let bowl = ItemFilter.list("bowl")
        try await subject.expect(.and([red, bowl]), finds: ["apple"])
        try await subject.expect(.or([red, bowl]), finds: ["apple", "cherry", "damson"])
        try await subject.expect(.and([bowl, .not(red)]), finds: ["damson"])
        try await subject.expect(
          .not(.and([red, .not(bowl)])),
          finds: ["apple", "banana", "damson"]
        )
        let mixed = ItemFilter.or([.and([red, .status([.open]), .hasDue(true)]), .text("dam")])
        try await subject.expect(mixed, finds: ["cherry", "damson"])
        let wide = ItemFilter.or((0..<3_000).map { .list("\($0)") } + [bowl])
        try await subject.expect(wide, finds: ["apple", "damson"])
        let narrow = ItemFilter.and((0..<3_000).map { .not(.list("\($0)")) } + [bowl])
        try await subject.expect(narrow, finds: ["apple", "damson"])
        let deep = (0..<12).reduce(bowl) { filter, _ in .not(.and([.or([filter])])) }
        try await subject.expect(deep, finds: ["apple", "damson"])
      },
    ]
  }

  private static let all = ["apple", "banana", "cherry", "damson"]
  private static let idHigh: UInt64 = 0x0190_0000_0000_7000

  private static func filterCheck(
    _ name: String,
    body: @escaping @Sendable (ContractSubject) async throws -> Void
  ) -> ContractCheck {
    ContractCheck("filters: \(name)") { subject in
      for draft in drafts { try await subject.repository.add(draft) }
      let other = try await subject.repository.add(ItemDraft(title: "apple", tags: ["red"]))
      try await subject.repository.delete(other.id)
      try await body(subject)
    }
  }

  private static let drafts: [ItemDraft] = [
    ItemDraft(
      id: ItemID(high: idHigh, low: 1),
      title: "apple",
      priority: .none,
      list: "bowl",
      tags: ["red", "round"],
      createdAt: at(10),
      updatedAt: at(100),
      attributes: ["a": 1, "b": "sweet"]
    ),
    ItemDraft(
      id: ItemID(high: idHigh, low: 2),
      title: "banana",
      status: .done,
      priority: .low,
      tags: ["long"],
      due: .instant(at(1_000)),
      createdAt: at(20),
      updatedAt: at(200),
      attributes: ["a": 1.0, "b": ["ee", "sweet"]]
    ),
    ItemDraft(
      id: ItemID(high: idHigh, low: 3),
      title: "cherry",
      priority: .medium,
      tags: ["red", "round", "small"],
      due: .instant(at(2_000)),
      createdAt: at(30),
      updatedAt: at(399),
      attributes: ["a": 11, "b": ["eel", .object(["ee": "ee"]), ["ee"]]]
    ),
    ItemDraft(
      id: ItemID(high: idHigh, low: 4),
      kind: "fruit",
      title: "damson",
      status: .cancelled,
      priority: .high,
      list: "bowl",
      tags: ["blue"],
      createdAt: at(40),
      updatedAt: at(400),
      attributes: ["n": ["x", .null]]
    ),
  ]

  static func at(_ milliseconds: Int64) -> Date {
    Date(millisecondsSince1970: 1_790_000_000_000 + milliseconds)
  }
}
