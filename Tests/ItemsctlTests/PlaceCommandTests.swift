import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

/// The order by hand and that of what to do next, from the command line; it is Saturday, 21 November 2026.
@Suite struct `Orders on the command line` {
  private func numbers(_ shell: Shell, _ words: String...) async -> [String] {
    await shell.run(["list", "--fields", "number", "--format", "tsv"] + words).output
      .split(separator: "\n").map(String.init).filter { Int($0) != nil }
  }

  private func shell(_ titles: String...) async throws -> Shell {
    let shell = try Shell()
    for title in titles { _ = await shell("add", title) }
    return shell
  }

  @Test func `items are placed beside others, first and last, and undo takes it back`()
    async throws
  {
    let shell = try await shell("a", "b", "c", "d")
    #expect(await shell("place", "4", "before", "2").output == "Placed 4 \"d\" before 2 \"b\"\n")
    #expect(await numbers(shell, "--sort", "hand") == ["1", "4", "2", "3"])
    #expect(await shell("place", "3", "first").output == "Placed 3 \"c\" first in the list\n")
    #expect(await shell("place", "1", "after", "2").output == "Placed 1 \"a\" after 2 \"b\"\n")
    #expect(await numbers(shell, "--sort", "hand") == ["3", "4", "2", "1"])
    #expect(await shell("place", "1", "last").output == "1 \"a\" is last in the list already\n")
    #expect(await shell("place", "2,1", "first").output == "Placed 2 items first in the list\n")
    #expect(await numbers(shell, "--sort", "hand") == ["2", "1", "3", "4"])
    #expect(await shell("undo").code == .success)
    #expect(await numbers(shell, "--sort", "hand") == ["3", "4", "2", "1"])
  }

  @Test(arguments: [
    ["place", "1"], ["place", "first"], ["place", "1", "before"], ["place", "1", "before", "x"],
    ["place", "1", "first", "2"], ["place", "1", "beside", "2"], ["place", "1", "after", "2", "3"],
  ])
  func `words that name no place are refused`(words: [String]) async throws {
    let shell = try await shell("a", "b")
    let outcome = await shell.run(words)
    #expect(outcome.code == .usage)
    #expect(outcome.errors.contains("'first', 'last', 'before ITEM' or 'after ITEM'"))
  }

  @Test func `an item of another list, and the item itself, are no neighbours`() async throws {
    let shell = try await shell("a", "b")
    _ = await shell("add", "c", "--list", "home")
    for (other, message) in [
      ("1", "beside itself"), ("3", "in different lists"), ("9", "There is no item '9'"),
    ] {
      let outcome = await shell("place", "1", "before", other)
      #expect(outcome.code != .success && outcome.errors.contains(message), "\(outcome)")
    }
    #expect(await numbers(shell, "--sort", "hand") == ["1", "2", "3"])
  }

  @Test func `what to do next comes in the groups of its page`() async throws {
    let shell = try Shell()
    for words in [
      ["other"], ["medium", "!medium"], ["in a week", "due:2026-11-28"], ["high", "!high"],
      ["today", "due:today"], ["overdue", "due:yesterday"], ["later", "due:2026-11-29"],
      ["starts", "start:tomorrow"],
    ] { _ = await shell.run(["add"] + words) }
    #expect(await numbers(shell, "--sort", "next") == ["6", "5", "4", "3", "2", "7", "1"])
    #expect(await numbers(shell, "--sort", "-next", "start:any") == ["8"])
    #expect(await shell("help", "orders").output.contains("2  due today"))
  }

  @Test func `Markdown keeps the order by hand, and brings it back`() async throws {
    let shell = try await shell("a", "b", "c")
    _ = await shell("place", "3", "first")
    let file = await shell("export", "--format", "markdown").output
    #expect(file == "- [ ] c\n- [ ] a\n- [ ] b\n")
  }
}
