import Foundation
import Storage
import Testing

@testable import itemsctl

@Suite struct ItemTextTests {
  @Test(
    arguments: [
      ("t", "", "t\n"), ("t", "n", "t\n\nn\n"), ("t", "n\n\nm", "t\n\nn\n\nm\n"),
      ("a\nb", "n", "a\\nb\n\nn\n"), ("# t", "# n", "# t\n\n# n\n"), ("é\r", "\u{301}", nil),
      ("t", "\n\n  n\n", nil),
    ] as [(String, String, String?)]
  ) func `what is left alone comes back as it was`(title: String, notes: String, shown: String?)
    throws
  {
    let text = ItemText(title: title, notes: notes)
    if let shown { #expect(text.text == shown) }
    #expect(try text.edited(to: text.text) == text)
  }

  @Test(
    arguments: [
      ("new\n\nmore\n", "new", "more"), ("new", "new", ""), ("new\nmore", "new", "more"),
      ("new\r\n\r\nmore\n", "new", "more"), ("new\n\n\n\nmore\n\n", "new", "more\n"),
      ("new\n\n  more", "new", "  more"),
    ] as [(String, String, String)]
  ) func `the first line is the title, the rest the notes`(
    edited: String,
    title: String,
    notes: String
  ) throws {
    let text = try ItemText(title: "old", notes: "old").edited(to: edited)
    #expect(text == ItemText(title: title, notes: notes))
  }

  @Test(arguments: ["", "\n", "\nnotes"])
  func `an empty title gives it up`(edited: String) {
    let failure = #expect(throws: CommandError.self) {
      try ItemText(title: "old", notes: "").edited(to: edited)
    }
    #expect(failure?.code == .cancelled)
  }
}

@Suite(.enabled(if: BuiltCommand.path != nil)) struct EditorTests {
  private let workplace: Workplace

  init() throws { workplace = try Workplace() }

  private func run(
    _ line: String,
    editor: String
  ) async throws -> BuiltCommand.Result {
    try await BuiltCommand.run(
      line,
      in: workplace,
      variables: ["EDITOR": editor, "ITEMSCTL_STORE": "a.sqlite", "TMPDIR": workplace.path]
    )
  }

  private var leftovers: [String] {
    get throws { try workplace.names.filter { $0.hasPrefix("itemsctl.") } }
  }

  @Test func `an item is written in the editor before it is added`() async throws {
    let script = try workplace.write("editor", "cat $1 >seen; printf 'New title\\n\\nNotes\\n' >$1")
    let result = try await run("$0 add Draft +x --notes old --edit", editor: "sh \(script)")
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("Added 1 \"New title\""))
    #expect(String(decoding: try workplace.read("seen"), as: UTF8.self) == "Draft\n\nold\n")
    let shown = try await run("$0 show 1", editor: "")
    #expect(shown.output.contains("+x") && shown.output.hasSuffix("\n\nNotes\n"))
    #expect(try leftovers == [])
  }

  @Test(
    arguments: [
      ("false", 2), ("truncate -s 0", 2), ("no-such-editor", 78), ("no-such-editor --wait", 78),
      ("/etc/hostname", 78),
    ] as [(String, Int32)]
  )
  func `an editor that is not there, fails or leaves nothing adds nothing`(
    editor: String,
    code: Int32
  ) async throws {
    let result = try await run("$0 add Draft --edit", editor: editor)
    #expect(result.code == code && result.errors.contains("Error: Nothing was changed: "))
    #expect(code != 78 || result.errors.contains("'\(editor)' could not be started."))
    #expect(try await run("$0 list --all", editor: "").output == "")
    #expect(try leftovers == [])
  }

  @Test func `what was written is kept where it cannot be added`() async throws {
    let script = try workplace.write("editor", "printf ' \\n\\nLong thoughts\\n' >$1")
    let result = try await run("$0 add --edit", editor: "sh \(script)")
    #expect(result.code == 65 && result.errors.contains("What you wrote is in '"))
    let name = try #require(try leftovers.first)
    let kept = String(decoding: try workplace.read(name), as: UTF8.self)
    #expect(kept == " \n\nLong thoughts\n")
  }

  @Test(arguments: ["add --each a b --edit", "add --edit -", "add a --edit --no-input", "edit 1"])
  func `where nothing can be edited, no editor is opened`(line: String) async throws {
    _ = try await run("$0 add -q x", editor: "")
    let result = try await run("$0 \(line)", editor: "touch opened; false")
    #expect(result.code == 64, "\(result.errors)")
    #expect(!workplace.exists("opened"))
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `on a terminal an item is edited as text`() async throws {
    let script = try workplace.write("editor", "sed -i 's/Draft/Final/; s/old/new/' $1")
    _ = try await run("$0 add Draft --notes 'old thoughts' due:2027-01-01 -q", editor: "")
    let variables = ["VISUAL": "sh \(script)", "ITEMSCTL_STORE": "a.sqlite"]
    let first = try PseudoTerminal("$0 edit 1", in: workplace, variables: variables)
    let ended = await first.end()
    #expect(ended.code == 0 && ended.output.contains("Changed 1 \"Final\""), "\(ended.output)")
    let again = try PseudoTerminal("$0 edit 1", in: workplace, variables: variables)
    #expect(await again.end().output.contains("1 \"Final\" is so already"))
    let shown = try await run("$0 show 1 --json", editor: "").output
    #expect(shown.contains("\"notes\":\"new thoughts\"") && shown.contains("2027-01-01"))
  }
}

extension Workplace {
  /// The names of what lies here.
  fileprivate var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path) }
  }
}
