import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

@Suite struct SearchCommandTests {
  private func shell(isTerminal: Bool = false) async throws -> Shell {
    let shell = try Shell(isTerminal: isTerminal, width: isTerminal ? 80 : nil)
    _ = await shell("add", "-q", "A long story in which milk is named once, and much else", "+far")
    _ = await shell("add", "-q", "Milk", "+shop")
    _ = await shell("add", "-q", "Crème brûlée with milk", "+milky")
    _ = await shell("done", "-q", "3")
    return shell
  }

  @Test func `the most relevant come first, whatever their status`() async throws {
    let shell = try await shell()
    let numbers = await shell("search", "milk").output.split(separator: "\n").map { $0.prefix(1) }
    // The third has two words that begin so, and the first many that do not.
    #expect(numbers == ["3", "2", "1"])
    #expect(await shell("search", "milk", "-n1").output.hasPrefix("3\t"))
  }

  @Test func `words and conditions narrow it`() async throws {
    let shell = try await shell()
    #expect(await shell("search", "MIL", "brulee").output.hasPrefix("3\tdone"))
    #expect(await shell("search", "milk", "status:open", "-far").output.hasPrefix("2\t"))
    #expect(await shell("search", "milk", "-far", "list:none").output == "")
    #expect(await shell("search", "--", "-far").output.hasPrefix("1\t"))
  }

  @Test func `what is found is set off on a terminal with colours`() async throws {
    let shell = try await shell(isTerminal: true)
    let outcome = await shell("search", "MIL", "creme")
    let (on, off) = ("\u{1B}[1;4m", "\u{1B}[0m")
    #expect(outcome.output.contains("\(on)Crème\(off)"), "\(outcome.output)")
    #expect(outcome.output.contains("\(on)mil\(off)"))
    #expect(await shell("search", "MIL", "--color", "never").output.contains("\u{1B}") == false)
    #expect(await shell("list", "milk").output.contains(on) == false)
  }

  @Test func `nothing found is told to a person`() async throws {
    let shell = try await shell(isTerminal: true)
    #expect(
      await shell("search", "nowhere")
        == Outcome(code: .success, output: "", errors: "No item has these words.\n")
    )
    #expect(await shell("search", "nowhere", "--exit-status").code == .failure)
  }

  @Test(arguments: [[], ["list:home"], ["not", "milk"], ["a", "or", "b"], ["milk", "due<x"]])
  func `without a word there is nothing to search for`(words: [String]) async throws {
    let outcome = await (try await shell()).run(["search"] + words)
    #expect(outcome.code == .usage && outcome.output == "")
  }

  @Test(
    arguments: [
      (["mil"], "milk and MILKY", ["mil", "MIL"]),
      (["creme"], "Crème cre\u{300}me", ["Crème", "cre\u{300}me"]),
      (["a", "ab"], "abc", ["ab"]), (["x"], "abc", []), (["-*"], "a - b", []),
      (["b"], "a-b", ["b"]), (["牛"], "牛乳", ["牛"]), (["straße"], "STRASSE Straße", ["Straße"]),
    ] as [([String], String, [String])]
  ) func `words are found as the search index finds them`(
    words: [String],
    text: String,
    found: [String]
  ) {
    let matches = SearchWords(words).matches(in: text).map { String(text[$0]) }
    #expect(matches == found)
  }
}
