import ArgumentParsing
import CommandKit

/// Prints the script with which a shell completes command lines.
enum CompletionsCommand {
  static let command = ShellCompletion.scriptCommand(
    of: "itemsctl",
    discussion: """
      With the script, a shell completes commands, options and their values. It also completes \
      lists, tags and the numbers of items, with their titles, from the store.
      """,
    CommandAction(store: nil) { context in
      let script = ShellCompletion.script(of: "itemsctl", context.arguments)
      try context.output.write(Array(script.utf8))
      return .success
    }
  )
}
