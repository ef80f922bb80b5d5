// How an item repeats, as JSON; does not change once shipped.
//
// | key | type | meaning | left out for |
// | --- | --- | --- | --- |
// | `rule` | string | the rule, see RepeatRule+Text.swift | never |
// | `anchor` | string | a day or a day with a time, see NominalDate.swift | never |
// | `zone` | string | the identifier of a time zone | a day without a time |
// | `from` | string | `due` or `done`: what the next date is counted from | `due` |
// | `lead` | integer | the days from the start to the date | a start that moves as the date does |
// | `excluded` | array of strings | the days on which nothing happens, such as `2026-12-24`, sorted | none |
//
// A key that this version does not know makes the value one of an unknown form.

extension Repeat {
  /// The JSON form, an object.
  public var json: JSONValue {
    var object = JSONObject()
    object["rule"] = .string(rule.text)
    object["anchor"] = .string(anchor.description)
    if let zone { object["zone"] = .string(zone) }
    if origin != .due { object["from"] = .string(origin.rawValue) }
    if let lead { object["lead"] = .integer(Int64(lead)) }
    if !excluded.isEmpty { object["excluded"] = .array(excluded.map { .string($0.description) }) }
    return .object(object)
  }

  /// The value of a JSON form.
  ///
  /// - Throws: ``RepeatError`` that names the key which is wrong, missing or not known.
  public init(json: JSONValue) throws(RepeatError) {
    guard let object = json.object else {
      throw RepeatError(.malformed, "expected an object with \(Repeat.keyList)")
    }
    if let key = object.keys.first(where: { !Repeat.keys.contains($0) }) {
      throw RepeatError(
        .unknownPart,
        "'\(RepeatError.excerpt(key))' is not known; known are \(Repeat.keyList)"
      )
    }
    guard let rule = try object.text("rule") else {
      throw RepeatError(.malformed, "'rule' is missing")
    }
    guard let anchorText = try object.text("anchor") else {
      throw RepeatError(.malformed, "'anchor' is missing")
    }
    guard let anchor = NominalDate(anchorText) else {
      throw RepeatError(
        .malformed,
        "'anchor' must be a day, or a day and a time without a zone, such as 2026-11-30T17:00"
      )
    }
    try self.init(
      RepeatRule(rule),
      from: anchor,
      zone: object.text("zone"),
      origin: Repeat.origin(object.text("from")),
      lead: Repeat.lead(object["lead"]),
      excluding: Repeat.excluded(object["excluded"])
    )
  }

  private static let keys = ["rule", "anchor", "zone", "from", "lead", "excluded"]
  private static let keyList = keys.joined(separator: ", ")

  private static func lead(_ value: JSONValue?) throws(RepeatError) -> Int? {
    guard let value else { return nil }
    guard let days = value.integer.flatMap({ Int(exactly: $0) }) else {
      throw RepeatError(.malformed, "'lead' must be a whole number of days")
    }
    return days
  }

  private static func excluded(_ value: JSONValue?) throws(RepeatError) -> [CalendarDay] {
    guard let value else { return [] }
    let days = value.array?.map { $0.string.flatMap { CalendarDay($0) } }
    guard let days, !days.contains(nil) else {
      throw RepeatError(.malformed, "'excluded' must be an array of days such as 2026-12-24")
    }
    return days.compactMap(\.self)
  }

  private static func origin(_ text: String?) throws(RepeatError) -> Origin {
    guard let text else { return .due }
    guard let origin = Origin(rawValue: text) else {
      throw RepeatError(
        .malformed,
        "'from' must be due or done, not '\(RepeatError.excerpt(text))'"
      )
    }
    return origin
  }
}

extension JSONObject {
  /// The text of a key; nil without the key.
  fileprivate func text(_ key: String) throws(RepeatError) -> String? {
    guard let value = self[key] else { return nil }
    guard let text = value.string else {
      throw RepeatError(.malformed, "'\(key)' must be a string")
    }
    return text
  }
}
