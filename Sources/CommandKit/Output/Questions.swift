/// The one place that decides whether a question may be asked, and asks it.
package struct Questions: Sendable {
  package let output: Output
  package let input: any ByteSource
  /// Whether somebody can see a question and answer it: standard input and error are terminals.
  package let hasTerminal: Bool
  /// Whether '--no-input' was given.
  package let isForbidden: Bool

  package init(output: Output, input: any ByteSource, hasTerminal: Bool, isForbidden: Bool) {
    self.output = output
    self.input = input
    self.hasTerminal = hasTerminal
    self.isForbidden = isForbidden
  }

  /// Whether a question may be asked.
  package var mayAsk: Bool { hasTerminal && !isForbidden }

  /// Goes on after a yes; throws after anything else, and where nobody can be asked.
  ///
  /// Commands that call it have a flag '--yes', with which they do not.
  package func confirm(_ question: String) throws(CommandError) {
    guard mayAsk else {
      let reason = isForbidden ? "'--no-input' forbids asking" : "there is no terminal to ask on"
      throw CommandError(
        .usage,
        "\(Questions.refusalStart)\(question)\(Questions.refusalMiddle)\(reason).",
        help: ["Give '--yes' to go on without being asked."]
      )
    }
    guard try isYes(question) else {
      var answer = CommandError(.cancelled, "Nothing was changed.")
      answer.isAnswer = true
      throw answer
    }
  }

  private static let refusalStart = "Nothing was changed: '"
  private static let refusalMiddle = "' needs an answer, and "

  /// The question that an error of ``confirm(_:)`` quotes; nil for other errors.
  package static func question(in error: String) -> String? {
    guard let start = error.firstRange(of: refusalStart),
      let end = error[start.upperBound...].firstRange(of: refusalMiddle)
    else { return nil }
    return String(error[start.upperBound..<end.lowerBound])
  }

  /// Whether the answer is yes; no answer is a no.
  func isYes(_ question: String) throws(CommandError) -> Bool {
    ["y", "yes"].contains(try answer("\(question) [y/N] "))
  }

  /// Whether more is to be done than what was asked for: all of it, only that, or nothing at all.
  ///
  /// Only yes and no are answers: after another word, or none, nothing is done.
  package func isYesForMore(_ question: String, orOnly only: String) throws(CommandError) -> Bool {
    let choices = "y = yes, n = no, only \(only), s = stop"
    switch try answer("\(question) [\(choices)] ") {
    case "y", "yes": return true
    case "n", "no": return false
    default:
      var answer = CommandError(.cancelled, "Nothing was changed.")
      answer.isAnswer = true
      throw answer
    }
  }

  private func answer(_ prompt: String) throws(CommandError) -> String {
    try line(after: prompt)?.trimmed.lowercased() ?? ""
  }

  /// The line that a person types; nil where the input ends.
  package func line(after prompt: String) throws(CommandError) -> String? {
    try output.prompt(prompt)
    var line: [UInt8] = []
    while !line.contains(0x0A), let bytes = try input.next() { line += bytes }
    // Ctrl-D ends the input, but not the line that the question stands on.
    if !line.contains(0x0A) { output.fail("\n") }
    if line.isEmpty { return nil }
    return String(decoding: line.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
  }
}
