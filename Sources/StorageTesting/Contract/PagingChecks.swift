// What limits and cursors promise.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var pagingChecks: [ContractCheck] {
    [
      ContractCheck("a limit cuts an answer, and the cursor goes on where it was cut") { subject in
        try await subject.add("a", "b", "c", "d", "e")
        var query = ItemQuery(sort: [.ascending(.title)], limit: 2)
        for titles in [["a", "b"], ["c", "d"], ["e"]] {
          let page = try await subject.repository.page(query)
          expect(page.items.map(\.title), equals: titles)
          expect((page.next == nil), equals: (titles == ["e"]))
          query.after = page.next
        }
      },
      ContractCheck("there is no cursor when nothing is left") { subject in
        try await expect(subject.repository.page(ItemQuery()).next, equals: nil)
        try await subject.add("a", "b")
        for limit in [nil, 2, 3, .max] as [Int?] {
          let page = try await subject.repository.page(ItemQuery(limit: limit))
          expect(page.items.count, equals: 2)
          expect(page.next, equals: nil)
        }
      },
      ContractCheck("a limit of zero gives no item, a negative one is refused") { subject in
        try await subject.add("a", "b")
        try await expect(subject.repository.page(ItemQuery(limit: 0)).items.isEmpty)
        await subject.expect(.invalidQuery) {
          try await subject.repository.page(ItemQuery(limit: -1))
        }
      },
      ContractCheck("paging neither repeats nor skips while items come and go") { subject in
        try await subject.add("b", "d", "f", "h", "j", "l")
        var query = ItemQuery(sort: [.ascending(.title)], limit: 2)
        let first = try await subject.repository.page(query)
        expect(first.items.map(\.title), equals: ["b", "d"])
        // One item before the cursor, one after it, and the item that the cursor was made from is deleted.
        try await subject.add("a", "g")
        try await subject.repository.delete(first.items[1].id)
        query.after = first.next
        let second = try await subject.repository.page(query)
        expect(second.items.map(\.title), equals: ["f", "g"])
        query.after = second.next
        query.limit = nil
        let third = try await subject.repository.page(query)
        expect(third.items.map(\.title), equals: ["h", "j", "l"])
        expect(third.next, equals: nil)
      },
      ContractCheck("a cursor goes on among items that are equal but for their number") { subject in
        for _ in 0..<7 { try await subject.repository.add("same") }
        for direction in [ItemSort.ascending(.due), .descending(.title)] {
          var numbers: [Int] = []
          for try await page in subject.repository.pages(of: ItemQuery(sort: [direction]), size: 3)
          {
            numbers += page.map(\.number)
          }
          expect(numbers, equals: Array(1...7))
        }
      },
      ContractCheck("pages obey the query's own limit") { subject in
        try await subject.add("a", "b", "c", "d", "e")
        var sizes: [Int] = []
        for try await page in subject.repository.pages(of: ItemQuery(limit: 3), size: 2) {
          sizes.append(page.count)
        }
        expect(sizes, equals: [2, 1])
      },
      ContractCheck("a cursor from another order is refused") { subject in
        try await subject.add("a", "b", "c")
        let page = try await subject.repository.page(
          ItemQuery(sort: [.ascending(.title)], limit: 1)
        )
        let cursor = try require(page.next)
        let others: [[ItemSort]] = [
          [], [.descending(.title)], [.ascending(.created)],
          [.ascending(.title), .ascending(.due)],
        ]
        for sort in others {
          await subject.expect(.invalidQuery, "\(sort)") {
            try await subject.repository.page(ItemQuery(sort: sort, after: cursor))
          }
        }
      },
      ContractCheck("paging by relevance brings every item once") { subject in
        for index in 1...25 {
          let words = String(repeating: "word ", count: index % 4 + 1)
          try await subject.repository.add(ItemDraft(title: words + "\(index)"))
        }
        let query = ItemQuery(.text("wo"), sort: [.ascending(.relevance)])
        let whole = try await subject.repository.items(query).map(\.number)
        var paged: [Int] = []
        for try await page in subject.repository.pages(of: query, size: 4) {
          paged += page.map(\.number)
        }
        expect(paged, equals: whole)
        expect(paged.sorted(), equals: Array(1...25))
      },
    ]
  }
}
