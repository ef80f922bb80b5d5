/// A shell for which there is a script.
package enum ShellName: String, CaseIterable, ArgumentValue {
  case bash, zsh, fish
}
