import ArgumentParsing
import CommandKit
import Storage

/// Prints the manual page.
enum HubManCommand {
  static let command = Command<HubAction>(
    "man",
    abstract: "Print the manual page, in mdoc.",
    examples: [Example("itemshub man | mandoc -l", "Read it:")],
    action: HubAction { invocation in
      let page = ManualPage(of: ItemshubProgram.program, date: PackageRelease.date)
      try invocation.output.write(page.source)
      return .success
    }
  )
}
