// Filters, one grammar for every command.
//
// filter      = alternative { "or" alternative }
// alternative = condition { ["and"] condition }
// condition   = "not" condition | "(" filter ")" | "+tag" | "-tag" | term | text
//
// Each word of the command line is one of these; words behind `--` are text.

import Storage

/// Reads the words of a filter.
struct FilterParser {
  private let words: [String]
  /// The first of the words that came behind `--`.
  private let firstLiteral: Int
  private let calendar: LocalCalendar
  private var index = 0
  private var depth = 0
  /// Whether some word asks for a status.
  private(set) var asksForStatus = false

  private static let maximumDepth = 30

  /// Reads words, of which so many at the end are text whatever they look like.
  init(_ words: [String], literalCount: Int = 0, calendar: LocalCalendar) {
    self.words = words
    firstLiteral = words.count - literalCount
    self.calendar = calendar
  }

  /// The filter that all words make; with none, every item.
  mutating func filter() throws(FilterProblem) -> ItemFilter {
    guard !words.isEmpty else { return .all }
    let filter = try alternatives()
    if let word { throw FilterProblem(word: word, reason: "no '(' is open here") }
    return filter
  }

  private var word: String? { index < words.count ? words[index] : nil }

  private func isOperator(_ wanted: String) -> Bool {
    index < firstLiteral && word == wanted
  }

  private mutating func skip(_ wanted: String) -> Bool {
    guard isOperator(wanted) else { return false }
    index += 1
    return true
  }

  private mutating func alternatives() throws(FilterProblem) -> ItemFilter {
    var filters = [try conditions()]
    while skip("or") { filters.append(try conditions()) }
    return filters.count == 1 ? filters[0] : .or(filters)
  }

  private mutating func conditions() throws(FilterProblem) -> ItemFilter {
    var filters = [try condition()]
    while word != nil, !isOperator("or"), !isOperator(")") {
      _ = skip("and")
      filters.append(try condition())
    }
    return filters.count == 1 ? filters[0] : .and(filters)
  }

  private mutating func condition() throws(FilterProblem) -> ItemFilter {
    guard let word else {
      throw FilterProblem(word: "", reason: "a condition is missing at the end")
    }
    guard depth < FilterParser.maximumDepth else {
      throw FilterProblem(word: word, reason: "conditions are nested too deeply")
    }
    depth += 1
    defer { depth -= 1 }
    if skip("not") { return .not(try condition()) }
    if skip("(") {
      let filter = try alternatives()
      guard skip(")") else { throw FilterProblem(word: word, reason: "its ')' is missing") }
      return filter
    }
    for name in ["and", "or", ")"] where isOperator(name) {
      throw FilterProblem(word: name, reason: "a condition must come before it")
    }
    let isLiteral = index >= firstLiteral
    index += 1
    return isLiteral ? .text(word) : try simple(word)
  }

  /// A word that stands for itself.
  private mutating func simple(_ word: String) throws(FilterProblem) -> ItemFilter {
    if word.count > 1, word.hasPrefix("+") { return .tags(.all, [String(word.dropFirst())]) }
    if word.count > 1, word.hasPrefix("-") { return .tags(.none, [String(word.dropFirst())]) }
    guard let term = FilterTerm(word) else { return .text(word) }
    if term.key == "status" { asksForStatus = true }
    do throws(FilterTerm.Refusal) {
      return try term.filter(calendar)
    } catch {
      throw FilterProblem(word: word, reason: error.reason)
    }
  }
}
