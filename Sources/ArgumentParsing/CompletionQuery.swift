/// The words that can end an unfinished command line.
package struct CompletionQuery: Sendable {
  /// A word that can be put there, and what to say of it.
  package struct Candidate: Sendable, Hashable {
    /// The word as the program would read it, without a shell's quotes.
    package let word: String
    /// What it means, in a few words; may be empty.
    package let explanation: String

    /// Offers a word.
    package init(_ word: String, _ explanation: String = "") {
      self.word = word
      self.explanation = explanation
    }
  }

  /// The part of the last word that stays, such as `--store=`.
  package let prefix: String
  /// The part of the word that follows the prefix.
  package let typed: String
  /// The words that the declaration knows of, whether they begin as typed or not.
  package let candidates: [Candidate]
  /// The completion that the shell itself adds, such as file names; `.automatic` adds none.
  package let source: ParameterDefinition.Completion
  /// The values given for options before, by their names with dashes.
  package let given: [String: [String]]
  /// The positionals before, without the names of commands.
  package let positionals: [String]

  /// What was last given for an option.
  package func lastValue(of key: some NamedKey) -> String? {
    given[key.definition.id]?.last
  }
}
