import Foundation
import Testing

@testable import itemsctl

/// What the shells themselves make of the scripts.
@Suite(.enabled(if: BuiltCommand.path != nil)) struct ShellCompletionTests {
  private let workplace: Workplace
  private let variables: [String: String]

  init() async throws {
    workplace = try Workplace()
    let folder = URL(filePath: BuiltCommand.path ?? "/").deletingLastPathComponent().path
    variables = ["PATH": "\(folder):/usr/bin:/bin", "ITEMSCTL_STORE": "a.sqlite"]
    let added = try await run(
      """
      itemsctl add -q 'Buy milk' +shop list:home && itemsctl add -q 'Paint: "the" boat' +deck \
      list:boat && itemsctl add -q 'Sand it' list:boat && itemsctl add -q 'Old rope' && \
      itemsctl delete -q 4 && itemsctl add -q 'Row home' list:boat && itemsctl done -q 5 && touch notes.json note.txt
      """
    )
    #expect(added.code == 0, "\(added.errors)")
  }

  private func run(_ line: String) async throws -> BuiltCommand.Result {
    try await BuiltCommand.run(line, in: workplace, variables: variables)
  }

  /// Where a shell is, if this machine has it.
  static func path(of shell: String) -> String? {
    ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(shell)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static let hasBash = path(of: "bash") != nil
  private static let hasFish = path(of: "fish") != nil
  private static let hasZsh = path(of: "zsh") != nil

  /// Unfinished lines, and how they go on.
  private static let lines: [(line: String, words: [String])] = [
    ("itemsctl xyz", []),
    ("itemsctl sh", ["show"]),
    ("itemsctl sync st", ["status"]),
    ("itemsctl help dat", ["dates"]),
    ("itemsctl list --lim", ["--limit"]),
    ("itemsctl add x --priority ", ["none", "low", "medium", "high"]),
    ("itemsctl add x --priority=m", ["--priority=medium"]),
    ("itemsctl add x -pm", ["-pmedium"]),
    ("itemsctl --quiet completions z", ["zsh"]),
    ("itemsctl show ", ["1", "2", "3"]),
    ("itemsctl list list:", ["list:boat", "list:home"]),
    ("itemsctl list +s", ["+shop"]),
    ("itemsctl list -de", ["-deck"]),
    ("itemsctl add x --list b", ["boat"]),
    ("itemsctl --store none.sqlite show ", []),
    ("itemsctl list --store note", ["note.txt", "notes.json"]),
    ("itemsctl config get p", ["pager"]),
    ("itemsctl restore 4", ["4"]),
    ("itemsctl purge 1", []),
    ("itemsctl show 4", []),
    ("itemsctl edit 1 --due tom", ["tomorrow"]),
    ("itemsctl edit 1 --due=no", ["--due=none"]),
    ("itemsctl edit 1 --untag d", ["deck"]),
    ("itemsctl edit 1 list:b", ["list:boat"]),
    ("itemsctl modify 1 +s", ["+shop"]),
    ("itemsctl edit 1 status:o", ["status:open"]),
    ("itemsctl tag 1 +de", ["+deck"]),
    ("itemsctl rm 1", ["1"]),
    ("itemsctl list upc", ["upcoming"]),
    ("itemsctl list +x upc", ["upcoming"]),
    ("itemsctl list or", []),
    ("itemsctl list milk or", ["or"]),
    ("itemsctl list is:ov", ["is:overdue"]),
    ("itemsctl done tod", ["today"]),
    ("itemsctl add x priority:h", ["priority:high"]),
    ("itemsctl edit list:boat to priority:h", ["priority:high"]),
    ("itemsctl tag list:boat set +de", ["+deck"]),
    ("itemsctl config set view", ["view."]),
    ("itemsctl help vie", ["views"]),
  ]

  @Test(arguments: [
    ("done", ["1", "2", "3"]), ("edit", ["1", "2", "3"]), ("reopen", ["5"]), ("restore", ["4"]),
    ("purge", ["4"]),
  ]) func `each command is offered the items that it is for`(command: String, numbers: [String])
    async throws
  {
    let words = try await run("itemsctl __complete zsh -- \(command) ''").output
      .split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(words.filter { $0.first?.isNumber ?? false }.map(String.init).sorted() == numbers)
  }

  /// What a shell said of each line: words between lines that begin with a mark.
  private func expect(_ text: String, _ trim: (String) -> String = { $0 }) {
    let answers = text.split(separator: "== ", omittingEmptySubsequences: false).dropFirst()
    #expect(answers.count == Self.lines.count, "\(text)")
    for (answer, (line, words)) in zip(answers, Self.lines) {
      let found = answer.split(separator: "\n").dropFirst().map(String.init)
      #expect(Set(found) == Set(words.map(trim)), "\(line)")
    }
  }

  @Test(.enabled(if: hasBash))
  func `bash completes`() async throws {
    let lines = Self.lines.map { "complete_line '\($0.line)'\n" }.joined()
    let script = try workplace.write(
      "test.bash",
      """
      eval "$(itemsctl completions bash)"
      COMP_WORDBREAKS=' =:' COMP_TYPE=9
      compopt() { return 1; }
      complete_line() {
        COMP_LINE=$1 COMP_POINT=${#1}
        _itemsctl itemsctl "${1##*[ =:]}" ''
        echo "== $1"
        [ ${#COMPREPLY[@]} = 0 ] || printf '%s\n' "${COMPREPLY[@]}"
      }
      \(lines)
      """
    )
    let result = try await run("bash --norc \(script)")
    // readline puts in only what follows the last character that breaks words.
    expect(result.output) { String($0.split(whereSeparator: { "=:".contains($0) }).last ?? "") }
    #expect(result.errors.isEmpty, "\(result.errors)")
  }

  @Test(.enabled(if: hasFish))
  func `fish completes`() async throws {
    let lines = Self.lines.map { "echo '== \($0.line)'; complete -C '\($0.line)'\n" }.joined()
    let script = try workplace.write("test.fish", "itemsctl completions fish | source\n\(lines)")
    let result = try await run("fish --no-config \(script) | cut -f1")
    expect(result.output)
    #expect(result.errors.isEmpty, "\(result.errors)")
  }

  @Test(.enabled(if: hasFish))
  func `fish shows titles beside numbers`() async throws {
    let result = try await run(
      #"fish --no-config -c 'itemsctl completions fish | source; complete -C "itemsctl show "'"#
    )
    #expect(result.output.contains("2\tPaint: \"the\" boat\n"), "\(result)")
  }

  @Test(.enabled(if: hasZsh && PseudoTerminal.isAvailable))
  func `zsh completes`() async throws {
    // The completion system tells what it adds only while a person is at the keyboard.
    let script = try workplace.write(
      "test.zsh",
      """
      autoload -U compinit && compinit -u -D
      source <(itemsctl completions zsh)
      unsetopt beep
      PS1='%%' PROMPT_EOL_MARK=
      compadd() {
        local -a found
        [[ "$*" == *-[OAD]* ]] || { builtin compadd -O found "$@"; print -rl -- $found >>words }
        builtin compadd "$@"
      }
      leave() { zle kill-buffer }
      zle -N leave; bindkey '^X^L' leave

      """
    )
    let terminal = try PseudoTerminal("exec zsh -f -i", in: workplace, variables: variables)
    terminal.type("source \(script); echo re''ady\n")
    try await terminal.wait(for: "ready")
    for (index, (line, _)) in Self.lines.enumerated() {
      terminal.type("echo '== \(line)' >>words; echo se''t\(index).\n")
      try await terminal.wait(for: "set\(index).")
      terminal.type("\(line)\t\u{18}\u{C}echo do''ne\(index).\n")
      try await terminal.wait(for: "done\(index).")
    }
    terminal.type("exit\n")
    _ = await terminal.end()
    // Behind `--store=` zsh adds the rest of the word alone.
    expect(String(decoding: try workplace.read("words"), as: UTF8.self))
  }

  @Test(.enabled(if: hasBash && PseudoTerminal.isAvailable))
  func `at the keyboard bash puts words in, and shows titles`() async throws {
    let terminal = try PseudoTerminal("exec bash --norc -i", in: workplace, variables: variables)
    terminal.type("PS1='% '; eval \"$(itemsctl completions bash)\"; bind 'set bell-style none'\n")
    terminal.type("itemsctl sho\t1\n")
    try await terminal.wait(for: "Buy milk")
    terminal.type("itemsctl list list:ho\t --for\tjson\n")
    try await terminal.wait(for: "\"title\":\"Buy milk\"")
    terminal.type("itemsctl list --tag=1 2>&1 | cat; itemsctl show \t\t")
    try await terminal.wait(for: "(Paint: \"the\" boat)")
    terminal.type("\u{15}exit\n")
    #expect(await terminal.end().code == 0)
  }

  @Test(.enabled(if: hasZsh && PseudoTerminal.isAvailable))
  func `at the keyboard zsh puts words in, and shows titles`() async throws {
    let terminal = try PseudoTerminal("exec zsh -f -i", in: workplace, variables: variables)
    terminal.type("PS1='%%'; autoload -U compinit && compinit -u -D; unsetopt beep\n")
    terminal.type("source <(itemsctl completions zsh)\n")
    terminal.type("itemsctl sho\t1\n")
    try await terminal.wait(for: "Buy milk")
    terminal.type("itemsctl list list:ho\t --for\tjson\n")
    try await terminal.wait(for: "\"title\":\"Buy milk\"")
    terminal.type("itemsctl show \t")
    try await terminal.wait(for: "Paint: \"the\" boat")
    terminal.type("\u{15}exit\n")
    _ = await terminal.end()
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `what the scripts ask never fails, prints no error and makes no store`(
    shell: String
  ) async throws {
    for words in [
      "", "show ''", "list --store=no.sqlite +", "list --store=no.txt +", "'' '' x", "-",
    ] {
      let result = try await run("cd /; $0 __complete \(shell) -- \(words)")
      #expect(result.code == 0 && result.errors.isEmpty, "\(words): \(result.errors)")
    }
    _ = try workplace.write("bad.sqlite", "this is no database")
    let damaged = try await run("$0 __complete \(shell) -- show --store=bad.sqlite ''")
    #expect(damaged.code == 0 && damaged.errors.isEmpty)
    let none = try await run("ITEMSCTL_STORE= $0 __complete \(shell) -- show ''; test -e .local")
    #expect(none.code == 1 && none.errors.isEmpty)
    #expect(!workplace.exists("no.sqlite"))
  }
}
