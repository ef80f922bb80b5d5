/// A command line that cannot be run, with what is needed to explain it.
package struct UsageError: Error, Sendable {
  /// What is wrong.
  package let reason: UsageErrorReason
  /// How the command is used.
  package let usage: CommandUsage
  /// The command line with a mark below the mistake; nil if the message is enough.
  package let excerpt: CommandExcerpt?
  /// The page of help that tells more than how the command is used; nil for none.
  private var topic: String?

  init(_ reason: UsageErrorReason, _ usage: CommandUsage, excerpt: CommandExcerpt? = nil) {
    self.reason = reason
    self.usage = usage
    self.excerpt = excerpt
  }

  /// The same error, with a page of help in place of the command's usage.
  package func about(topic: String?) -> UsageError {
    var copy = self
    copy.topic = topic
    return copy
  }

  /// The lines for standard error, each ended by a line feed: the sentence, then what was typed with a mark below the
  /// mistake, or one line of help.
  ///
  /// How the command is used is for `--help` to say.
  package func text(_ format: HelpFormat = HelpFormat()) -> String {
    let lines =
      format.message(reason.message, label: "Error: ")
      + (excerpt?.lines(format) ?? format.message(help, label: "Help:  "))
    return lines.joined(separator: "\n") + "\n"
  }

  /// Where to read more, behind an example where something is missing.
  private var help: String {
    if let topic { return "See '\(usage.commandName.prefix { $0 != " " }) help \(topic)'." }
    let page = "See '\(usage.commandName) --help'."
    guard case .missingArgument = reason, let example = usage.example else { return page }
    return "As in '\(example)'; see '\(usage.commandName) --help'."
  }
}

/// How one command is used.
package struct CommandUsage: Sendable, Equatable {
  /// The words that call it, such as `itemsctl sync status`.
  package let commandName: String
  /// The name and then each parameter, which lines should not be broken within.
  package let synopsis: [String]
  /// A command line to learn from.
  let example: String?
}
