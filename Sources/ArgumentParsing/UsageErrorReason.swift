/// What is wrong with a command line; the messages are those of swift-argument-parser.
package enum UsageErrorReason: Sendable, Equatable {
  /// No such option here; the advice says how to write the word where it is not meant as an option.
  case unknownOption(String, suggestion: String?, advice: String? = nil)
  /// No such subcommand here.
  case unknownSubcommand(String, suggestion: String?)
  /// No help under this name.
  case unknownHelpTopic(String, suggestion: String?)
  /// An option without the value it needs; the advice says how to write a value that begins with a dash.
  case missingValue(ParameterUse, advice: String? = nil)
  /// A flag with a value.
  case unexpectedValue(String, spelling: String)
  /// A required parameter is absent.
  case missingArgument(ParameterUse)
  /// A value that the parameter's type or the command refuses.
  case invalidValue(String, ParameterUse, reason: String?)
  /// More words than the command takes.
  case unexpectedArguments([String])
  /// Anything else that the command itself refuses.
  case refused(String)

  /// The sentence to show after `Error:`.
  package var message: String {
    switch self {
    case .unknownOption(let name, let guess, let advice):
      "Unknown option '\(name)'" + didYouMean(guess) + sentence(advice)
    case .unknownSubcommand(let name, let guess):
      "Unknown subcommand '\(name)'" + didYouMean(guess)
    case .unknownHelpTopic(let name, let guess):
      "Unknown subcommand or help topic '\(name)'" + didYouMean(guess)
    case .missingValue(let use, let advice):
      "Missing value for '\(use.synopsis)'" + sentence(advice)
    case .unexpectedValue(let value, let spelling):
      "The option '\(spelling)' does not take any value, but '\(value)' was specified."
    case .missingArgument(let use): "Missing expected argument '\(use.synopsis)'"
    case .invalidValue(let value, let use, let reason):
      "The value '\(value)' is invalid for '\(use.synopsis)'" + explanation(of: value, use, reason)
    case .unexpectedArguments(let words):
      words.count == 1
        ? "Unexpected argument \(quoted(words))"
        : "\(words.count) unexpected arguments: \(quoted(words))"
    case .refused(let message): message
    }
  }

  private func didYouMean(_ guess: String?) -> String {
    guess.map { ". Did you mean '\($0)'?" } ?? ""
  }

  private func sentence(_ advice: String?) -> String { advice.map { ". \($0)." } ?? "" }

  private func quoted(_ words: [String]) -> String {
    words.map { "'\($0)'" }.joined(separator: ", ")
  }

  private func explanation(
    of value: String,
    _ use: ParameterUse,
    _ reason: String?
  ) -> String {
    if let reason { return ": \(reason)" }
    let values = use.allowedValues
    // More would be lines of names, of which the nearest one is meant.
    if values.count > 5, let guess = suggestion(for: value, among: values) {
      return ". Did you mean '\(guess)'?"
    }
    guard let last = values.last else { return "" }
    let head = values.dropLast().joined(separator: ", ")
    return ": give \(head.isEmpty ? last : "\(head) or \(last)")."
  }
}

/// A parameter under the name it was called by.
package struct ParameterUse: Sendable, Equatable {
  /// How to write it: `--due <date>`, or `<title>` for a positional.
  package let synopsis: String
  /// All words that are accepted; empty when the set is open.
  package let allowedValues: [String]

  init(_ definition: ParameterDefinition, spelling: String? = nil) {
    switch definition.kind {
    case .positional: synopsis = "<\(definition.name)>"
    case .option: synopsis = "\(spelling ?? "--\(definition.name)") <\(definition.valueName)>"
    case .flag: synopsis = spelling ?? "--\(definition.name)"
    }
    allowedValues = definition.allowedValues
  }
}
