import Storage

/// A filter word that is refused, and why.
struct FilterError: Error, Hashable {
  /// The word as it was typed; empty when one is missing at the end.
  let word: String
  /// What is wrong, without a full stop.
  let reason: String
  /// The place of the word among the filter's words, or of the one that it is part of.
  let index: Int
  /// The part of the word that is at fault, counted in characters; nil for all of it.
  let range: Range<Int>?

  /// Why a text is refused that every item would hold.
  static let nothingToLookFor = "there is no letter or digit to look for"
}

/// Why a term of a filter is refused.
struct FilterTermError: Error {
  let reason: String
  /// The part of the word at fault, counted in characters; nil for all of it.
  var range: Range<Int>?
}

extension String {
  /// Whether there is a word in it that an item can be without.
  package var isSearchable: Bool { !SearchWords([self]).isEmpty }
}
