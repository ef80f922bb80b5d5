/// An endless source of plausible items; the same seed gives the same items.
struct DraftGenerator {
  private var random: SeededGenerator
  /// When the last item was created, in milliseconds since 1970; at first 2020-01-01T08:00Z.
  private var created: Int64 = 1_577_865_600_000

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The next item, created some seconds or minutes after the one before.
  mutating func next() -> ItemDraft {
    created += 1_000 + Int64(random.below(180_000))
    let id = ItemID(milliseconds: created, random: &random)
    var draft = ItemDraft(id: id, title: title(), list: random.pick(Vocabulary.lists))
    draft.createdAt = Timestamp(millisecondsSince1970: created)
    draft.priority = priority()
    if random.chance(30) { draft.notes = notes() }
    if random.chance(40) { draft.tags = tags() }
    if random.chance(45) { draft.due = due() }
    if random.chance(10) { draft.attributes = attributes() }
    settleStatus(of: &draft)
    return draft
  }

  private mutating func title() -> String {
    let verb = random.pick(Vocabulary.verbs)
    let thing = random.pick(Vocabulary.things)
    guard random.chance(60) else { return "\(verb) the \(thing)" }
    return "\(verb) the \(thing) \(random.pick(Vocabulary.circumstances))"
  }

  private mutating func notes() -> String {
    var sentences: [String] = []
    for _ in 0...random.below(3) { sentences.append("\(title()).") }
    return sentences.joined(separator: " ")
  }

  private mutating func priority() -> Priority {
    switch random.below(100) {
    case ..<55: .none
    case ..<70: .low
    case ..<88: .medium
    default: .high
    }
  }

  private mutating func tags() -> Set<String> {
    var tags: Set<String> = []
    for _ in 0...random.below(3) { tags.insert(random.pick(Vocabulary.tags)) }
    return tags
  }

  private mutating func attributes() -> [String: JSONValue] {
    var attributes: [String: JSONValue] = ["minutes": .integer(Int64(5 + random.below(240)))]
    if random.chance(50) { attributes["place"] = .string(random.pick(Vocabulary.places)) }
    if random.chance(20) { attributes["cost"] = .double(Double(random.below(20_000)) / 100) }
    return attributes
  }

  private mutating func settleStatus(of draft: inout ItemDraft) {
    draft.updatedAt = draft.createdAt
    guard random.chance(55) else { return }
    draft.status = random.chance(90) ? .done : .cancelled
    draft.completedAt = later(than: created, atMostDays: 60)
    draft.updatedAt = draft.completedAt
  }

  private mutating func due() -> DayOrInstant {
    let time = later(than: created, atMostDays: 90)
    // Most people name a day. Not drawn: what follows would be another item.
    let isDay = time.millisecondsSince1970 / 1_000 % 5 < 3
    return isDay ? .day(LocalZone.utc.day(of: time)) : .instant(time)
  }

  private mutating func later(than milliseconds: Int64, atMostDays days: Int) -> Timestamp {
    Timestamp(millisecondsSince1970: milliseconds + Int64(random.below(days * 86_400)) * 1_000)
  }
}
