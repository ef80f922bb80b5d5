import ArgumentParsing

/// Prints the script with which a shell completes command lines.
enum CompletionsCommand {
  enum Keys {
    static let shell = Argument<ShellName>("shell", help: "The shell that is to read it.")
  }

  static let command = Command<CommandAction>(
    "completions",
    abstract: "Print a shell's script for completions.",
    discussion: """
      With it, a shell completes commands, options and their values, and from the store lists, tags \
      and the numbers of items with their titles. The script asks the command itself, so it is \
      never out of date.
      """,
    examples: [
      Example("eval \"$(itemsctl completions bash)\"", "In ~/.bashrc:"),
      Example(
        "source <(itemsctl completions zsh)",
        "In ~/.zshrc, behind 'autoload -U compinit && compinit':"
      ),
      Example(
        "itemsctl completions fish > ~/.config/fish/completions/itemsctl.fish",
        "Once, for fish:"
      ),
    ],
    arguments: [Keys.shell],
    action: CommandAction(store: nil) { context in
      try context.output.write(Array(context.arguments[Keys.shell].completionScript.utf8))
      return .success
    }
  )
}
