import ArgumentParsing
import Testing

@Suite struct CompletionTests {
  private func words(_ words: [String]) -> [String] {
    let query = sample.completion(of: words)
    return query.candidates.map(\.word).filter { $0.hasPrefix(query.typed) }
      .map { query.prefix + $0 }
  }

  @Test(arguments: [
    ([""], ["add", "list", "convert", "undo", "sync", "help"]),
    (["l"], ["list"]),
    (["--store", "x", "u"], ["undo"]),
    (["sync", ""], ["status"]),
    (["sync", "--verify", "st"], ["status"]),
    (["help", ""], ["add", "list", "convert", "undo", "sync", "exit-codes"]),
    (["help", "sync", ""], ["status"]),
    (["help", "nope", ""], []),
    (["add", "--p"], ["--priority"]),
    (["add", "x", "--a"], ["--attr", "--all"]),
    (["--no"], ["--no-input"]),
    (["list", "--js"], ["--json"]),
    (["add", "-", "--t"], ["--tag"]),
    (["add", "--priority", ""], ["none", "low", "medium", "high"]),
    (["add", "--priority", "m"], ["medium"]),
    (["add", "--priority=h"], ["--priority=high"]),
    (["add", "-ph"], ["-phigh"]),
    (["list", "-ne"], []),
    (["add", "-p=h"], ["-p=high"]),
    (["add", "-vp", "h"], ["high"]),
    (["add", "-vph"], ["-vphigh"]),
    (["--format", "j"], ["json"]),
    (["add", "--bogus", "--pri"], ["--priority"]),
    (["add", "--all=y"], []),
    (["add", "--", "--p"], []),
    (["lst", "--st"], ["--store"]),
    (["lst", ""], []),
    (["bac"], []),
  ])
  func `an unfinished command line goes on with`(line: [String], expected: [String]) {
    #expect(words(line) == expected)
  }

  @Test(arguments: [
    (["convert", ""], ParameterDefinition.Completion.files, ""),
    (["convert", "a", "b"], .files, "b"),
    (["convert", "a", "b", ""], .automatic, ""),
    (["--store", "a"], .files, "a"),
    (["list", "--store=a/b"], .files, "a/b"),
    (["add", ""], .automatic, ""),
  ])
  func `what only the shell knows is left to it`(
    line: [String],
    source: ParameterDefinition.Completion,
    typed: String
  ) {
    let query = sample.completion(of: line)
    #expect(query.source == source && query.typed == typed)
  }

  @Test func `what was given before is told`() {
    let query = sample.completion(of: ["--store", "a", "list", "x", "--store=b", "y", ""])
    #expect(query.lastValue(of: Shared.store) == "b")
    #expect(query.positionals == ["x", "y"])
    #expect(query.lastValue(of: Add.due) == nil)
  }

  @Test func `options are explained by their help`() {
    let query = sample.completion(of: ["add", "--al"])
    #expect(query.candidates.contains(.init("--all", "Add to all lists.")))
  }

  @Test func `no line makes it stumble`() {
    for first in ParserPropertyTests.pieces {
      for second in ParserPropertyTests.pieces {
        _ = sample.completion(of: [first, second])
        _ = sample.completion(of: [first, second, ""])
      }
    }
    #expect(words([]) == words([""]))
  }
}
