/// An error that can be made in a source file.
struct Mutant {
  /// The way to make errors, by which results are counted: `bound`, `logic` and so on.
  let kind: String
  /// The place in the source, from 1.
  let line: Int
  let column: Int
  /// The code that is changed, and what it becomes.
  let code: String
  let becomes: String
  /// How it is known from one run to the next: not by its line, which other changes move.
  let key: String
}

/// Errors planted at one place, with numbers in a row.
struct Group {
  let first: Int
  let mutants: [Mutant]
  /// The bytes of the planted text that a compiler's complaint about it points to.
  var range: Range<Int>
  /// Whether statements are left out: the compiler may find what they are needed for at the end of their function.
  let isRemoval: Bool
}
