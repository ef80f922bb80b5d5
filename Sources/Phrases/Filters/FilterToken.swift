/// A word of a filter, with its place in the command line.
struct FilterToken {
  var text: Substring
  /// Whether it came behind `--`, and so is text.
  var isLiteral = false
  /// The place of the word that it is, or is part of.
  let index: Int

  /// Takes words apart, of which so many at the end are literal.
  ///
  /// A word that begins with `(` is an expression whose words spaces divide: `(+a or list:b)`, or
  /// `(+a` whose `)` another word ends with. Other words stay whole, whatever spaces and
  /// parentheses they have, so that every value can be said.
  static func tokens(of words: [String], literalCount: Int) -> [FilterToken] {
    var tokens: [FilterToken] = []
    /// Parentheses that touch what they open, and that something is to touch again.
    var open = 0
    for (index, word) in words.enumerated() {
      guard index < words.count - literalCount else {
        tokens.append(FilterToken(text: word[...], isLiteral: true, index: index))
        continue
      }
      let isExpression = word.hasPrefix("(") && word != "("
      for part in isExpression ? parts(of: word) : [word[...]] {
        let inner = isExpression ? part.drop { $0 == "(" } : part
        open += part.count - inner.count
        let last = inner.reversed().prefix { $0 == ")" }.count
        let closing = isExpression ? last : min(last, open)
        open = max(0, open - closing)
        let middle = inner.dropLast(closing)
        let ends = [part[..<inner.startIndex], part[middle.endIndex...]].map { end in
          end.indices.map { FilterToken(text: end[$0...$0], index: index) }
        }
        let isThere = !middle.isEmpty || part.isEmpty
        tokens += ends[0] + (isThere ? [FilterToken(text: middle, index: index)] : []) + ends[1]
      }
    }
    return tokens
  }

  /// The parts of a word between spaces, but for those within double quotes.
  private static func parts(of word: String) -> [Substring] {
    var isQuoted = false
    var isEscaped = false
    return word.split { character in
      if isEscaped {
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      }
      return character == " " && !isQuoted
    }
  }

  /// Where a part of it, or all of it, is in the word that it is part of; nil for all of that.
  ///
  /// Both are counted in characters.
  func range(_ part: Range<Int>?, in word: String) -> Range<Int>? {
    guard text != word[...] else { return part }
    let start = word.distance(from: word.startIndex, to: text.startIndex)
    let part = part ?? 0..<text.count
    return start + part.lowerBound..<start + part.upperBound
  }
}
