import Foundation
import Testing

/// A shell that people type at.
enum InteractiveShell: String, CaseIterable, CustomTestStringConvertible {
  case bash
  case zsh
  case fish

  var testDescription: String { rawValue }

  /// Those that this machine has.
  static let available = allCases.filter { ShellCompletionTests.path(of: $0.rawValue) != nil }

  /// Starts it as nobody has configured it.
  var plainCommand: String {
    switch self {
    case .bash: "exec bash --norc -i"
    case .zsh: "exec zsh -f -i"
    case .fish: "exec fish --no-config -i"
    }
  }
}

/// A session at a shell, of which each command's output is known.
///
/// The shell marks where a command's output begins and ends; all that it shows beside, such as what is typed, is left out.
struct ShellSession {
  private let terminal: PseudoTerminal

  /// Marks that no output contains, written in two parts, so that a shell that shows its settings shows none.
  private static let (start, end) = ("<output>", "<prompt>")

  init(_ shell: InteractiveShell, in workplace: Workplace, variables: [String: String]) throws {
    let command: String
    switch shell {
    case .bash:
      _ = try workplace.write(
        ".rc",
        "PS0='<out''put>'\nPROMPT_COMMAND='printf \"<%s>\" prompt'\nPS1=\n"
      )
      command = "exec bash --rcfile .rc -i"
    case .zsh:
      _ = try workplace.write(
        ".zshrc",
        """
        unsetopt prompt_sp
        preexec() { printf '<%s>' output }
        precmd() { printf '<%s>' prompt }
        PROMPT=

        """
      )
      command = "exec env ZDOTDIR=. zsh -d -i"
    case .fish:
      command = """
        exec fish --no-config -i -C "function before --on-event fish_preexec; printf '<%s>' output; end; \
        function after --on-event fish_prompt; printf '<%s>' prompt; end; function fish_prompt; end"
        """
    }
    terminal = try PseudoTerminal(command, in: workplace, columns: 80, variables: variables)
  }

  /// Waits for the first prompt.
  func begin() async throws { try await terminal.wait(for: Self.end) }

  /// Types a command line, and gives what it prints until the next prompt.
  func run(_ line: String) async throws -> String {
    terminal.type(line + "\n")
    try await terminal.wait(for: Self.start)
    return Self.plain(try await terminal.wait(for: Self.end))
  }

  func close() async {
    terminal.type("exit\n")
    _ = await terminal.end()
  }

  /// What a reader sees in the end: without the sequences that colour it, and of a line that is drawn anew the last.
  ///
  /// Fish draws a sign behind what ends without a line feed, and over it where there was one.
  private static func plain(_ text: String) -> String {
    let sequences = [
      /\u{1B}\[[0-9;?<>=]*[A-Za-z]/, /\u{1B}\][^\u{07}\u{1B}]*(?:\u{07}|\u{1B}\\)/,
      /\u{1B}[=>()][B0]?/,
    ]
    return sequences.reduce(text.replacing("\r\n", with: "\n")) { $0.replacing($1, with: "") }
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.split(separator: "\r").last ?? "" }.filter { !$0.hasPrefix("⏎") }
      .joined(separator: "\n")
  }
}
