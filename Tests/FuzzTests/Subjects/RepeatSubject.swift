@testable import Phrases
@testable import Storage
@testable import itemsctl

/// A phrase or a rule of something that repeats means the same when it is shown and read again, and its days go on.
struct RepeatSubject: FuzzSubject {
  private static let ruleMutation = ByteMutation([
    "FREQ=", "DAILY", "WEEKLY", "MONTHLY", "YEARLY", ";", ",", "=", "INTERVAL=", "BYDAY=", "MO",
    "-1FR",
    "53SU", "BYMONTHDAY=", "31", "-31", "BYMONTH=", "2", "BYSETPOS=", "-1", "366", "COUNT=",
    "10000", "UNTIL=",
    "99991231", "WKST=", "SU", "RRULE:", "BYHOUR=", "T000000Z", "0", "1000", "99999999999999999999",
  ])
  private static let phraseMutation = ByteMutation([
    " ", ",", "1st", "last", "times", "until", "ß", "-", "0",
  ])
  private static let words = """
    every each other daily weekly monthly yearly fortnightly weekday weekend day week weeks months years on the of in and
    1st first 2nd second 15th 31st last to mon tuesday fri sunday jan feb dec month after done when completion until 2027-12-31
    friday eom for 3 10 1000 times time a two at 9am starting except without
    """.split(whereSeparator: \.isWhitespace).map(String.init)
  private static let calendar = LocalCalendar(
    zone: .fixed(secondsFromGMT: 0),
    now: fuzzNow
  )
  private static let anchors = [
    CivilDate(year: 1, month: 1, day: 1), CivilDate(year: 1970, month: 1, day: 31),
    CivilDate(year: 2024, month: 2, day: 29), CivilDate(year: 9999, month: 12, day: 31),
  ]

  func input(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes = Array((random.chance(50) ? rule(&random) : phrase(&random)).utf8)
    let mutation = bytes.contains(UInt8(ascii: "=")) ? Self.ruleMutation : Self.phraseMutation
    if random.chance(40) { mutation.apply(to: &bytes, &random) }
    return bytes
  }

  private func phrase(_ random: inout SeededGenerator) -> String {
    (0...random.below(9)).map { _ in random.pick(Self.words) }.joined(separator: " ")
  }

  private func rule(_ random: inout SeededGenerator) -> String {
    func numbers(_ limit: Int) -> String {
      (0...random.below(4)).map { _ in
        String((1 + random.below(limit)) * (random.chance(30) ? -1 : 1))
      }.joined(separator: ",")
    }
    var parts = ["FREQ=" + random.pick(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])]
    if random.chance(50) { parts.append("INTERVAL=\(1 + random.below(1_000))") }
    if random.chance(30) { parts.append("BYMONTH=\(1 + random.below(12))") }
    if random.chance(30) { parts.append("BYMONTHDAY=" + numbers(31)) }
    if random.chance(40) {
      let ordinal = random.chance(50) ? "" : String(random.below(11) - 5)
      parts.append("BYDAY=" + ordinal + random.pick(["MO", "WE", "FR", "SU", "MO,TU,WE,TH,FR"]))
    }
    if random.chance(20) { parts.append("BYSETPOS=" + numbers(random.chance(50) ? 3 : 366)) }
    if random.chance(20) { parts.append("COUNT=\(1 + random.below(10_000))") }
    if random.chance(20) { parts.append("WKST=SU") }
    return parts.joined(separator: ";")
  }

  func verdict(on input: [UInt8]) throws -> FuzzVerdict {
    let text = String(decoding: input, as: UTF8.self)
    let phrase: RepeatPhrase
    do throws(DatePhraseError) {
      phrase = try RepeatPhrase(text, calendar: Self.calendar)
    } catch {
      try require(!error.message.isEmpty, "no reason is told")
      try require(error.message.utf8.count < 400 + input.count, "a long reason is told")
      return .refused
    }
    try require(try RepeatRule(phrase.rule.text) == phrase.rule, "\(phrase.rule) read again")
    let again = try RepeatPhrase(phrase.text, calendar: Self.calendar)
    try require(again == phrase, "'\(phrase.text)' is read as another rule")
    for anchor in Self.anchors { try check(phrase.rule.occurrences(from: anchor), from: anchor) }
    return .accepted
  }

  /// The days go on, and the search finds the same ones.
  private func check(_ occurrences: RepeatOccurrences, from anchor: CivilDate) throws {
    var last: CivilDate?
    for day in occurrences.prefix(20) {
      let earlier = last?.daysSince1970 ?? anchor.daysSince1970 - 1
      try require(day.daysSince1970 > earlier, "\(day) comes after \(earlier)")
      let found = occurrences.next(after: last ?? anchor, notBefore: day)
      let isAnchor = last == nil && day == anchor
      try require(found == day || isAnchor, "\(day) is not found")
      last = day
    }
    _ = occurrences.next(after: anchor, notBefore: CivilDate(year: 9999, month: 12, day: 31))
  }
}
