import ArgumentParsing

/// What the command alone knows of a field; names, forms and values come from Storage's table.
package struct FieldUse: Sendable {
  /// Which commands set it.
  package enum Typing: Sendable {
    /// None, for that reason.
    case never(String)
    /// `edit` has an option.
    case edit
    /// `add` and `edit` have an option.
    case options
    /// `add` and `edit` have an option, and `add` knows words such as `due:friday`.
    case words
  }

  /// Whether filters have a key for it.
  package enum Filtering: Sendable {
    /// None, for that reason.
    case never(String)
    /// None, as words to look for are found in it.
    case searched
    /// A key, with an example of a value, and what completion says of it.
    case key(String, String? = nil)
  }

  /// Whether items are sorted by it.
  enum Sorting: Sendable {
    /// They are not, for that reason.
    case never(String)
    case key
  }

  /// What it is, as a sentence of the help begins; empty where no command sets it.
  package var meaning = ""
  package let typing: Typing
  package let filtering: Filtering
  let sorting: Sorting
  /// What it is called where it is typed; the label unless it is another.
  var name: String?
  /// The letter of the option.
  package var short: Character?
  /// The sign that stands for the name in words of `add`: `!high`.
  package var sign: Character?
  /// What help calls a value; the name, or what fits its form, unless it is another.
  package var valueName: String?
  /// The end of the sentence of the help; what fits its form unless it is another.
  package var detail: String?
  /// What a shell offers for a text.
  package var completion: CompletionKind?
  /// What other programs call its column, letters alone.
  package var otherColumns: [String] = []
  /// The rule for a text that is typed.
  var check: (@Sendable (String) throws(ValueError) -> Void)?
}
