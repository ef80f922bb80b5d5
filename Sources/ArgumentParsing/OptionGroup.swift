/// Options under one title in the help text.
package struct OptionGroup: Sendable {
  /// Where a group's options are understood.
  package enum Scope: Sendable {
    /// Between the command's name and its subcommand's.
    case command
    /// Also anywhere after the names of subcommands.
    case subcommands
  }

  /// The heading, in capitals, without a colon.
  package let title: String
  /// Where the options are understood.
  package let scope: Scope
  /// The options and flags, in the order that help shows them.
  package let definitions: [ParameterDefinition]

  /// Groups options under a title.
  package init(_ title: String, scope: Scope = .command, _ options: [any NamedKey]) {
    self.title = title
    self.scope = scope
    definitions = options.map(\.definition)
  }
}
