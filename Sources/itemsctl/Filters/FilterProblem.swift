// Why a filter is not understood.

/// A filter word that is refused, and why.
struct FilterProblem: Error, Hashable {
  /// The word as it was typed; empty when one is missing at the end.
  let word: String
  /// What is wrong, without a full stop.
  let reason: String
  /// The word's place among the filter's words.
  let index: Int
  /// The part of the word that is at fault, counted in characters; nil for all of it.
  var range: Range<Int>?
}
