/// A command: its words, its help, and either an action, subcommands, or both.
///
/// `Action` is whatever the program wants back when the command is to run: a closure, or a case
/// of an enumeration.
package struct Command<Action: Sendable>: Sendable {
  /// The word that calls it.
  package let name: String
  /// Words that other programs use for it: they do not call it as an alias does, but lead to a suggestion.
  package let synonyms: [String]
  /// The command line to suggest for a word that is no subcommand, without the program's name; nil for none.
  let phrase: @Sendable (String) -> String?
  /// What it does, in one sentence.
  package let abstract: String
  /// More about it: paragraphs between empty lines; indented lines are kept as they are.
  package var discussion: String { discussionWhenAsked() }
  private let discussionWhenAsked: @Sendable () -> String
  /// Command lines to learn from.
  package let examples: [Example]
  /// The positionals in their order.
  package let arguments: [ParameterDefinition]
  /// The options and flags by title.
  package let groups: [OptionGroup]
  /// The commands below it by title.
  package let subcommandGroups: [SubcommandGroup<Action>]
  /// The subcommand that runs when none is named; it takes no words of its own then.
  package let defaultSubcommand: String?
  /// Whether help, suggestions and completion scripts leave it out.
  package let isHidden: Bool
  /// What to do; `nil` when a subcommand must be named.
  package let action: Action?

  /// Defines a command; of its positionals only the last may repeat, and required ones come first.
  ///
  /// `options` stand under the heading OPTIONS, `subcommands` under SUBCOMMANDS, in front of the groups.
  package init(
    _ name: String,
    synonyms: [String] = [],
    phrase: @escaping @Sendable (String) -> String? = { _ in nil },
    abstract: String,
    discussion: @autoclosure @escaping @Sendable () -> String = "",
    examples: [Example] = [],
    arguments: [any PositionalKey] = [],
    options: [any NamedKey] = [],
    groups: [OptionGroup] = [],
    subcommands: [Command] = [],
    subcommandGroups: [SubcommandGroup<Action>] = [],
    defaultSubcommand: String? = nil,
    isHidden: Bool = false,
    action: Action? = nil
  ) {
    self.name = name
    self.synonyms = synonyms
    self.phrase = phrase
    self.abstract = abstract
    discussionWhenAsked = discussion
    self.examples = examples
    self.arguments = arguments.map(\.definition)
    self.groups = (options.isEmpty ? [] : [OptionGroup("OPTIONS", options)]) + groups
    self.subcommandGroups =
      subcommands.isEmpty
      ? subcommandGroups
      : [SubcommandGroup("SUBCOMMANDS", subcommands.map { Subcommand($0) })] + subcommandGroups
    self.defaultSubcommand = defaultSubcommand
    self.isHidden = isHidden
    self.action = action
  }

  /// The commands below it, in the order that help shows them.
  package var subcommands: [Command] { subcommandGroups.flatMap(\.commands) }

  /// Whether there are commands below it.
  package var hasSubcommands: Bool { subcommandGroups.contains { !$0.subcommands.isEmpty } }

  /// The subcommand with this name, or this alias; declares no other.
  package func subcommand(named name: String) -> Command? {
    for group in subcommandGroups {
      for subcommand in group.subcommands
      where subcommand.name == name || subcommand.aliases.contains(name) {
        return subcommand.command
      }
    }
    return nil
  }
}

/// A command line to learn from.
package struct Example: Sendable {
  /// The command line as one would type it.
  package let commandLine: String
  /// What it does.
  package let explanation: String

  /// Shows a command line and says what it does.
  package init(_ commandLine: String, _ explanation: String) {
    self.commandLine = commandLine
    self.explanation = explanation
  }
}
