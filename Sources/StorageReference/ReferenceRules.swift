import Storage

/// The rules on an item's parts, written independently from their description.
package enum ReferenceRules {
  /// The item with dates to the millisecond, a composed list, tags and keys, and no null attributes.
  static func normalised(_ item: Item, number: Int? = nil) -> Item {
    var attributes: [String: JSONValue] = [:]
    for (key, value) in item.attributes where value != .null {
      attributes[ReferenceText.composed(key)] = value
    }
    var stored = item
    stored.number = number ?? item.number
    stored.list = ReferenceText.composed(item.list)
    stored.tags = Set(item.tags.map { ReferenceText.composed($0) })
    stored.start = item.start.map { rounded($0) }
    stored.due = item.due.map { rounded($0) }
    stored.createdAt = rounded(item.createdAt)
    stored.updatedAt = rounded(item.updatedAt)
    stored.completedAt = item.completedAt.map { rounded($0) }
    stored.attributes = attributes
    return stored
  }

  /// The item with the open date of its rule, or without one where the rule was taken away.
  static func withOccurrence(_ item: Item, since old: Item?) -> Item {
    var item = item
    let wasGiven = old == nil || item.occurrence != old?.occurrence
    if let rule = item.repeat {
      guard item.occurrence == nil || !wasGiven && old?.repeat != rule else { return item }
      switch item.due ?? item.start {
      case .day(let day)? where !rule.anchor.hasTime: item.occurrence = NominalDate("\(day)")
      case .instant(let date)? where rule.zone == "Etc/UTC":
        let text = ISO8601.string(milliseconds: milliseconds(date))
        item.occurrence = NominalDate(String(text.dropLast()))
      case .some: item.occurrence = rule.first
      case nil:
        item.occurrence = rule.first
        if !rule.anchor.hasTime {
          item.due = (rule.first?.description).flatMap { CalendarDay($0) }.map { .day($0) }
        } else if rule.zone == "Etc/UTC", let first = rule.first,
          let moment = try? ISO8601.parse(first.description + "Z").milliseconds
        {
          item.due = .instant(Date(millisecondsSince1970: moment))
        }
      }
    } else if !wasGiven, old?.repeat != nil {
      item.occurrence = nil
    }
    return item
  }

  /// Milliseconds since 1970, rounded to the nearest; far dates end at the type's limits.
  package static func milliseconds(_ date: Date) -> Int64 {
    // Counts from 2001 as Date does, so that adding doubles loses nothing.
    let exact = (date.secondsSince2001 * 1_000).rounded()
    guard abs(exact) < 1e18 else { return exact < 0 ? .min : .max }
    return Int64(exact) + 978_307_200_000
  }

  private static func rounded(_ value: DayOrInstant) -> DayOrInstant {
    if case .instant(let date) = value { .instant(rounded(date)) } else { value }
  }

  private static func rounded(_ date: Date) -> Date {
    Date(millisecondsSince1970: milliseconds(date))
  }

  static func check(_ item: Item) throws(StorageError) {
    try require(item.title.contains { !$0.isWhitespace }, "the title is empty")
    try require(item.title.count <= 1_000, "the title has more than 1,000 characters")
    try require(item.notes.utf8.count <= 262_144, "the notes have more than 262,144 bytes")
    try require(item.tags.count <= 100, "there are more than 100 tags")
    try require(item.blockers.count <= 100, "it waits for more than 100 items")
    let controls = item.tags.joined().unicodeScalars.filter { $0.value < 32 || $0.value == 127 }
    try require(controls.isEmpty, "a tag has a control character")
    try check(names: [item.kind, item.list] + item.tags + item.attributes.keys)
    try check(attributes: item.attributes)
    try check(dates: [
      item.start?.instant, item.due?.instant, item.createdAt, item.updatedAt, item.completedAt,
    ])
  }

  private static func check(names: [String]) throws(StorageError) {
    for name in names {
      try require(!name.isEmpty, "a kind, list, tag or attribute key is empty")
      try require(name.utf8.count <= 256, "a kind, list, tag or key has more than 256 bytes")
    }
  }

  private static func check(attributes: [String: JSONValue]) throws(StorageError) {
    try require(attributes.values.allSatisfy { isFinite($0) }, "a number is not finite")
    try require(
      attributes.values.allSatisfy { depth($0) <= 500 },
      "an attribute is nested too deep"
    )
    let sizes = attributes.values.map { ReferenceJSON.text(of: $0).utf8.count }
    try require(sizes.allSatisfy { $0 <= 65_536 }, "an attribute has more than 65,536 bytes")
    try require(sizes.reduce(0, +) <= 262_144, "the attributes have more than 262,144 bytes")
  }

  private static func depth(_ value: JSONValue) -> Int {
    switch value {
    case .array(let values): 1 + (values.map { depth($0) }.max() ?? 0)
    case .object(let object): 1 + (object.values.map { depth($0) }.max() ?? 0)
    default: 0
    }
  }

  private static func isFinite(_ value: JSONValue) -> Bool {
    switch value {
    case .double(let number): number.isFinite
    case .array(let elements): elements.allSatisfy { isFinite($0) }
    case .object(let members): members.allSatisfy { isFinite($0.value) }
    default: true
    }
  }

  private static func check(dates: [Date?]) throws(StorageError) {
    let firstOfYear1: Int64 = -62_135_596_800_000
    let firstOfYear10000: Int64 = 253_402_300_800_000
    for case .some(let date) in dates {
      let isInRange = (firstOfYear1..<firstOfYear10000).contains(milliseconds(date))
      try require(isInRange, "a date lies outside the years 1 to 9999")
    }
  }

  private static func require(_ condition: Bool, _ complaint: String) throws(StorageError) {
    guard condition else { throw StorageError(.invalidItem, "The item is refused: \(complaint).") }
  }
}
