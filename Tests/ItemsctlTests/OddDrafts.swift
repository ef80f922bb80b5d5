import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Items that try what a file can hold; the same seed gives the same ones.
struct OddDrafts {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The seed of FORMAT_SEED, to look at one again or to try others.
  static let furtherSeeds =
    ProcessInfo.processInfo.environment["FORMAT_SEED"].flatMap { UInt64($0) }.map { [$0] } ?? []

  private static let texts = [
    "milk", "\"quoted\"", "a, b", "tab\there", "line\nend", "cr\r\nlf", "back\\slash \\t",
    "é e\u{301}",
    "👩‍👩‍👧‍👦", "+tag", "@home", "due:2026-01-02", "x", "(A)", "2026-01-02", "k:v", "https://a.b/c?d=1",
    "\u{1}\u{1B}[31m", "\u{0}", "\u{85}\u{2028}\u{202E}", "&open;", "[{", "]}", "'", ";", "null",
    "#", "=1+1",
    "\u{FEFF}", "  ", "itemsctl:{}", "日本語",
  ]

  private static let names = [
    "home", "two words", "a,b", "\"q\"", "ünï", "k:v", "🎉", "x\\y", "+p", "a&b", "list.sub",
    "PENDING",
  ]

  mutating func drafts(_ count: Int) -> [ItemDraft] { (0..<count).map { _ in next() } }

  private mutating func next() -> ItemDraft {
    var draft = ItemDraft(title: text(3))
    if draft.title.allSatisfy(\.isWhitespace) { draft.title += "t" }
    if random.chance(50) { draft.notes = text(6) }
    if random.chance(40) { draft.kind = random.pick(Self.names) }
    if random.chance(60) { draft.list = random.pick(Self.names) }
    draft.status = random.pick([.open, .done, .cancelled])
    draft.priority = random.pick([.none, .low, .medium, .high])
    for _ in 0..<random.below(4) { draft.tags.insert(random.pick(Self.names)) }
    draft.createdAt = date()
    draft.updatedAt = date()
    if random.chance(50) { draft.due = planned() }
    if random.chance(30) { draft.start = planned() }
    if draft.status != .open { draft.completedAt = date() }
    for _ in 0..<random.below(4) {
      let key = random.pick(Self.names + ["wait", "recur", "status", "uuid", "title", "pri", "id"])
      draft.attributes[key] = value(depth: 2)
    }
    // Not drawn: what follows would be another item.
    if draft.notes.utf8.count % 4 == 1 {
      draft.blockers = Set([1, 2].map { ItemID(high: 0x0190_0000_0000_7000, low: 1 << 63 | $0) })
    }
    return draft
  }

  private mutating func text(_ parts: Int) -> String {
    (0...random.below(parts)).map { _ in random.pick(Self.texts) }
      .joined(separator: random.pick([" ", "", "  "]))
  }

  private mutating func planned() -> DayOrInstant {
    random.chance(50) ? .instant(date()) : .day(CalendarDay(of: date(), in: .utc))
  }

  private mutating func date() -> Date {
    let range = Date.storedMilliseconds
    switch random.below(10) {
    case 0: return Date(millisecondsSince1970: range.lowerBound)
    case 1: return Date(millisecondsSince1970: range.upperBound)
    case 2: return Date(millisecondsSince1970: 1_767_225_600_000)
    default: return Date(millisecondsSince1970: 1_700_000_000_000 + Int64(random.below(1 << 36)))
    }
  }

  private mutating func value(depth: Int) -> JSONValue {
    switch random.below(depth > 0 ? 8 : 6) {
    case 0: return .bool(random.chance(50))
    case 1: return .integer(Int64(bitPattern: random.next()))
    case 2: return .integer(Int64(random.below(100)))
    case 3: return .double(Double(random.below(1_000)) / 7)
    case 4: return .string("")
    case 5: return .string(text(2))
    case 6: return .array((0..<random.below(3)).map { _ in value(depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<random.below(3) { object[random.pick(Self.names)] = value(depth: depth - 1) }
      return .object(object)
    }
  }
}
