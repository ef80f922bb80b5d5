import Storage
import Testing

@testable import Phrases

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct FilterPrinterTests {
  private let calendar = LocalCalendar(zone: .fixed(secondsFromGMT: 0), now: testNow)

  private func read(_ words: [String]) throws(FilterError) -> ItemFilter {
    var parser = FilterParser(words, calendar: calendar)
    return try parser.filter()
  }

  @Test(
    arguments: [
      (["milk", "list:home"], "milk list:home"),
      (["+a", "or", "-b", "c"], "+a or -b c"),
      (["(", "a", "or", "b", ")", "not", "(", "c", "d", ")"], "( a or b ) not ( c d )"),
      (["NOT", "a", "OR", "b"], "not a or b"),
      (["(", "(", "a", ")", ")"], "a"),
      (["list:a,b"], "list:a or list:b"),
      (["list:\"a,b\",c"], "list:\"a,b\" or list:c"),
      (["text:and"], "text:\"and\""),
      (["text:+a"], "text:\"+a\""),
      (["attr.n=1"], "attr.n=1"),
      (["attr.n<1.5"], "attr.n<1.5"),
      (["attr.n>=b"], "attr.n>=\"b\""),
      (["attr.n:1..3"], "attr.n:1..3"),
      (["attr.n^=b"], "attr.n^=\"b\""),
      (["attr.n=\"1\""], "attr.n=\"1\""),
      (["attr.\"a:b\"~c"], "attr.\"a:b\"~\"c\""),
      (["due:none"], "due:none"),
      (["due<now"], "due<2026-11-21T09:30:00.000Z"),
      (["is:waiting"], "is:waiting"),
      (["is:overdue"], "is:overdue"),
      (["due:today..tomorrow"], "due:2026-11-21..2026-11-22"),
      (["created<today"], "created<2026-11-21"),
      (["priority>=medium"], "priority>=medium"),
      (["status:any"], "status:open,done,cancelled"),
      (["id:0192a3"], "id:0192a3"),
      (["number:3,1"], "number:1,3"),
    ] as [([String], String)]
  ) func `a filter is printed as one would type it`(words: [String], printed: String) throws {
    #expect(FilterPrinter.words(of: try read(words))?.joined(separator: " ") == printed)
  }

  @Test(arguments: [
    ItemFilter.attribute("a", .equals(1)), .attribute("a", .equals(["x"])), .status([]),
    .not(.attribute("a", .equals(.null))), .and([.all, .or([.numbers([])])]),
    .idRange(ItemID(high: 1, low: 1)...ItemID(high: 1, low: 3)),
    .attribute(["a", "b"], .exists), .attribute("a", .compared(.equal, 1)),
    .attribute("a", .oneOf([1])), .attribute("a", .between(1, "x")),
    .below(.numbers([0]), levels: 1...1), .below(.numbers([1]), levels: 2...3),
    .below(.all, levels: 1...1),
  ]) func `a condition that cannot be typed is not printed`(filter: ItemFilter) {
    #expect(FilterPrinter.words(of: filter) == nil)
  }

  @Test func `what holds for every item is printed as words that do`() throws {
    for filter in [ItemFilter.all, .text(""), .text("!")] {
      let words = try #require(FilterPrinter.words(of: .not(filter)))
      #expect(words == ["not", "status:any"])
      #expect(try read(words) == .not(.status(Status.allCases)))
    }
  }

  /// One that fails is had again by FILTER_SEED; FILTER_COUNT makes the run longer.
  @Test func `what is printed is read as the same filter`() throws {
    let variables = ProcessInfo.processInfo.environment
    let seed = variables["FILTER_SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
    let count = variables["FILTER_COUNT"].flatMap { Int($0) } ?? 3_000
    var generator = FilterGenerator(seed: seed)
    for number in 0..<count {
      let filter = generator.filter()
      let words = try #require(
        FilterPrinter.words(of: filter),
        "FILTER_SEED=\(seed), filter \(number): \(filter)"
      )
      let back = try read(words)
      try #require(back == filter, "FILTER_SEED=\(seed), filter \(number): \(words)")
    }
  }
}

/// Draws filters as command lines ask for them, with odd texts in them.
private struct FilterGenerator {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func filter(depth: Int = 0) -> ItemFilter {
    switch random.below(depth < 5 ? 10 : 6) {
    case 0...5: return condition()
    case 6: return .not(filter(depth: depth + 1))
    case 7: return .and(filters(depth))
    default: return .or(filters(depth))
    }
  }

  private mutating func filters(_ depth: Int) -> [ItemFilter] {
    (0..<2 + random.below(3)).map { _ in filter(depth: depth + 1) }
  }

  private mutating func condition() -> ItemFilter {
    switch random.below(14) {
    case 0: .status(Status.allCases.filter { _ in random.below(2) == 0 } + [.done])
    case 1: .kind(text())
    case 2: .list(text())
    case 3:
      .priority(
        ItemFilter.Comparison.allCases[random.below(6)],
        Priority.allCases[random.below(4)]
      )
    case 4: .tags(.all, [text()])
    case 5: .tags(.none, [text()])
    case 6: .tags(.any, Set((0...random.below(2)).map { _ in text() }))
    case 7: .text(text() + "b")
    case 8: date()
    case 9: attribute()
    case 10: .numbers(Set((0...random.below(3)).map { _ in random.below(100) }))
    case 11: .hasDue(random.below(2) == 0)
    case 12: place()
    default: ids()
    }
  }

  private mutating func place() -> ItemFilter {
    switch random.below(3) {
    case 0: .top
    case 1: .below(.numbers([1 + random.below(99)]), levels: 1...1)
    default: .below(.numbers([1 + random.below(99)]), levels: 1...Int.max)
    }
  }

  private mutating func ids() -> ItemFilter {
    let digits = String(UInt64(random.below(1 << 30)), radix: 16) + "0123"
    let range = ItemReference.idRange(String(digits.prefix(4 + random.below(5))))
    return range.map { .idRange($0) } ?? .hasDue(true)
  }

  private mutating func date() -> ItemFilter {
    let from = Date(millisecondsSince1970: Int64(random.below(1 << 42)))
    let until = Date(
      millisecondsSince1970: from.millisecondsSince1970 + 1 + Int64(random.below(1 << 33))
    )
    let day = CalendarDay(of: from, in: .utc)
    let days = DateRange(from: .day(day), until: .day(day.adding(days: 1 + random.below(9))))
    let ranges = [
      DateRange(from: from, until: until), .before(until), .from(from), days, .before(day),
      .from(day),
    ]
    let range = ranges[random.below(ranges.count)]
    return [.due(range), .start(range), .created(range), .updated(range)][random.below(4)]
  }

  private mutating func attribute() -> ItemFilter {
    let name = AttributePath(random.below(2) == 0 ? "url" : text())
    switch random.below(8) {
    case 5: return .attribute(name, .hasPrefix(text()))
    case 6: return .attribute(name, .compared(.below, .string(text())))
    case 7: return .attribute(name, .between(.integer(Int64(random.below(9))), 9.5))
    case 0: return .attribute(name, .exists)
    case 1: return .attribute(name, .contains(text()))
    case 2: return .attribute(name, .equals(.string(text())))
    case 3: return .not(.attribute(name, .exists))
    default:
      let number = random.below(1_000)
      return .or([
        .attribute(name, .equals(.string("\(number)"))),
        .attribute(name, .equals(.integer(Int64(number)))),
      ])
    }
  }

  /// A text that something in the grammar may stumble over.
  private mutating func text() -> String {
    let pieces = [
      "home", "a", ",", "\"", "\\", " ", ":", "=", "!", "~", "<", "..", "(", ")", "or", "and",
      "not",
      "+", "-", "any", "none", "é", "e\u{301}", "👩‍👩‍👧", "\n", "'", "12", "attr.", "list:x", "牛乳",
    ]
    return (0...random.below(3)).map { _ in pieces[random.below(pieces.count)] }.joined()
  }
}
