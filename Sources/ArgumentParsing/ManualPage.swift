/// A program's page for `man`, in the macros of mdoc(7).
///
/// See <https://man.openbsd.org/mdoc.7>. Everything on it comes from the declarations.
package struct ManualPage<Action: Sendable>: Sendable {
  private let program: Program<Action>
  private let date: String
  private var page = MdocText()

  /// Prepares the page.
  ///
  /// - Parameters:
  ///   - program: What it is about.
  ///   - date: The day of the program's version, as in `November 21, 2026`.
  package init(of program: Program<Action>, date: String) {
    self.program = program
    self.date = date
  }

  /// The page's source.
  package var source: String {
    var copy = self
    copy.write()
    return copy.page.source
  }

  private mutating func write() {
    let root = program.root
    page.macro("Dd", [date])
    page.macro("Dt", [root.name.uppercased(), "1"])
    page.macro("Os")
    page.section("NAME")
    page.macro("Nm", [root.name])
    page.macro("Nd", [String(root.abstract.prefix { $0 != "." })])
    page.section("SYNOPSIS")
    page.synopsis(CommandChain(program: program).usage)
    page.section("DESCRIPTION")
    page.paragraphs(root.discussion.isEmpty ? root.abstract : root.discussion)
    for group in root.groups + [program.builtInGroup] {
      let definitions = group.definitions.filter { !$0.isHidden }
      if group.title != "OPTIONS" { page.section(group.title) }
      page.list(definitions)
    }
    page.section("COMMANDS")
    for chain in program.chains.dropFirst() where !chain.command.isHidden { write(chain) }
    writeTopics()
    page.section("EXAMPLES")
    page.examples(root.examples)
  }

  private mutating func write(_ chain: CommandChain<Action>) {
    let command = chain.command
    page.subsection(chain.name)
    let aliases =
      chain.aliases.isEmpty ? "" : " Also called \(chain.aliases.joined(separator: ", "))."
    page.text(command.abstract + aliases)
    page.synopsis(chain.usage)
    page.paragraphs(command.discussion)
    page.list(command.arguments.filter { !$0.isHidden })
    for group in command.groups { page.list(group.definitions.filter { !$0.isHidden }) }
    page.examples(command.examples)
  }

  /// The pages of help; those with a place of their own by convention come last.
  private mutating func writeTopics() {
    let places = ["environment": "ENVIRONMENT", "exit-codes": "EXIT STATUS"]
    for topic in program.topics where places[topic.name] == nil {
      page.section(topic.name.uppercased())
      page.paragraphs(topic.text)
    }
    for (name, title) in places.sorted(by: { $0.value < $1.value }) {
      guard let topic = program.topic(named: name) else { continue }
      page.section(title)
      page.paragraphs(topic.text)
    }
  }
}
