import ArgumentParsing

/// Prints the manual page.
enum ManCommand {
  static let command = Command<CommandAction>(
    "man",
    abstract: "Print the manual page, in mdoc.",
    examples: [Example("itemshub man | mandoc -l", "Read it:")],
    action: CommandAction { invocation in
      let page = ManualPage(of: ItemshubProgram.program, date: Release.date)
      try invocation.output.write(page.source)
      return .success
    }
  )
}
