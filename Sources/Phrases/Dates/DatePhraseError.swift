/// Why a phrase is not understood, and by which word.
package struct DatePhraseError: Error, Hashable {
  package let message: String
  /// The part of the phrase that is not understood, counted in characters; nil for all of it.
  var range: Range<Int>?
}
