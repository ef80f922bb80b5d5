/// A command below another, declared on demand.
///
/// One process runs one command: with the others undeclared, a program with many commands starts as fast as one with few.
package struct Subcommand<Action: Sendable>: Sendable {
  /// The word that calls it.
  package let name: String
  /// Other words that call it; help names them behind its own.
  package let aliases: [String]
  private let declaration: @Sendable () -> Command<Action>

  /// The command itself, declared now.
  package var command: Command<Action> { declaration() }

  /// A command that is declared when help, completion or the command line needs it.
  ///
  /// - Parameters:
  ///   - name: The command's own name.
  ///   - aliases: Other words that call it.
  ///   - command: The command.
  package init(
    _ name: String,
    aliases: [String] = [],
    _ command: @escaping @autoclosure @Sendable () -> Command<Action>
  ) {
    self.name = name
    self.aliases = aliases
    declaration = command
  }

  /// A command that is declared already.
  package init(_ command: Command<Action>) { self.init(command.name, command) }
}
