// Filters, one grammar for every command.
//
// filter      = alternative { "or" alternative }
// alternative = condition { ["and"] condition }
// condition   = "not" condition | "(" filter ")" | "+tag" | "-tag" | term | view | date | text
// term        = key comparison value { "," value }
// value       = plain | '"' { character | "\" character } '"'
//
// Each word of the command line is one of these, see FilterToken for parentheses that touch others;
// words behind `--` are text. The operators may be written in capitals. A view is a name; a date is one or more words
// for days, see FilterDateWords, and asks for what is due then. Both are text where no views are given.

import Storage

/// Reads the words of a filter.
package struct FilterParser {
  /// The words as they were typed.
  private let words: [String]
  private let tokens: [FilterToken]
  private let calendar: LocalCalendar
  private var views: FilterViews?
  private var index = 0
  private var depth = 0
  /// Whether some word asks for a status.
  private(set) var asksForStatus = false
  /// Whether some word asks when items start.
  private(set) var asksForStart = false
  /// The words that were read as dates.
  private(set) var dates: [String] = []
  /// The words to look for that would be dates behind a key.
  private(set) var datesAsText: [String] = []
  /// Why words to look for that are written as dates are none.
  private(set) var wrongDates: [String] = []

  private static let maxDepth = 30

  /// Reads words, of which so many at the end are text whatever they look like.
  ///
  /// With views, their names and words for days mean what they say.
  init(
    _ words: [String],
    literalCount: Int = 0,
    views: FilterViews? = nil,
    calendar: LocalCalendar
  ) {
    self.words = words
    self.views = views
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

  /// Whether a word combines conditions, and is none itself.
  package static func isOperator(_ word: String) -> Bool {
    ["and", "or", "not"].contains { $0 == word || $0.uppercased() == word } || word.hasPrefix("(")
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
    if !token.isLiteral, let filter = try named(word) { return filter }
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
    try checkWhole(term, word)
    do throws(FilterTermError) {
      if let view = view(of: term) { return try term.equality(try filter(of: view)) }
      if term.part?.register == .status { asksForStatus = true }
      if term.part == .start || term.key == FilterTerm.stateKey { asksForStart = true }
      return try term.filter(calendar)
    } catch {
      throw failure(error.reason, range: error.range)
    }
  }

  // MARK: - Names and dates

  /// The view or the days that words from here on name; nil where they are another condition.
  private mutating func named(_ word: String) throws(FilterError) -> ItemFilter? {
    guard let views else { return nil }
    if let view = views.view(named: word) {
      do throws(FilterTermError) {
        let filter = try filter(of: view)
        index += 1
        return filter
      } catch {
        throw failure(error.reason)
      }
    }
    for count in (1...FilterDateWords.longest).reversed() {
      let run = bareWords(count)
      guard run.count == count else { continue }
      let text = run.joined(separator: " ")
      switch FilterDateWords.reading(of: text, calendar) {
      case .date:
        guard let term = FilterTerm("\(ItemPart.due.typedName):\(FilterDateWords.value(of: text))"),
          let filter = try? term.filter(calendar)
        else { continue }
        dates.append(text)
        index += count
        return filter
      case .doubtful where count == 1: datesAsText.append(text)
      case .wrongDate(let reason): wrongDates.append(reason)
      case .doubtful, .text: continue
      }
    }
    return nil
  }

  /// So many words from here on, as far as they are neither operators nor conditions of another form.
  private func bareWords(_ count: Int, from start: Int? = nil) -> [String] {
    tokens[(start ?? index)...].prefix(count).prefix { token in
      let word = String(token.text)
      return !token.isLiteral && !FilterParser.isOperator(word) && word != ")"
        && !word.hasPrefix("+") && !word.hasPrefix("-") && FilterTerm(word) == nil
    }
    .map { String($0.text) }
  }

  /// The view that a term such as `is:today` names; the states have conditions of their own.
  private func view(of term: FilterTerm) -> FilterView? {
    guard term.key == FilterTerm.stateKey,
      !FilterTerm.states.contains(where: { $0.name == term.value })
    else { return nil }
    return (views ?? .builtIn).view(named: term.value)
  }

  /// The condition that a view stands for.
  private mutating func filter(of view: FilterView) throws(FilterTermError) -> ItemFilter {
    var known = views ?? .builtIn
    defer { if views != nil { views = known } }
    return try known.read(view) { views throws(FilterTermError) in
      var parser = FilterParser(view.conditions, views: views, calendar: calendar)
      defer { views = parser.views ?? views }
      do throws(FilterError) {
        let filter = try parser.filter()
        asksForStatus = asksForStatus || parser.asksForStatus
        asksForStart = asksForStart || parser.asksForStart
        return filter
      } catch {
        // The innermost view says enough.
        let start = "the view '"
        throw FilterTermError(
          reason: error.reason.hasPrefix(start)
            ? error.reason : "\(start)\(view.name)' has '\(error.word)': \(error.reason)"
        )
      }
    }
  }

  /// Refuses a date that goes on in the words behind it: without quotes, only its first word was taken.
  private func checkWhole(_ term: FilterTerm, _ word: String) throws(FilterError) {
    guard term.part?.form.isDate ?? false else { return }
    let next = bareWords(FilterDateWords.longest, from: index + 1)
    for count in next.indices.reversed() {
      let whole = ([word] + next[...count]).joined(separator: " ")
      guard let longer = FilterTerm(whole), (try? longer.filter(calendar)) != nil else { continue }
      throw failure("'\(whole)' is one condition: put it in quotes")
    }
  }
}
