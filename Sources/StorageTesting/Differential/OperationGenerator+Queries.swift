// Draws the queries of the differential test.

import Storage

extension OperationGenerator {
  /// A query; by relevance only if the filter has a text to rank by.
  mutating func query(limit: Int? = nil, byRelevance: Bool = true) -> ItemQuery {
    if byRelevance, random.chance(8) {
      // A text of its own, within an `and` or alone.
      let words = ItemFilter.text(searchText())
      let filter = random.chance(50) ? words : .and([filter(), words, filter()])
      let sort = [ItemSort(.relevance, descending: random.chance(50))]
      return ItemQuery(filter, sort: sort, scope: scope(), zone: zone())
    }
    // Half of them as the default list, which has an index of its own.
    if random.chance(15) {
      let filter = ItemFilter.and([.status([.open]), filter(depth: 2)])
      return ItemQuery(filter, limit: limit, zone: zone())
    }
    return ItemQuery(filter(), sort: sort(), limit: limit, scope: scope(), zone: zone())
  }

  private mutating func scope() -> ItemScope { random.chance(15) ? .deleted : .live }

  private mutating func sort() -> [ItemSort] {
    if random.chance(20) { return ItemQuery.defaultSort }
    // Every third key is an attribute: they have the most ways to differ.
    let attributes = Samples.paths.prefix(6).map { ItemSort.Key.attribute($0) }
    let keys: [ItemSort.Key] =
      attributes + [
        .due, .start, .priority, .created, .updated, .title, .number, .field(.completedAt),
        .field(.status), .field(.list), .rank, .urgency,
      ]
    var sort: [ItemSort] = []
    for _ in 0..<random.below(4) {
      sort.append(ItemSort(random.pick(keys), descending: random.chance(50)))
    }
    return sort
  }

  /// A filter of any kind, nested a few times at most.
  mutating func filter(depth: Int = 0) -> ItemFilter {
    if depth < 3, random.chance(45) { return nested(depth: depth + 1) }
    switch random.below(27) {
    case 0: return .all
    case 1: return .status(some(of: Status.allCases))
    case 2: return .kind(random.pick(Samples.kinds))
    case 3: return .list(random.pick(Samples.lists + ["nowhere"]))
    case 4:
      return .priority(random.pick(ItemFilter.Comparison.allCases), random.pick(Priority.allCases))
    case 5, 6: return .tags(random.pick(ItemFilter.SetMatch.allCases), tags())
    case 7: return .text(searchText())
    case 8: return .due(range())
    case 9: return .hasDue(random.chance(50))
    case 10: return .created(range())
    case 11: return .updated(range())
    case 12, 18, 19: return .attribute(random.pick(Samples.paths), match())
    case 13: return random.chance(50) ? .ids(Set([id(), id(), id()])) : idRange()
    case 14:
      let isThere = random.chance(50)
      return .field(.completedAt, random.chance(50) ? .within(range()) : .exists(isThere))
    case 15: return .field(.list, compared())
    case 16: return random.chance(50) ? .waiting : .start(range())
    case 17:
      let comparison = random.pick(ItemFilter.Comparison.allCases)
      return .field(.due, .compared(comparison, planned().jsonForm))
    case 20: return .field(random.pick([.repeat, .parent, .blockers]), .exists(random.chance(50)))
    case 21:
      return random.chance(50) ? .top : .field(.parent, .oneOf([.string("\(id())")]))
    case 22:
      let first = 1 + random.below(3)
      let above = random.chance(70) ? .ids([id(), id()]) : filter(depth: 3)
      return .below(above, levels: first...(first + random.below(4)))
    case 23: return random.pick([.blocked, .blocking])
    case 24:
      if random.chance(30) { return .field(.blockers, .oneOf([.string("\(id())")])) }
      let others = filter(depth: 3)
      return random.chance(50) ? .blockedBy(others) : .blocking(others)
    case 25:
      let part = random.pick([ItemPart.list, .title, .notes])
      return .field(part, .contains(random.pick(Samples.parts)))
    default: return .numbers(Set((0..<random.below(6)).map { _ in random.below(20) }))
    }
  }

  /// A text compared by its bytes.
  private mutating func compared() -> ItemFilter.FieldMatch {
    if random.chance(30) { return .oneOf(some(of: Samples.lists).map { .string($0) }) }
    return .compared(
      random.pick(ItemFilter.Comparison.allCases),
      .string(random.pick(Samples.lists))
    )
  }

  private mutating func nested(depth: Int) -> ItemFilter {
    let kind = random.below(3)
    if kind == 0 { return .not(filter(depth: depth)) }
    let filters = (0..<random.below(4)).map { _ in filter(depth: depth) }
    return kind == 1 ? .and(filters) : .or(filters)
  }

  private mutating func idRange() -> ItemFilter {
    let (one, other) = (id(), id())
    return .idRange(min(one, other)...max(one, other))
  }

  private mutating func match() -> ItemFilter.AttributeMatch {
    switch random.below(10) {
    case 0: .exists
    case 1: .equals(value())
    case 2: .contains(random.pick(Samples.parts))
    case 3, 4, 5: .compared(random.pick(ItemFilter.Comparison.allCases), value())
    case 6: .between(value(), value())
    case 7: .oneOf((0..<random.below(4)).map { _ in value() })
    case 8: .within(range())
    default: .hasPrefix(random.pick(Samples.parts))
    }
  }

  private mutating func range() -> DateRange {
    DateRange(from: random.chance(30) ? nil : bound(), until: random.chance(30) ? nil : bound())
  }

  private mutating func bound() -> DateRange.Bound {
    switch random.below(10) {
    case 0: return .now
    case 1: return .afterNow
    case 2: return .today(adding: random.below(5) - 2)
    case 3...6: return .day(day())
    default: return .instant(ItemLine.date(moment()))
    }
  }

  mutating func zone() -> LocalZone { random.pick(Samples.zones) }

  mutating func searchText() -> String {
    if random.chance(10) { return random.pick(["", " ", "\"*", "- ()"]) }
    var words: [String] = []
    for _ in 0...random.below(2) {
      let word = random.pick(Samples.words)
      words.append(String(word.unicodeScalars.prefix(1 + random.below(5))))
    }
    return words.joined(separator: random.pick(Samples.separators))
  }
}

// MARK: - Values

extension OperationGenerator {
  /// A moment in milliseconds; few whole ones, with fractions that are never a half.
  mutating func moment() -> Double {
    Double(random.below(40)) * 10 + random.pick([0, 0, 0, 0.3, 0.6, -0.4])
  }

  /// A day or an instant, of which many begin at one moment in some zone.
  mutating func planned() -> DayOrInstant {
    if random.chance(45) { return .day(day()) }
    let hours = random.chance(50) ? 0 : random.below(80) - 40
    return .instant(ItemLine.date(moment() + Double(hours) * 3_600_000))
  }

  private mutating func day() -> CalendarDay {
    CalendarDay(year: 1970, month: 1, day: 1).adding(days: random.below(6) - 3)
  }

  mutating func tags() -> Set<String> { Set(some(of: Samples.tags).prefix(3)) }

  mutating func text(atLeast count: Int) -> String {
    var text = ""
    for _ in 0..<(count + random.below(4)) {
      text += random.pick(Samples.words) + random.pick(Samples.separators)
    }
    return text
  }

  mutating func value() -> JSONValue { random.pick(Samples.values) }

  mutating func attributes() -> [String: JSONValue] {
    var attributes: [String: JSONValue] = [:]
    for key in some(of: Samples.keys) { attributes[key] = value() }
    return attributes
  }

  private mutating func some<Element>(of elements: [Element]) -> [Element] {
    elements.filter { _ in random.chance(35) }
  }
}

/// The few values from which everything is drawn; words fold alike in every backend.
enum Samples {
  static let kinds = ["item", "note", "Note", "caf\u{e9}", "cafe\u{301}"]
  static let lists = ["inbox", "work", "w", "caf\u{e9}", "cafe\u{301}", "a'b\"c"]
  static let tags = ["red", "Red", "re", "green", "caf\u{e9}", "cafe\u{301}", "two words", "牛"]
  static let zones: [LocalZone] = [
    .utc, .fixed(secondsFromGMT: 14 * 3_600), .fixed(secondsFromGMT: -11 * 3_600),
    // Clocks leap over the second of January, as they did on an island that moved the date line.
    LocalZone(identifier: "Test/Island") { $0.secondsSince1970 < 86_400 ? 0 : 86_400 },
    // Midnight comes twice, and is leapt over.
    LocalZone(identifier: "Test/Back") { $0.secondsSince1970 < 60 ? 0 : -3_600 },
    LocalZone(identifier: "Test/Ahead") { $0.secondsSince1970 < -1_800 ? 0 : 3_600 },
  ]
  static let words = [
    "milk", "Milky", "MIL", "caf\u{e9}", "CAFE\u{301}", "cafe", "Z\u{fc}rich", "zurich", "one-two",
    "42", "4", "na\u{ef}ve", "a", "and", "or", "near", "title", "牛乳",
  ]
  static let separators = [" ", ", ", "-", "\u{0}", " * ", "\"", ": ", "\n"]
  static let keys = ["a", "b", "cl\u{e9}", "cle\u{301}", "a.b", "$"]
  static let paths: [AttributePath] =
    keys.map { AttributePath($0) } + [["a", "a"], ["b", "a"], ["a", "b"], ["a.b", "a", "b"]]
  static let parts = ["", "m", "milk", "caf\u{e9}", "cafe\u{301}", "%", "\u{0}", "a\u{0}", "\u{1}"]
  static let values: [JSONValue] = [
    .null, true, false, 0, 1, 1.0, -1, 1.5, .integer(.max), .integer(.min), 1e300, "", "milk",
    "mil%k", "caf\u{e9}", "cafe\u{301}", "a\u{0}b", [], ["milk", 1, .null], ["caf\u{e9}"],
    .object([:]), .object(["a": 1]), .object(["a": 1.0, "b": ["milk"]]), .object(["a": .null]),
    .object(["a": .object(["b": "a\u{0}"]), "b": false]), "a", "a\u{1}", "a\u{1}\u{2}", "a\\u0000",
    "a b", "\"", "\\", "a\n", "\u{10FFFF}", -0.0, 9_007_199_254_740_993, 9_007_199_254_740_992.0,
    9_223_372_036_854_775_808.0, 0.1, 1e-7, ["\\"], ["\n"], "1970-01-01", "1970-01-02",
    "1969-12-30", "1970-01-01T00:00:00.010Z", "1969-12-31T14:00:00.000Z", "1970-01-01T00:00:00Z",
    "1970-01-01T00:00:00.000+01:00", "1970-01-01\u{0}",
  ]
}
