import StorageReference

@testable import Phrases
@testable import Storage
@testable import itemsctl

/// Every text is a search; in Latin letters it finds what a look at every word finds.
struct SearchSubject: FuzzSubject {
  private let store: SQLiteRepository
  private let count: Int
  /// The words of those items that a plain look can judge, by number.
  private let words: [Int: [String]]

  init() async throws {
    store = try SQLiteRepository.inMemory(.full, environment: .still())
    let items = try await store.items(ItemQuery())
    count = items.count
    words = Dictionary(
      uniqueKeysWithValues: items.lazy.filter { $0.texts.allSatisfy(\.isPlainLatin) }.map { item in
        (item.number, item.texts.flatMap { ReferenceText.words($0) })
      }
    )
  }

  static let mutation = ByteMutation([
    "\"", "'", "*", "AND", "OR", "NOT", "NEAR(", "title:", "^", "+", "-", "(", ")", "{", "}", ":",
    ";",
    "--", "/*", "%", "_", "\\", "\u{301}", "É", "ß", "ſ", "K", "İ", "\u{200d}", "\u{feff}", "日本",
    "😀",
    "\u{e000}", "\u{fffe}", "\u{10ffff}", "½", "Ⅳ", " ", "\t", "\n", "\u{1f}", "ﬁ", "Ǆ", "a\u{30a}",
  ])

  func input(_ random: inout SeededGenerator) -> [UInt8] {
    let all = Array(words.values.joined())
    var bytes: [UInt8] = []
    for _ in 0..<random.below(4) {
      bytes += random.pick(all.isEmpty ? ["a"] : all).utf8.prefix(1 + random.below(12))
      bytes += random.pick([" ", "", "\"", " AND ", "* ", "-"]).utf8
    }
    if random.chance(60) { Self.mutation.apply(to: &bytes, &random) }
    return bytes
  }

  func verdict(on input: [UInt8]) async throws -> FuzzVerdict {
    let text = String(decoding: input, as: UTF8.self)
    let sort: [ItemSort] = input.count % 2 == 0 ? [.ascending(.number)] : [.ascending(.relevance)]
    let found = try await store.items(ItemQuery(.text(text), sort: sort)).map(\.number)
    try require(Set(found).count == found.count, "an item is found twice")
    try require(try await store.count(.text(text)) == found.count, "another count than items")
    let others = try await store.count(.not(.text(text)))
    try require(others == count - found.count, "neither found nor not found")
    guard text.isPlainLatin else { return .accepted }
    let wanted = ReferenceText.words(text)
    let expected = words.filter { _, words in
      wanted.allSatisfy { wanted in
        words.contains { $0.unicodeScalars.starts(with: wanted.unicodeScalars) }
      }
    }
    let judged = found.filter { words[$0] != nil }.sorted()
    try require(expected.keys.sorted() == judged, "\(judged), not \(expected.keys.sorted())")
    return .accepted
  }
}

extension Item {
  fileprivate var texts: [String] { [title, notes] + tags }
}

extension String {
  /// Whether the plain look folds it as the search does: Latin letters with at most one mark.
  fileprivate var isPlainLatin: Bool {
    // SQLite keeps the Turkish dotted I and the long s apart from i and s.
    unicodeScalars.allSatisfy { $0.value < 0x180 && $0.value != 0x130 && $0.value != 0x17F }
  }
}

/// Words of a filter are understood or refused, and what is understood can be asked.
struct FilterSubject: FuzzSubject {
  private let store: SQLiteRepository
  private let calendar = LocalCalendar(zone: .fixed(secondsFromGMT: 3_600), now: fuzzNow)

  init() throws { store = try SQLiteRepository.inMemory(.full, environment: .still()) }

  private static let mutation = ByteMutation([
    " ", " or ", " and ", "not ", "( ", " )", "+", "-", ":", "=", "!=", "<=", ">", "~", "!~", ",",
    "any",
    "none", "99999999999999999999", "-1", "in 9999999 days", "tomorrow", "25:00", "0000-00-00",
    "attr.",
    "attr.k=1", "id:0000", "é",
  ])

  private static let words = [
    "milk", "+shop", "-shop", "status:open,done", "list:home", "kind=note", "tag:a,b",
    "priority>=low",
    "due<friday", "due:none", "created>=2026-11-27", "updated<in\u{a0}3\u{a0}weeks",
    "attr.url~example",
    "attr.n=1", "number:1,2", "id:0189", "text:a", "not", "(", ")", "or", "and", "due<=next-month",
    "due:today", "due>monday", "due<2026-02-30", "due:14:30",
  ]

  func input(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<random.below(6) { bytes += (random.pick(Self.words) + " ").utf8 }
    if random.chance(3) {
      for _ in 0..<random.below(200) { bytes += random.pick(["not ", "( ", "a or "]).utf8 }
    }
    if random.chance(50) { Self.mutation.apply(to: &bytes, &random) }
    return bytes
  }

  func verdict(on input: [UInt8]) async throws -> FuzzVerdict {
    let text = String(decoding: input, as: UTF8.self)
    // A no-break space stands for one within a word of the command line.
    let words = text.split(separator: " ").map { word in
      String(String.UnicodeScalarView(word.unicodeScalars.map { $0 == "\u{a0}" ? " " : $0 }))
    }
    let filter: ItemFilter
    do throws(FilterError) {
      var parser = FilterParser(
        words,
        literalCount: input.count % 3 == 0 ? min(1, words.count) : 0,
        calendar: calendar
      )
      filter = try parser.filter()
    } catch {
      try require(!error.reason.isEmpty, "no reason is told")
      return .refused
    }
    let items = try await store.items(ItemQuery(filter, sort: [.ascending(.number)]))
    let all = try await store.items()
    let view = ReferenceView(now: fuzzNow, zone: .current, items: all)
    for item in items where text.isPlainLatin && item.texts.allSatisfy(\.isPlainLatin) {
      try require(
        ReferenceFilter.holds(filter, for: item, view),
        "\(filter) found number \(item.number)"
      )
    }
    let count = try await store.count(.not(filter))
    try require(try await store.count(.all) == items.count + count, "neither found nor not found")
    return .accepted
  }
}
