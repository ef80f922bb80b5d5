import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

/// A dash among words, and the sentence that a terminal asks for.
@Suite struct AddSentenceTests {
  /// What must not be read.
  private static let unread = "nobody types this\n"

  private func titles(_ shell: Shell) async throws -> [String] {
    try await shell.repository.items(ItemQuery(sort: [.ascending(.number)])).map(\.title)
  }

  @Test(arguments: [false, true])
  func `among other words a dash is one of them, wherever it stands`(isTerminal: Bool) async throws
  {
    let words = ["Meeting", "3pm", "4pm"]
    for place in 0...words.count {
      for others in [[], ["+work"], ["list:home", "!high"]] {
        for isInFront in [true, false] {
          let shell = try Shell(isTerminal: isTerminal)
          var line = words
          line.insert("-", at: place)
          let all = isInFront ? others + line : line + others
          let outcome = await shell.run(["add", "--literal"] + all, input: Self.unread)
          #expect(outcome.code == .success, "\(outcome)")
          #expect(try await titles(shell) == [line.joined(separator: " ")], "\(all)")
        }
      }
    }
  }

  @Test(arguments: [
    (["-", "-"], ["- -"]), (["--each", "a", "-", "b"], ["a", "-", "b"]),
    (["a", "--", "-"], ["a -"]),
    (["--", "-"], ["-"]), (["Meeting 3pm - 4pm"], ["Meeting 3pm - 4pm"]),
  ])
  func `what is not a dash alone reads nothing`(words: [String], expected: [String]) async throws {
    let shell = try Shell()
    #expect(await shell.run(["add"] + words, input: Self.unread).code == .success)
    #expect(try await titles(shell) == expected)
  }

  @Test(arguments: [["-"], ["-", "+x"], ["list:home", "-", "!high"], ["--tag", "x", "-"]])
  func `alone it is standard input, whatever is said of each title`(words: [String]) async throws {
    let shell = try Shell()
    #expect(await shell.run(["add"] + words, input: "Milk\n\nDon't \"wait\"\n").code == .success)
    #expect(try await titles(shell) == ["Milk", "Don't \"wait\""])
  }

  @Test(
    arguments: [
      (
        "Don't forget Bob's \"big\" day tomorrow +party", "Don't forget Bob's \"big\" day",
        ["party"]
      ),
      ("Meeting 3pm - 4pm", "Meeting 3pm - 4pm", []),
      ("-x marks the spot", "-x marks the spot", []),
      ("50% off! & (more) list:\"My shop\"", "50% off! & (more)", []), ("-", "-", []),
      ("--help me", "--help me", []),
    ] as [(String, String, Set<String>)]
  )
  func `alone at a terminal, the command asks for the sentence`(
    sentence: String,
    title: String,
    tags: Set<String>
  ) async throws {
    let shell = try Shell(isTerminal: true, width: 80)
    let outcome = await shell("add", input: "\(sentence)\n\(Self.unread)")
    #expect(outcome.code == .success, "\(outcome)")
    #expect(outcome.errors.hasPrefix("\(AddCommand.sentenceHint)\nAdd: "), "\(outcome.errors)")
    let item = try #require(try await shell.repository.item(number: 1))
    #expect(item.title == title && item.tags == tags)
    #expect((item.due != nil) == sentence.contains("tomorrow"))
    if sentence.contains("My shop") { #expect(item.list == "My shop") }
  }

  @Test func `options count for the sentence, too`() async throws {
    let shell = try Shell(isTerminal: true, width: 80)
    #expect(await shell("add", "--list", "home", "+x", input: "Milk friday\n").code == .success)
    let item = try #require(try await shell.repository.item(number: 1))
    #expect(item.title == "Milk" && item.list == "home" && item.tags == ["x"] && item.due != nil)
  }

  @Test(arguments: ["", "\n", "  \n"])
  func `no sentence adds nothing`(input: String) async throws {
    let shell = try Shell(isTerminal: true, width: 80)
    let outcome = await shell("add", input: input)
    #expect(outcome.code == .cancelled && outcome.output == "", "\(outcome)")
    #expect(try await titles(shell) == [])
  }

  @Test func `where nobody can be asked, a title is missing`() async throws {
    let shell = try Shell()
    let missing = "Error: Missing expected argument '<title>'\n"
    #expect(await shell("add", input: Self.unread).errors.hasPrefix(missing))
    let terminal = try Shell(isTerminal: true, width: 80)
    #expect(await terminal("add", "--no-input", input: Self.unread).errors.hasPrefix(missing))
    #expect(try await titles(terminal) == [])
  }
}
