import ArgumentParsing
import Testing

@testable import CommandKit
@testable import itemsctl

/// A page of help, and the definition that it is made from.
struct HelpPage: Sendable, CustomTestStringConvertible {
  enum Content: Sendable {
    case command(CommandChain<CommandAction>)
    case topic(HelpTopic)
  }

  /// What its golden file is called, if it has one.
  let name: String
  /// The words that ask for it.
  let words: [String]
  let content: Content

  var testDescription: String { name }

  /// The widths at which every page is looked at.
  static let widths = [40, 80, 200]

  static let commands = ItemsctlProgram.program.chains
    .filter { !$0.command.isHidden }
    .map { chain in
      HelpPage(
        name: chain.path.joined(separator: "-"),
        words: chain.path.dropFirst() + ["--help"],
        content: .command(chain)
      )
    }

  static let topics = HelpTopics.all
    .map { HelpPage(name: "help-\($0.name)", words: ["help", $0.name], content: .topic($0)) }

  static let all = commands + topics

  /// The command of the page; for a topic the one of its name, whose page comes first, if there is one.
  var chain: CommandChain<CommandAction>? {
    switch content {
    case .command(let chain): chain
    case .topic(let topic):
      HelpPage.commands.first { $0.words == [topic.name, "--help"] }?.chain
    }
  }

  /// What a terminal of this width shows.
  func text(width: Int) async throws -> String {
    let outcome = await (try Shell(isTerminal: true, width: width)).run(words)
    #expect(outcome.code == .success && outcome.errors.isEmpty)
    return outcome.output
  }

  /// The page at each width, taken apart.
  func printed() async throws -> [PrintedHelp] {
    var pages: [PrintedHelp] = []
    for width in HelpPage.widths {
      pages.append(PrintedHelp(try await text(width: width), width: width))
    }
    return pages
  }

  /// The text before the usage of a command, or all of a topic's.
  var prose: String {
    switch content {
    case .command(let chain): "\(chain.command.abstract)\n\n\(chain.command.discussion)"
    case .topic(let topic): "\(topic.abstract)\n\n\(topic.text)"
    }
  }

  /// The lines that are printed as they are, however narrow the terminal is.
  var keptLines: [String] {
    let lines = prose.split(separator: "\n").filter { $0.hasPrefix(" ") }.map(String.init)
    return lines + (chain?.command.examples.map { "    \($0.commandLine)" } ?? [])
  }
}

/// A printed page, taken apart at its headings.
struct PrintedHelp {
  /// What stands under a heading; the rest of the heading's line is its first line.
  struct Section {
    let title: String
    var lines: [String] = []

    /// The lines up to the first empty one; advice may follow.
    var body: [String] { Array(lines.prefix { !$0.isEmpty }) }

    var words: [String] { lines.flatMap(\.words) }

    /// The entries of the body, each as its words: they begin two columns in, and what belongs to them further.
    var rows: [[String]] {
      var rows: [[String]] = []
      for line in body where !line.isEmpty {
        if line.hasPrefix("  "), !line.hasPrefix("   ") {
          rows.append(line.words)
        } else if !rows.isEmpty {
          rows[rows.count - 1] += line.words
        }
      }
      return rows
    }
  }

  let width: Int
  let text: String
  let lines: [String]
  private(set) var sections: [Section] = []

  init(_ text: String, width: Int) {
    self.width = width
    self.text = text
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var isAtStart = true
    for line in lines {
      if isAtStart, let heading = line.prefixMatch(of: /([A-Z][A-Z ]+):(?: |$)/) {
        sections.append(Section(title: String(heading.1)))
        let rest = line[heading.range.upperBound...]
        if !rest.isEmpty { sections[sections.count - 1].lines.append(String(rest)) }
      } else if !sections.isEmpty {
        sections[sections.count - 1].lines.append(line)
      }
      isAtStart = line.isEmpty
    }
  }

  var words: [String] { text.words }

  func section(_ title: String) -> Section? { sections.first { $0.title == title } }
}

extension String {
  /// The parts between white space.
  var words: [String] { split(whereSeparator: \.isWhitespace).map(String.init) }

  /// What stands in single quotes, which are no apostrophes.
  var quotedParts: [String] {
    words.joined(separator: " ").matches(of: /(?:^|[ (])'([^']+)'(?=[ .,;:)]|$)/)
      .map { String($0.1) }
  }
}
