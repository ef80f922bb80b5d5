@testable import Storage

/// What is read as an item and passes its rules is written and read as the same item.
struct ItemRecordSubject: FuzzSubject {
  func input(_ random: inout SeededGenerator) -> [UInt8] { ItemGenerator.object(&random) }

  func verdict(on input: [UInt8]) throws -> FuzzVerdict {
    var verdict = FuzzVerdict.refused
    for unknownKeys in [ItemJSON.UnknownKeys.becomeAttributes, .refused, .keptApart] {
      guard let record = try record(in: input, unknownKeys) else { continue }
      if unknownKeys == .becomeAttributes, try isKept(record) { verdict = .accepted }
    }
    return verdict
  }

  private func record(
    in input: [UInt8],
    _ unknownKeys: ItemJSON.UnknownKeys
  ) throws -> ItemJSON.Record? {
    do throws(JSONError) {
      var reader = JSONReader(input)
      let record = try ItemJSON.readRecord(from: &reader, unknownKeys: unknownKeys)
      try reader.finish()
      return record
    } catch {
      try error.requirePlace(in: input)
      return nil
    }
  }

  /// Whether it passes the rules; then it must survive.
  private func isKept(_ record: ItemJSON.Record) throws -> Bool {
    let id = record.draft.id ?? ItemID(high: 1, low: 2)
    var item = Item(record.draft, id: id, number: 7, now: fuzzNow)
    item.normalise(now: fuzzNow)
    do throws(StorageError) {
      try item.validate()
    } catch {
      try require(error.code == .invalidItem, "code \(error.code)")
      return false
    }
    for style in [ItemJSON.Style.explicitNulls, .omittingNil] {
      var writer = JSONWriter()
      try ItemJSON.write(item, to: &writer, style: style)
      var reader = JSONReader(writer.bytes)
      let again = try ItemJSON.readRecord(from: &reader, unknownKeys: .refused)
      try require(again.number == 7 && again.draft.id == id, "id or number differ")
      var copy = Item(again.draft, id: id, number: 7, now: fuzzNow)
      copy.normalise(now: fuzzNow)
      try require(copy == item, "read again, the item differs")
      try require(copy.changedFields(to: item).isEmpty, "read again, a field differs")
    }
    return true
  }
}

/// Makes JSON objects that are nearly items.
enum ItemGenerator {
  static let mutation = ByteMutation([
    "\"title\":\"t\"", "\"title\":null", "\"id\":\"01890a5d-ac96-774b-bcce-b302099a8057\"",
    "\"number\":1", "\"number\":-9223372036854775808", "\"due\":\"2027-01-15T08:00:00.000Z\"",
    "\"due\":\"0001-01-01\"", "\"due\":\"9999-12-31T23:59:59.999Z\"", "\"tags\":[\"a\",\"a\"]",
    "\"tags\":[\"\u{e9}\",\"e\u{301}\"]", "\"attributes\":{\"k\":null}", "\"attributes\":{\"\":1}",
    "\"status\":\"done\"", "\"priority\":\"high\"", "\"schema\":1", "\"schema\":4", "\"status\":3",
    "\"k\":[[[]]]", ",", "{", "}", "[", "]", "\"", "null", "1e400", "\\ud800", "\n",
  ])

  private static let members = [
    "\"title\":\"Milk\"", "\"title\":\"Caf\\u00e9 \\ud83d\\ude00\"", "\"notes\":\"a\\nb\"",
    "\"id\":\"01890a5d-ac96-774b-bcce-b302099a8057\"", "\"number\":12", "\"kind\":\"note\"",
    "\"status\":\"open\"", "\"status\":\"done\"", "\"priority\":\"low\"", "\"list\":\"home\"",
    "\"tags\":[\"x\",\"y\"]", "\"due\":\"2027-01-15\"",
    "\"createdAt\":\"2026-01-01T10:00+01:00\"",
    "\"updatedAt\":\"2026-02-03 04:05:06.789Z\"", "\"completedAt\":null", "\"due\":null",
  ]

  static func object(_ random: inout SeededGenerator) -> [UInt8] {
    var parts: [String] = []
    for _ in 0..<1 + random.below(7) { parts.append(random.pick(members)) }
    if random.chance(70) { parts.append("\"title\":\"T\"") }
    var bytes: [UInt8] = Array("{".utf8)
    for (index, part) in parts.enumerated() {
      // A key twice is refused, so few are let through.
      let key = part.prefix(6)
      if parts[..<index].contains(where: { $0.hasPrefix(key) }), random.chance(95) { continue }
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      bytes += part.utf8
    }
    if random.chance(40) {
      bytes += ",\"attributes\":{\"k\":".utf8
      var generator = JSONGenerator()
      generator.appendValue(depth: 3, &random)
      bytes += generator.bytes
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "}"))
    if random.chance(50) { mutation.apply(to: &bytes, &random) }
    return bytes
  }
}
