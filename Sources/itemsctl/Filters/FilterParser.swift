// Filters, one grammar for every command.
//
// filter      = alternative { "or" alternative }
// alternative = condition { ["and"] condition }
// condition   = "not" condition | "(" filter ")" | "+tag" | "-tag" | term | text
// term        = key comparison value { "," value }
// value       = plain | '"' { character | "\" character } '"'
//
// Each word of the command line is one of these, see FilterToken for parentheses that touch others;
// words behind `--` are text. The operators may be written in capitals.

import Storage

/// Reads the words of a filter.
struct FilterParser {
  /// The words as they were typed.
  private let words: [String]
  private let tokens: [FilterToken]
  private let calendar: LocalCalendar
  private var index = 0
  private var depth = 0
  /// Whether some word asks for a status.
  private(set) var asksForStatus = false
  /// Whether some word asks when items start.
  private(set) var asksForStart = false

  private static let maxDepth = 30

  /// Reads words, of which so many at the end are text whatever they look like.
  init(_ words: [String], literalCount: Int = 0, calendar: LocalCalendar) {
    self.words = words
    tokens = FilterToken.tokens(of: words, literalCount: literalCount)
    self.calendar = calendar
  }

  /// The filter that all words make; with none, every item.
  mutating func filter() throws(FilterError) -> ItemFilter {
    guard !tokens.isEmpty else { return .all }
    let filter = try alternatives()
    if token != nil { throw failure("no '(' is open here") }
    return filter
  }

  private var token: FilterToken? { index < tokens.count ? tokens[index] : nil }

  /// An error at the next token, or at another one, or at a part of it.
  private func failure(
    _ reason: String,
    at place: Int? = nil,
    range: Range<Int>? = nil
  ) -> FilterError {
    let place = place ?? index
    guard place < tokens.count else {
      return FilterError(word: "", reason: reason, index: words.count, range: nil)
    }
    let token = tokens[place]
    return FilterError(
      word: String(token.text),
      reason: reason,
      index: token.index,
      range: token.range(range, in: words[token.index])
    )
  }

  private func isOperator(_ wanted: String) -> Bool {
    guard let token, !token.isLiteral else { return false }
    return token.text == wanted || token.text == wanted.uppercased()
  }

  private mutating func skip(_ wanted: String) -> Bool {
    guard isOperator(wanted) else { return false }
    index += 1
    return true
  }

  private mutating func alternatives() throws(FilterError) -> ItemFilter {
    var filters = [try conditions()]
    while skip("or") { filters.append(try conditions()) }
    return filters.count == 1 ? filters[0] : .or(filters)
  }

  private mutating func conditions() throws(FilterError) -> ItemFilter {
    var filters = [try condition()]
    while token != nil, !isOperator("or"), !isOperator(")") {
      _ = skip("and")
      filters.append(try condition())
    }
    return filters.count == 1 ? filters[0] : .and(filters)
  }

  private mutating func condition() throws(FilterError) -> ItemFilter {
    guard let token else { throw failure("a condition is missing at the end") }
    guard depth < FilterParser.maxDepth else {
      throw failure("conditions are nested too deeply")
    }
    depth += 1
    defer { depth -= 1 }
    if skip("not") { return .not(try condition()) }
    let start = index
    if skip("(") {
      let filter = try alternatives()
      guard skip(")") else { throw failure("its ')' is missing", at: start) }
      return filter
    }
    for name in ["and", "or", ")"] where isOperator(name) {
      throw failure("a condition must come before it")
    }
    let word = String(token.text)
    let filter = token.isLiteral ? try text(word) : try simple(word)
    index += 1
    return filter
  }

  /// A word to look for.
  private func text(_ word: String) throws(FilterError) -> ItemFilter {
    guard word.isSearchable else { throw failure(FilterError.nothingToLookFor) }
    return .text(word)
  }

  /// A word that stands for itself.
  private mutating func simple(_ word: String) throws(FilterError) -> ItemFilter {
    if word.count > 1, word.hasPrefix("+") { return .tags(.all, [String(word.dropFirst())]) }
    if word.count > 1, word.hasPrefix("-") { return .tags(.none, [String(word.dropFirst())]) }
    guard let term = FilterTerm(word) else { return try text(word) }
    if term.part?.register == .status { asksForStatus = true }
    if term.part == .start || term.key == FilterTerm.stateKey { asksForStart = true }
    do throws(FilterTermError) {
      return try term.filter(calendar)
    } catch {
      throw failure(error.reason, range: error.range)
    }
  }
}
