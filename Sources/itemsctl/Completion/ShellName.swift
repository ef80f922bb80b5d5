import ArgumentParsing

/// A shell for which there is a script.
enum ShellName: String, CaseIterable, ArgumentValue {
  case bash, zsh, fish
}
