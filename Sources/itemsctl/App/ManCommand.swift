import ArgumentParsing
import CommandKit
import Storage

/// Prints the manual page.
enum ManCommand {
  static let command = Command<CommandAction>(
    "man",
    synonyms: ["manual"],
    abstract: "Print the manual page, in mdoc.",
    discussion: "'Scripts/install' puts it where 'man itemsctl' finds it.",
    examples: [
      Example("itemsctl man | mandoc -l", "Read it:"),
      Example(
        "itemsctl man > ~/.local/share/man/man1/itemsctl.1",
        "Put it where man looks:"
      ),
    ],
    action: CommandAction(store: nil, isPaged: true) { context in
      let page = ManualPage(of: ItemsctlProgram.program, date: PackageRelease.date)
      try context.output.write(Array(page.source.utf8))
      return .success
    }
  )
}
