@testable import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A few items with everything that a format may stumble over.
struct SmallStore {
  let drafts: [ItemDraft]

  /// A seed as an input, and back.
  static func bytes(ofSeed seed: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: seed >> ($0 * 8)) }
  }

  static func seed(of bytes: [UInt8]) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  init(seed: UInt64) {
    var maker = ItemMaker(random: SeededGenerator(seed: seed))
    drafts = (0...maker.random.below(5)).map { maker.next($0) }
  }
}

private struct ItemMaker {
  var random: SeededGenerator
  private var ids: [ItemID] = []

  init(random: SeededGenerator) { self.random = random }

  private static let titles = [
    "Milk", "Call @bob about +boat", "a, b; c", "\"quoted\"", "x 2026-01-01 done", "(A) first",
    "[ ] box", "due:soon", "#1 of 3", "1. one", "back\\slash", "Ünïcode 日本", "https://a.b/c?d=1#e",
    "📅 buy a calendar", "tab\there", "* star *", "- dash", "[due:: 2026-01-01]", "100 %",
    "FREQ=DAILY",
  ]
  /// What may be taken for a field at the end of a line.
  private static let endings = [
    "Call⏫", "Do Call🔼📅 2027-04-10", "No 7🔁 every week", "Call[due:: 2027-04-10]", "Party ⏫",
    "Party 📅 2027-04-10", "See (priority:: high)", "x ^block",
  ]
  private static let notes = [
    "one line", "two\nlines", "with\r\nreturns\r\n", "old\rmac", "# no heading\n- [ ] no task",
    "> quote\n\n    code", "```\nfence\n```", "\n\nbegins late", "ends late\n\n", "  indented",
    "BEGIN:VTODO\nEND:VTODO", "a;b,c\\d", "\"\"", "<b>markup</b> &amp; **more**", "tab\tin it",
  ]
  private static let names = [
    "home", "Büro", "two words", "a,b", "x:y", "#tag", "@at", "q\"q", "1",
  ]
  private static let zones = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Etc/UTC"]
  private static let foreign = [
    "X-APPLE-SORT-ORDER:12", "ATTENDEE;CN=\"a:b\":mailto:a@b.c", "COLOR:red", "COMMENT:a\\, b",
  ]

  mutating func next(_ index: Int) -> ItemDraft {
    let isEnd = random.chance(20)
    let title =
      isEnd
      ? "item\(index) " + random.pick(Self.endings) : random.pick(Self.titles) + " item\(index)"
    var draft = ItemDraft(title: title)
    draft.id = ItemID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(index + 1))
    if random.chance(50) { draft.notes = random.pick(Self.notes) }
    draft.status = random.pick([.open, .open, .done, .cancelled])
    draft.priority = random.pick([.none, .low, .medium, .high])
    if random.chance(50) { draft.list = random.pick(Self.names) }
    for _ in 0..<random.below(3) { draft.tags.insert(random.pick(Self.names)) }
    draft.createdAt = moment()
    draft.updatedAt = moment()
    if draft.status != .open { draft.completedAt = moment() }
    if random.chance(25) { draft.parent = ids.isEmpty ? nil : random.pick(ids) }
    if random.chance(50) { takeDates(into: &draft) }
    takeAttributes(into: &draft)
    // One that is not in the store at times.
    if random.chance(25) {
      let known = ids + [ItemID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_00ff)]
      for _ in 0...random.below(2) { draft.blockers.insert(random.pick(known)) }
    }
    draft.id.map { ids.append($0) }
    return draft
  }

  /// To the second, as most formats have times.
  private mutating func moment() -> Date {
    Date(millisecondsSince1970: (1_700_000_000 + Int64(random.below(200_000_000))) * 1_000)
  }

  private mutating func takeDates(into draft: inout ItemDraft) {
    let day = CalendarDay(daysSince1970: 20_000 + random.below(1_000))
    let zone = random.pick(Self.zones)
    let isTimed = random.chance(50)
    let nominal = NominalDate(
      CivilDate(daysSince1970: day.daysSince1970),
      millisecondOfDay: isTimed ? random.below(1_440) * 60_000 : nil
    )
    let clock = LocalZone(named: zone) ?? .utc
    let due =
      isTimed
      ? DayOrInstant.instant(Date(millisecondsSince1970: nominal.milliseconds(in: clock)))
      : .day(day)
    draft.due = due
    if random.chance(30) {
      draft.start = due
    } else if random.chance(30) {
      draft.start = .day(CalendarDay(daysSince1970: day.daysSince1970 - 3))
    }
    guard random.chance(50) else { return }
    let origin: Repeat.Origin = random.chance(20) ? .done : .due
    let text = rule(from: day, origin)
    let excluded = (0..<(origin == .due && random.chance(30) ? 1 + random.below(4) : 0)).map { _ in
      day.adding(days: random.below(40))
    }
    draft.repeat = (try? RepeatRule(text)).flatMap {
      try? Repeat(
        $0,
        from: nominal,
        zone: isTimed ? zone : nil,
        origin: origin,
        excluding: excluded
      )
    }
  }

  private mutating func rule(from day: CalendarDay, _ origin: Repeat.Origin) -> String {
    let until = CalendarDay(daysSince1970: day.daysSince1970 + 30 + random.below(300))
    let end = random.pick([
      "", ";UNTIL=\(until.description.filter { $0 != "-" })", origin == .due ? ";COUNT=5" : "",
    ])
    let plain = "FREQ=\(random.pick(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]))"
    guard origin == .due, random.chance(50) else { return plain + end }
    return random.pick([
      "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=DAILY;INTERVAL=3",
      "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
    ]) + end
  }

  private mutating func takeAttributes(into draft: inout ItemDraft) {
    if random.chance(20) { draft.attributes["uid"] = "A406CCEB-D40E-42F0@Example" }
    if random.chance(30) {
      let line = random.pick(Self.foreign)
      let name = line.prefix { $0 != ":" && $0 != ";" }
      draft.attributes["ical/\(name)"] = [.string(line)]
    }
    for _ in 0..<random.below(3) {
      let key = random.pick(["url", "k", "mark", "status", "rec", "pri", "two words", "é", "wait"])
      draft.attributes[key] = random.pick(["a text", 7, 1.5, true, ["a", 1], .object(["a": "b"])])
    }
  }
}
