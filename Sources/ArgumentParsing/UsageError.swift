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

  /// The lines for standard error, each ended by a line feed.
  package func text(_ format: HelpFormat = HelpFormat()) -> String {
    var lines = format.message(reason.message, label: "Error: ")
    lines += excerpt?.lines(format) ?? []
    if let topic {
      let program = usage.commandName.prefix { $0 != " " }
      lines += format.fill("See '\(program) help \(topic)'.".words, first: "  ", hanging: 2)
      return lines.joined(separator: "\n") + "\n"
    }
    if let parameter = reason.parameter, !parameter.help.isEmpty {
      lines += format.fill(
        parameter.help.words,
        first: "Help:  \(parameter.synopsis)  ",
        hanging: 7
      )
    }
    lines += format.fill(usage.synopsis, first: "Usage: ", hanging: 4)
    lines += format.fill(
      "See '\(usage.commandName) --help' for more information.".words,
      first: "  ",
      hanging: 2
    )
    return lines.joined(separator: "\n") + "\n"
  }
}

/// How one command is used.
package struct CommandUsage: Sendable, Equatable {
  /// The words that call it, such as `itemsctl sync status`.
  package let commandName: String
  /// The name and then each parameter, which lines should not be broken within.
  package internal(set) var synopsis: [String]
}
