/// All that is known of a positional, an option or a flag, without its type.
///
/// The parser, the help text, completion scripts and the manual page are made from it.
package struct ParameterDefinition: Sendable {
  /// What a parameter looks like on the command line.
  package enum Kind: Sendable, Equatable {
    /// A word known by its place.
    case positional
    /// `--name value`.
    case option
    /// `--name`, and `--no-name` when invertible.
    case flag(isInvertible: Bool)
  }

  /// What a shell can offer when the value is being typed.
  package enum Completion: Sendable, Equatable {
    /// The allowed values, or nothing.
    case automatic
    /// Names of files.
    case files
    /// Names of folders.
    case directories
    /// Words that the program itself lists for this kind, such as `tags`.
    case custom(String)
  }

  /// What it looks like.
  package let kind: Kind
  /// The long name without its dashes, or a positional's name.
  package let name: String
  /// The letter that can stand for the long name.
  package var short: Character?
  /// What help calls the value, without angle brackets.
  package let valueName: String
  /// How often it can be given.
  package let multiplicity: Multiplicity
  /// What it is for, in one or a few sentences.
  package let help: String
  /// The words of the default; empty when there is none or it is obvious.
  package var defaultTexts: [String] { defaultTextsWhenAsked() }
  /// All words that are accepted; empty when the set is open.
  package var allowedValues: [String] { allowedValuesWhenAsked() }
  /// Whether nearly every text is a value, so that a word behind its letter need not be meant as one.
  package var takesAnyText: Bool { takesAnyTextWhenAsked() }
  /// The variable that the program reads when the option is absent; only named in help.
  package var environmentVariable: String?
  /// Flags that stand for the option with a certain value.
  package var shorthands: [Shorthand] = []
  /// What a shell can offer.
  package var completion: Completion = .automatic
  /// Whether words such as `-shop` can be its value.
  package var acceptsDashedWords = false
  /// How to write a letter behind a dash that is not an option, as a sentence without a full stop.
  var dashAdvice: (@Sendable (_ letter: String) -> String)?
  /// Whether help and completion scripts leave it out.
  package var isHidden = false

  /// Only help, completion and errors need these, so they are not computed at each start.
  var defaultTextsWhenAsked: @Sendable () -> [String] = { [] }
  var allowedValuesWhenAsked: @Sendable () -> [String] = { [] }
  var takesAnyTextWhenAsked: @Sendable () -> Bool = { false }

  /// Turns the words into a ``ValueBox``; `nil` when words are missing.
  let read: Reader

  typealias Reader = @Sendable ([String]) throws(UnreadableWord) -> (any Sendable)?

  /// The identity within one command line: `--name` or `<name>`.
  package var id: String { kind == .positional ? "<\(name)>" : "--\(name)" }

  /// Whether the parameter's type accepts a word.
  func isValue(_ word: String) -> Bool { (try? read([word])) != nil }

  /// Whether a value follows the name.
  package var takesValue: Bool { kind == .option }

  /// All long spellings with their dashes, in the order that help shows them.
  package var longSpellings: [String] {
    guard kind != .positional else { return [] }
    let inverse = kind == .flag(isInvertible: true) ? ["--no-\(name)"] : []
    return ["--\(name)"] + inverse + shorthands.map { "--\($0.flag)" }
  }
}

/// A flag that stands for an option with a certain value: `--json` for `--format json`.
package struct Shorthand: Sendable, Equatable {
  /// The flag's name without dashes.
  package let flag: String
  /// The word that it stands for.
  package let value: String

  /// Lets a flag stand for a word.
  package init(_ flag: String, for value: String) {
    self.flag = flag
    self.value = value
  }
}

/// A word that a parameter's type refused.
struct UnreadableWord: Error {
  let index: Int
  let cause: ValueError
}

/// Keeps a value's static type, so that an optional `nil` survives erasure.
struct ValueBox<Value: Sendable>: Sendable {
  let value: Value
}

extension ParsedValue {
  /// A reader of this type that falls back on a default.
  static func reader(
    default defaultValue: Self?,
    needsOne: Bool = false,
    check: (@Sendable (String) throws(ValueError) -> Void)? = nil
  ) -> ParameterDefinition.Reader {
    { (words: [String]) throws(UnreadableWord) -> (any Sendable)? in
      if words.isEmpty {
        if let defaultValue { return ValueBox(value: defaultValue) }
        if needsOne { return nil }
      }
      var elements: [Word] = []
      for (index, word) in words.enumerated() {
        do throws(ValueError) {
          try check?(word)
          elements.append(try Word(argument: word))
        } catch {
          throw UnreadableWord(index: index, cause: error)
        }
      }
      guard let value = assemble(elements) else { return nil }
      return ValueBox(value: value)
    }
  }
}
