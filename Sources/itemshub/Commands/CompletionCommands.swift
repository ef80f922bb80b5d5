import ArgumentParsing
import CommandKit

/// What shells complete: commands, options and their values.
///
/// The store is not opened for it.
enum CompletionCommands {
  static let completions = ShellCompletion.scriptCommand(
    of: Itemshub.name,
    discussion: "With the script, a shell completes commands, options and their values.",
    HubAction { invocation in
      try invocation.output.write(
        ShellCompletion.script(of: Itemshub.name, invocation.arguments)
      )
      return .success
    }
  )

  static let complete = ShellCompletion.command(
    HubAction { invocation in
      let completion = ShellCompletion(invocation.arguments)
      let query = ItemshubProgram.program.completion(of: completion.words)
      let reply = CompletionReply(query: query, candidates: query.candidates, visible: \.printable)
      for line in completion.lines(of: reply) { try invocation.output.print(line) }
      return .success
    }
  )
}
