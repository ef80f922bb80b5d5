// What a filter's keys ask for.

import ArgumentParsing
import Storage

extension FilterTerm {
  /// Why a term is refused.
  struct Refusal: Error {
    let reason: String
  }

  static let keys = [
    "status", "list", "kind", "priority", "tag", "due", "created", "updated", "text", "number",
    "id",
    "attr.NAME",
  ]

  /// The condition that the term stands for.
  func filter(_ calendar: LocalCalendar) throws(Refusal) -> ItemFilter {
    if key.hasPrefix("attr.") { return try attribute(String(key.dropFirst(5))) }
    switch key {
    case "status": return try equality(.status(Set(try each(Status.init(name:), Status.names))))
    case "list": return try equality(.or(try values().map { .list($0) }))
    case "kind": return try equality(.or(try values().map { .kind($0) }))
    case "tag": return try equality(.tags(.any, Set(try values())))
    case "text": return try equality(.text(value))
    case "number": return try equality(.numbers(Set(try numbers())))
    case "id":
      guard let range = ItemReference.idRange(value) else {
        throw Refusal(reason: "at least four hexadecimal digits of an id must follow")
      }
      return try equality(.idRange(range))
    case "priority": return try priority()
    case "due", "created", "updated": return try date(calendar)
    default:
      throw Refusal(
        reason: "there is no key '\(key)', only \(FilterTerm.keys.joined(separator: ", ")); "
          + "words behind '--' are text"
      )
    }
  }

  // MARK: - Values

  private func values() throws(Refusal) -> [String] {
    guard !value.isEmpty else { throw Refusal(reason: "a value must follow") }
    return value.split(separator: ",").map(String.init)
  }

  private func each<Value>(
    _ read: (String) -> Value?,
    _ names: [String]
  ) throws(Refusal) -> [Value] {
    var result: [Value] = []
    for word in try values() {
      guard let value = read(word) else {
        throw Refusal(reason: "'\(word)' is none of \(names.joined(separator: ", "))")
      }
      result.append(value)
    }
    return result
  }

  private func numbers() throws(Refusal) -> [Int] {
    var numbers: [Int] = []
    for word in try values() {
      guard let number = Int(word) else { throw Refusal(reason: "'\(word)' is no whole number") }
      numbers.append(number)
    }
    return numbers
  }

  private func equality(_ filter: ItemFilter) throws(Refusal) -> ItemFilter {
    switch comparison {
    case .colon, .equalSign: return filter
    case .notEqual: return .not(filter)
    default: throw Refusal(reason: "'\(key)' can only be compared by ':', '=' and '!='")
    }
  }

  private func priority() throws(Refusal) -> ItemFilter {
    guard let match = ordering else {
      throw Refusal(reason: "'priority' cannot be compared by '\(comparison.rawValue)'")
    }
    let values = try each(Priority.init(name:), Priority.names)
    if values.count > 1 { return try equality(.or(values.map { .priority(.equal, $0) })) }
    return .priority(match, values.first ?? .none)
  }

  private var ordering: ItemFilter.Comparison? {
    switch comparison {
    case .colon, .equalSign: .equal
    case .notEqual: .notEqual
    case .below: .below
    case .atMost: .atMost
    case .above: .above
    case .atLeast: .atLeast
    case .contains, .doesNotContain: nil
    }
  }

  // MARK: - Dates

  private func date(_ calendar: LocalCalendar) throws(Refusal) -> ItemFilter {
    if key == "due", value == "none" || value == "any" {
      return try equality(.hasDue(value == "any"))
    }
    let phrase: DatePhrase
    do throws(DatePhrase.Problem) {
      phrase = try DatePhrase(value, calendar: calendar)
    } catch {
      throw Refusal(reason: error.message)
    }
    switch ordering {
    case .equal: return range(DateRange(from: phrase.start, until: phrase.end))
    case .notEqual: return .not(range(DateRange(from: phrase.start, until: phrase.end)))
    case .below: return range(.before(phrase.start))
    case .atMost: return range(.before(phrase.end))
    case .above: return range(.from(phrase.end))
    case .atLeast: return range(.from(phrase.start))
    case nil: throw Refusal(reason: "'\(key)' cannot be compared by '\(comparison.rawValue)'")
    }
  }

  private func range(_ range: DateRange) -> ItemFilter {
    switch key {
    case "created": .created(range)
    case "updated": .updated(range)
    default: .due(range)
    }
  }

  // MARK: - Attributes

  private func attribute(_ name: String) throws(Refusal) -> ItemFilter {
    guard !name.isEmpty else { throw Refusal(reason: "the attribute's name is missing") }
    let isSimple = comparison == .colon
    if isSimple, value == "any" { return .attribute(name, .exists) }
    if isSimple, value == "none" { return .not(.attribute(name, .exists)) }
    switch comparison {
    case .contains: return .attribute(name, .contains(value))
    case .doesNotContain: return .not(.attribute(name, .contains(value)))
    case .colon, .equalSign: return equal(name)
    case .notEqual: return .not(equal(name))
    default:
      throw Refusal(reason: "an attribute cannot be compared by '\(comparison.rawValue)'")
    }
  }

  /// The text, or the number or truth value that it spells.
  private func equal(_ name: String) -> ItemFilter {
    let text = ItemFilter.attribute(name, .equals(.string(value)))
    guard let json = try? JSONParser.parse(value), json.kind == .number || json.kind == .bool else {
      return text
    }
    return .or([text, .attribute(name, .equals(json))])
  }
}

extension Status {
  static var names: [String] { allCases.map(\.name) }
}

extension Priority {
  static var names: [String] { allCases.map(\.name) }
}
