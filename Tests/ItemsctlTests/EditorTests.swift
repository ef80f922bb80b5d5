import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import Phrases
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

  /// Edits on a terminal by a script of the shell, which gets the form as `$1`.
  private func edit(_ words: String, _ script: String) async throws -> (code: Int32, output: String)
  {
    let path = try workplace.write("editor", script)
    let variables = [
      "VISUAL": "sh \(path)", "ITEMSCTL_STORE": "a.sqlite", "TMPDIR": workplace.path, "TZ": "UTC",
    ]
    return try await PseudoTerminal("$0 edit \(words)", in: workplace, variables: variables).end()
  }

  private func seen(_ name: String = "seen") throws -> String {
    String(decoding: try workplace.read(name), as: UTF8.self)
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `on a terminal an item is edited in a form of all fields`() async throws {
    _ = try await run("$0 add Boat -q", editor: "")
    _ = try await run(
      "$0 add Draft --notes 'old thoughts' 'due:2027-01-01 17:00' repeat:weekly list:home +x +y parent:1 attr.n=2 attr.s='\"4\"' -q",
      editor: ""
    )
    let script = """
      cat $1 >seen
      sed -i 's/Draft/Final/; s/old/new/; s/x, y/y, z z/; s/^attr.n: 2/attr.n:/; s/^priority:.*/priority: h/
      s/^list:.*/attr.url: https:\\/\\/a.b/' $1
      """
    let ended = try await edit("2", script)
    #expect(ended.code == 0, "\(ended.output)")
    #expect(
      try seen().split(separator: "\n").filter { !$0.hasPrefix("#") } == [
        "title:    Draft", "due:      2027-01-01 17:00", "start:    ", "priority: none",
        "status:   open", "list:     home", "tags:     x, y", "repeat:   weekly", "parent:   1",
        "blocked-by: ", "attr.n: 2", "attr.s: \"4\"", "notes:", "old thoughts",
      ]
    )
    let shown = try await run("$0 show 2 --json", editor: "").output
    for part in [
      #""title":"Final""#, #""notes":"new thoughts""#, "2027-01-01", #""tags":["y","z z"]"#,
      #""priority":"high""#, #""list":"home""#, #""attributes":{"s":"4","url":"https://a.b"}"#,
      "FREQ=WEEKLY",
    ] { #expect(shown.contains(part), "\(part): \(shown)") }
    let again = try await edit("2", "true")
    #expect(again.output.contains("2 \"Final\" needs no change"), "\(again.output)")
    // A moment that was typed with a day alone is a day.
    _ = try await edit(
      "2",
      "sed -i 's/^due:.*/due: tomorrow/; s/^repeat:.*/repeat:/; s/^parent:.*/parent: none/' $1"
    )
    let later = try await run("$0 show 2 --json", editor: "").output
    #expect(later.contains(#""repeat":null"#) && later.contains(#""parent":null"#), "\(later)")
    #expect(try leftovers == [])
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `several items stand in one form, and are changed together`() async throws {
    _ = try await run("$0 add -q --each one two three", editor: "")
    let script = """
      cp $1 seen
      sed -i 's/^title: *two/title: zwei/; s/^title: *one/title: eins/; ' $1
      echo hello >>$1
      """
    let ended = try await edit("list:inbox", script)
    #expect(ended.code == 0 && ended.output.contains("title \"two\" → \"zwei\""), "\(ended.output)")
    #expect(try seen().contains("==== 2 ====\ntitle:    two\n"))
    let titles = try await run("$0 list --format csv --fields title,notes", editor: "").output
    #expect(titles.contains("eins,") && titles.contains("zwei,"), "\(titles)")
    // One step for undo.
    let undone = try await run("$0 undo", editor: "").output
    #expect(undone.contains("changed 1 \"eins\", 2 \"zwei\", 3 "), "\(undone)")
  }

  @Test func `a form that is left alone changes nothing, whatever it holds`() throws {
    let notes = [
      "", "\n\n  n  \n", "==== 2 ====\nx", "  ===== 1 =====", "# n\ntitle: x", "a\r\nb\u{2028}c",
    ]
    let attributes: [String: JSONValue] = [
      "a: b": "c: d", "k\n": "v", ":": "", "n": "4", "q": "\"", "o": ["x": [1, "2"]], "m": "a\nb",
      " s ": " t ",
    ]
    let items = try notes.enumerated().map { index, notes in
      var draft = ItemDraft(title: "t\(index): x\n#", notes: notes, tags: ["a,b", "c \"d\"", "#e"])
      draft.attributes = attributes
      return try Item(adding: draft, id: ItemID(high: 0, low: 1), number: index + 1, now: testNow)
    }
    let calendar = LocalCalendar(zone: .utc, now: testNow)
    for items in items.map({ [$0] }) + [items] {
      let form = ItemForm(items: items, calendar: calendar, parents: [:])
      #expect(try form.changes(in: form.text).isEmpty, "\(form.text)")
      // Nor does an editor that takes blanks from the ends of lines change more than notes.
      let stripped = form.text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0).trimmed }.joined(separator: "\n")
      #expect(
        try form.changes(in: stripped).values.allSatisfy {
          !$0.sets(.title) && $0.attributes.isEmpty
        }
      )
    }
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `a mistake comes back with what is wrong on top, until it is mended or left`() async throws {
    _ = try await run("$0 add Draft -q", editor: "")
    let mending = """
      cat $1 >>seen; echo ---- >>seen
      if grep -q blursday $1; then sed -i 's/blursday/2027-01-02/' $1; else sed -i 's/^due:.*/due: blursday/' $1; fi
      """
    let ended = try await edit("1", mending)
    #expect(
      ended.code == 0 && ended.output.contains("due none → Sat 2 Jan 2027"),
      "\(ended.output)"
    )
    let second = try seen().components(separatedBy: "----\n")[1]
    #expect(second.hasPrefix("#! Nothing was changed: due: 'blursday' is invalid"), "\(second)")
    #expect(second.contains("\ndue: blursday\n"))
    for (line, reason) in [
      ("s/^due:.*/due: never/", "due: 'never' is invalid"),
      ("s/^list:.*/lits: x/", "did you mean 'list'?"),
      ("s/^title:.*/title:/", "title: '' is invalid"), ("s/^parent:.*/parent: 77/", "77"),
      ("s/^list:.*/due: today/", "'due' is given twice"), ("s/^list:.*/list/", "is not a line"),
    ] {
      let left = try await edit("1", "sed -i '\(line)' $1; cp $1 kept")
      #expect(left.code != 0 && left.output.contains(reason), "\(left.output)")
      // Nothing that was written is lost.
      #expect(left.output.contains("What you wrote is in"), "\(left.output)")
      let shown = try await run("$0 show 1 --json", editor: "").output
      #expect(shown.contains(#""title":"Draft""#) && shown.contains("2027-01-02"), "\(shown)")
    }
    #expect(try await edit("1", "truncate -s 0 $1").code == 2)
  }
}

extension Workplace {
  /// The names of what lies here.
  fileprivate var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path) }
  }
}
