/// How a pager is started.
package struct PagerCommand: Hashable, Sendable {
  /// What it is called.
  let name: String

  /// The program's own choice, else PAGER's, else less; nil for none.
  ///
  /// As with git and gh, the program's own choice comes before PAGER, which is for all programs.
  package init?(_ environment: ProcessEnvironment, chosen: String?) {
    // A pager moves the cursor about.
    guard !environment.isDumb else { return nil }
    name = (chosen ?? environment.variables["PAGER"] ?? "less").trimmed
    if ["", "cat", "none"].contains(name) { return nil }
  }

  /// The words to start; a shell is needed only where the name is more than words.
  var words: [String] {
    let isPlain = !name.contains { "|&;<>()$`\\\"'*?[#~=%\n".contains($0) }
    return isPlain ? name.split(separator: " ").map(String.init) : ["/bin/sh", "-c", name]
  }

  /// The variables to start it with: less is to show colours and to leave short texts alone.
  func variables(_ environment: ProcessEnvironment) -> [String: String] {
    environment.variables.merging(["LESS": "FIRX", "LV": "-c"]) { own, _ in own }
  }
}
