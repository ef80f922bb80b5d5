import Storage
import TemporaryFolders
import Testing

@Suite("Pages in the order of an indexed attribute")
struct AttributePageTests {
  /// Values of every type, most of them several times, and equal numbers that are written in two ways.
  private static let values: [JSONValue] = [
    0, 1, 1.0, 1, 2, 2, 2.5, -3, 1e300, 1, true, false, true, "", "a", "ab", "a", "a\u{0}b",
    "a\u{1}",
    "é", [], [1, "x"], [], .object([:]), .object(["b": 1]), .null,
  ]

  private static let bounds: [JSONValue] = [-3, 1, 2.0, 7, "a", "a\u{0}b", "zz", false, []]

  private static var filters: [ItemFilter] {
    let key: AttributePath = "n"
    var filters: [ItemFilter] = [.all, .attribute(key, .exists), .not(.attribute(key, .exists))]
    for bound in bounds {
      let matches = ItemFilter.Comparison.allCases.map {
        ItemFilter.attribute(key, .compared($0, bound))
      }
      filters += matches + matches.map { .not($0) }
      filters += bounds.map { .attribute(key, .between(bound, $0)) }
      filters += [
        .attribute(key, .equals(bound)), .attribute(key, .oneOf([bound, 1, "a"])),
        .or([
          .attribute(key, .compared(.below, bound)),
          .field(.title, .compared(.equal, .string("9"))),
        ]),
        .and([.attribute(key, .compared(.atLeast, bound)), .attribute(key, .compared(.atMost, 2))]),
        .and([.attribute(key, .exists), .not(.attribute(key, .between(1, bound)))]),
      ]
    }
    return filters
  }

  @Test(arguments: [1, 3, 100], [false, true])
  func `are those of a look at every item`(size: Int, isDescending: Bool) async throws {
    let folder = try TemporaryFolder()
    let indexed = try SQLiteRepository(
      at: folder.file("items.sqlite"),
      options: StoreOptions(sqlite: SQLiteOptions(attributeIndexes: [AttributeIndex("n")]))
    )
    let plain = try SQLiteRepository.inMemory()
    for store in [indexed, plain] {
      try await store.write { transaction throws(StorageError) in
        for (index, value) in Self.values.enumerated() {
          try transaction.add(ItemDraft(title: "\(index % 10)", attributes: ["n": value]))
        }
        try transaction.add(ItemDraft(title: "9"))
      }
    }
    let first = ItemSort(.attribute("n"), descending: isDescending)
    for sort in [[first], [first, .descending(.number)], [first, .descending(.title)]] {
      for filter in Self.filters {
        let expected = try await plain.items(ItemQuery(filter, sort: sort)).map(\.number)
        var numbers: [Int] = []
        for try await page in indexed.pages(of: ItemQuery(filter, sort: sort), size: size) {
          numbers += page.map(\.number)
        }
        #expect(numbers == expected, "\(filter), \(sort)")
      }
    }
    await indexed.close()
  }
}
