/// A whole command line: the root command, its version, and pages of help.
///
/// Nothing here prints or exits; ``parse(_:format:)`` says what to do.
package struct Program<Action: Sendable>: Sendable {
  /// The command that bears the program's name.
  package let root: Command<Action>
  /// What `--version` prints; `nil` when there is no such option.
  package let version: String?
  /// Pages of help that belong to no command.
  package let topics: [HelpTopic]

  /// Assembles a program.
  ///
  /// `-h`, `--help`, `--version` and the subcommand `help` are added to what the root declares.
  package init(root: Command<Action>, version: String? = nil, topics: [HelpTopic] = []) {
    self.root = root
    self.version = version
    self.topics = topics
  }

  /// What a command line asks for.
  package enum Outcome: Sendable {
    /// Run this, with these values.
    case run(Action, ParsedArguments)
    /// Print this help to standard output.
    case help(String)
    /// Print this version to standard output.
    case version(String)
    /// Print this failure to standard error.
    case failure(UsageError)
  }

  /// Understands the words after the program's name.
  ///
  /// A request for help beats one for the version, which beats every error.
  package func parse(_ arguments: [String], format: HelpFormat = HelpFormat()) -> Outcome {
    var scanner = ArgumentScanner(program: self)
    scanner.scan(arguments)
    if scanner.wantsHelp { return .help(scanner.chain.helpText(format)) }
    if scanner.wantsVersion, let version { return .version(version) }
    if let failure = scanner.failure { return .failure(failure) }
    do throws(UsageError) {
      if let words = scanner.helpWords { return .help(try help(about: words, format: format)) }
      return try scanner.finish(format: format)
    } catch {
      return .failure(error)
    }
  }

  /// The chain that holds the root alone.
  var rootChain: CommandChain<Action> { CommandChain(program: self) }

  /// The topic of that name.
  package func topic(named name: String) -> HelpTopic? { topics.first { $0.name == name } }

  /// The page for the words after `help`; a command's is followed by the topic of its name.
  private func help(about words: [String], format: HelpFormat) throws(UsageError) -> String {
    if words.count == 1, let topic = topic(named: words[0]) {
      let page = topic.helpText(format)
      return helpText(for: words, format: format).map { "\($0)\n\(page)" } ?? page
    }
    var chain = rootChain
    // The help of help is that of the program, which tells how to ask for more.
    for word in words where words != ["help"] {
      guard let next = chain.command.subcommand(named: word) else {
        throw unknownTopic(word, in: chain)
      }
      chain.descend(into: next)
    }
    return chain.helpText(format)
  }

  private func unknownTopic(_ word: String, in chain: CommandChain<Action>) -> UsageError {
    let topics = chain.isRoot ? topics : []
    let guess =
      topics.first { $0.synonyms.contains(word.lowercased()) }?.name
      ?? chain.subcommandSuggestion(for: word, orAmong: topics.map(\.name), isForHelp: true)
    return UsageError(.unknownHelpTopic(word, suggestion: guess), chain.usage)
  }
}
