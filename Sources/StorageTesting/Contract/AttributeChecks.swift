// How attributes compare and sort.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var attributeChecks: [ContractCheck] {
    [
      attributeCheck("compare within their type only") { subject in
        let expected: [(ItemFilter.Comparison, [String])] = [
          (.equal, ["one", "one point zero"]), (.below, ["minus", "half"]),
          (.notEqual, ["minus", "half", "big", "bigger"]),
          (.atMost, ["minus", "half", "one", "one point zero"]),
          (.above, ["big", "bigger"]), (.atLeast, ["one", "one point zero", "big", "bigger"]),
        ]
        for (comparison, titles) in expected {
          try await subject.expect(.attribute("a", .compared(comparison, 1)), finds: titles)
        }
        try await subject.expect(.attribute("a", .compared(.atLeast, false)), finds: ["no", "yes"])
        try await subject.expect(.attribute("a", .compared(.above, "1")), finds: ["text", "NUL"])
        try await subject.expect(.attribute("a", .compared(.equal, .null)), finds: [])
        try await subject.expect(.attribute("none", .compared(.notEqual, 1)), finds: [])
      },
      attributeCheck("compare exactly, whatever the number's size") { subject in
        let big: JSONValue = 9_007_199_254_740_993
        try await subject.expect(.attribute("a", .compared(.equal, big)), finds: ["bigger"])
        try await subject.expect(
          .attribute("a", .compared(.equal, 9_007_199_254_740_992.0)),
          finds: ["big"]
        )
        try await subject.expect(.attribute("a", .compared(.below, 0x1p63)), finds: numbers)
        try await subject.expect(.attribute("a", .compared(.above, .integer(.min))), finds: numbers)
      },
      attributeCheck("are found in ranges, among values and by a prefix") { subject in
        try await subject.expect(
          .attribute("a", .between(0.5, 1)),
          finds: ["half", "one", "one point zero"]
        )
        try await subject.expect(.attribute("a", .between(1, "x")), finds: [])
        try await subject.expect(.attribute("a", .between(2, 1)), finds: [])
        try await subject.expect(
          .attribute("a", .oneOf([1, true, "text", .null, [2]])),
          finds: ["one", "one point zero", "yes", "text", "list"]
        )
        try await subject.expect(.attribute("a", .oneOf([])), finds: [])
        try await subject.expect(.attribute("a", .hasPrefix("te")), finds: ["text", "NUL"])
        try await subject.expect(.attribute("a", .hasPrefix("te\u{0}")), finds: ["NUL"])
        try await subject.expect(.attribute("a", .hasPrefix("")), finds: ["text", "NUL"])
        try await subject.expect(.attribute("a", .hasPrefix("T")), finds: [])
      },
      attributeCheck("are found within objects, by keys that may hold dots") { subject in
        try await subject.expect(.attribute(["a", "b", "c"], .equals(7)), finds: ["object"])
        try await subject.expect(
          .attribute(["a", "b", "c"], .compared(.below, 7.5)),
          finds: ["object"]
        )
        try await subject.expect(.attribute("a.b", .exists), finds: ["without"])
        try await subject.expect(.attribute(["a", "null"], .exists), finds: [])
        try await subject.expect(
          .not(.attribute(["a", "b"], .exists)),
          finds: all.filter { $0 != "object" }
        )
      },
      attributeCheck("sort by type, then by value, items without one last") { subject in
        let ascending = [
          "no", "yes", "minus", "half", "one", "one point zero", "big", "bigger", "NUL", "text",
          "list", "object", "without",
        ]
        try await subject.expect([.ascending(.attribute("a"))], gives: ascending)
        let descending = [
          "object", "list", "text", "NUL", "bigger", "big", "one", "one point zero", "half",
          "minus",
          "yes", "no", "without",
        ]
        try await subject.expect([.descending(.attribute("a"))], gives: descending)
        try await subject.expect(
          [.descending(.attribute("a")), .descending(.number)],
          gives: descending.map {
            $0 == "one" ? "one point zero" : $0 == "one point zero" ? "one" : $0
          }
        )
        try await subject.expect(
          [.ascending(.attribute(["a", "b", "c"])), .ascending(.title)],
          gives: ["object"]
            + all.filter { $0 != "object" }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        )
      },
      ContractCheck("attributes: pages in their order bring every item once") { subject in
        for index in 0..<60 {
          var attributes: [String: JSONValue] = ["a": .integer(Int64(index % 4))]
          if index % 7 == 0 { attributes["a"] = .string("\(index % 3)") }
          if index % 11 == 0 { attributes = [:] }
          if index % 13 == 0 { attributes["a"] = .double(Double(index % 4)) }
          try await subject.repository.add(ItemDraft(title: "\(index)", attributes: attributes))
        }
        let orders: [[ItemSort]] = [
          [.ascending(.attribute("a"))], [.descending(.attribute("a"))],
          [.descending(.attribute("a")), .descending(.number)],
          [.ascending(.attribute("a")), .descending(.number)],
          [.descending(.attribute("a")), .ascending(.title)],
        ]
        for sort in orders {
          for filter in [ItemFilter.all, .attribute("a", .between(1, 2))] {
            let query = ItemQuery(filter, sort: sort)
            let whole = try await subject.repository.items(query).map(\.number)
            for size in [1, 4, 7, 19] {
              var paged: [Int] = []
              for try await page in subject.repository.pages(of: query, size: size) {
                paged += page.map(\.number)
              }
              expect(paged, equals: whole, "\(sort), \(filter), \(size)")
            }
          }
        }
      },
      ContractCheck("attributes: a cursor goes on where its item was, whatever happens to it") {
        subject in
        var items: [Item] = []
        for value in [3, 1, 2, 5, 4] as [JSONValue] {
          items.append(
            try await subject.repository.add(ItemDraft(title: "\(value)", attributes: ["a": value]))
          )
        }
        var query = ItemQuery(sort: [.descending(.attribute("a"))], limit: 2)
        let first = try await subject.repository.page(query)
        expect(first.items.map(\.title), equals: ["5", "4"])
        try await subject.repository.delete(items[4].id)
        try await subject.repository.add(ItemDraft(title: "3.5", attributes: ["a": 3.5]))
        query.after = first.next
        try await expect(subject.repository.items(query).map(\.title), equals: ["3.5", "3"])
        query.sort = [.ascending(.attribute("a"))]
        let other = query
        await subject.expect(.invalidQuery) { try await subject.repository.page(other) }
      },
    ]
  }

  private static let numbers = ["minus", "half", "one", "one point zero", "big", "bigger"]

  private static let all = drafts.map(\.title)

  private static func attributeCheck(
    _ name: String,
    body: @escaping @Sendable (ContractSubject) async throws -> Void
  ) -> ContractCheck {
    ContractCheck("attributes \(name)") { subject in
      for draft in drafts { try await subject.repository.add(draft) }
      let other = try await subject.repository.add(ItemDraft(title: "gone", attributes: ["a": 1]))
      try await subject.repository.delete(other.id)
      try await body(subject)
    }
  }

  private static let drafts: [ItemDraft] = [
    draft("minus", -3), draft("text", "text"), draft("one", 1), draft("yes", true),
    draft("one point zero", 1.0), draft("bigger", 9_007_199_254_740_993),
    draft("big", 9_007_199_254_740_992), draft("no", false), draft("half", 0.5),
    draft("NUL", "te\u{0}xt"), draft("list", [2]),
    draft("object", ["b": ["c": 7], "null": .null]),
    ItemDraft(title: "without", attributes: ["a.b": 1]),
  ]

  private static func draft(_ title: String, _ value: JSONValue) -> ItemDraft {
    ItemDraft(title: title, attributes: ["a": value])
  }
}
