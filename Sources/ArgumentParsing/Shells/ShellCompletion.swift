/// What the script of a shell asks the program's hidden command `__complete`.
package struct ShellCompletion {
  private let shell: ShellName
  private let typed: [String]
  private let line: ShellLine
  private let type: Int

  /// Reads the question.
  package init(_ arguments: ParsedArguments) {
    shell = arguments[Self.shell]
    typed = arguments[Self.words]
    line = ShellLine(typed.first ?? "", wordBreaks: arguments[Self.wordBreaks])
    type = arguments[Self.type]
  }

  /// The words up to the cursor, without the program's name.
  package var words: [String] {
    // The first word of bash's line is the command itself.
    shell == .bash ? Array(line.words.dropFirst()) : typed
  }

  /// The lines that answer it.
  package func lines(of reply: CompletionReply) -> [String] {
    shell == .bash ? reply.bash(line, showsExplanations: isList) : reply.explained
  }

  /// Whether bash is about to list the words, rather than to put one in: '?', '!' and '@'.
  private var isList: Bool { [63, 33, 64].contains(type) }
}

extension ShellCompletion {
  private static let shell = Argument<ShellName>("shell", help: "The shell that asks.")
  private static let words = Argument<[String]>(
    "word",
    help: "The words up to the cursor behind the command's name; for bash, the line as it is."
  )
  private static let wordBreaks = Option<String>(
    "word-breaks",
    valueName: "characters",
    help: "What ends a word for readline.",
    default: ""
  )
  private static let type = Option<Int>("type", help: "bash's COMP_TYPE.", default: 9)

  /// The hidden command that the scripts run.
  package static func command<Action>(_ action: Action) -> Command<Action> {
    Command(
      "__complete",
      abstract: "Print what can go on from a command line.",
      arguments: [shell, words],
      options: [wordBreaks, type],
      isHidden: true,
      action: action
    )
  }

  /// The command `completions` of a program, which prints the script for a shell.
  package static func scriptCommand<Action>(
    of program: String,
    discussion: String,
    _ action: Action
  ) -> Command<Action> {
    Command(
      "completions",
      abstract: "Print a shell's script for completions.",
      discussion: "\(discussion) The script asks the command itself, so it is never out of date.",
      examples: [
        Example("eval \"$(\(program) completions bash)\"", "In ~/.bashrc:"),
        Example(
          "source <(\(program) completions zsh)",
          "In ~/.zshrc, behind 'autoload -U compinit && compinit':"
        ),
        Example(
          "\(program) completions fish > ~/.config/fish/completions/\(program).fish",
          "Once, for fish:"
        ),
      ],
      arguments: [target],
      action: action
    )
  }

  private static let target = Argument<ShellName>("shell", help: "The shell that is to read it.")

  /// The script that `completions` was asked for.
  package static func script(of program: String, _ arguments: ParsedArguments) -> String {
    arguments[target].completionScript(of: program)
  }
}
