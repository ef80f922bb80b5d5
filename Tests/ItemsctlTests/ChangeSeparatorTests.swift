import Storage
import Testing

@testable import CommandKit
@testable import Phrases
@testable import itemsctl

/// Changes behind a filter: a word stands between them, or an error shows what works.
@Suite struct ChangeSeparatorTests {
  private func shell(isTerminal: Bool = false) async throws -> Shell {
    let shell = try Shell()
    for words in [
      ["Buy milk", "list:work", "+later", "due:today"], ["Milk the cow", "list:work"],
      ["Call Bob", "list:home", "due:2026-11-10"],
    ] { _ = await shell.run(["add", "-q"] + words) }
    var terminal = shell
    terminal.isTerminal = isTerminal
    terminal.width = isTerminal ? 200 : nil
    return terminal
  }

  /// Filters, with the numbers of the items that they hold for.
  static let filters: [([String], Set<Int>)] = [
    (["list:work"], [1, 2]), (["milk"], [1, 2]), (["buy", "milk"], [1]), (["+later"], [1]),
    (["overdue"], [3]), (["list:work", "or", "bob"], [1, 2, 3]), (["not", "milk"], [3]),
    (["(", "bob", "or", "+later", ")"], [1, 3]), (["-later"], [2, 3]), (["due:any"], [1, 3]),
    (["list:work", "due:today"], [1]),
  ]

  /// Changes, and the condition that holds for what was changed.
  static let changes: [([String], String)] = [
    (["due:friday"], "due:2026-11-27"), (["start:tomorrow"], "start:2026-11-22"),
    (["priority:high"], "priority:high"), (["!high"], "priority:high"),
    (["list:boat"], "list:boat"),
    (["+food"], "+food"), (["tag:food"], "+food"), (["not", "tag:later"], "-later"),
    (["-later"], "-later"), (["repeat:daily"], "repeat:any"), (["parent:3"], "parent:3"),
    (["status:cancelled"], "status:cancelled"), (["attr.k=v"], "attr.k=v"),
    (["notes:news"], "news"), (["+food", "due:friday"], "due:2026-11-27"),
  ]

  @Test(arguments: filters, changes)
  func `each filter takes each change behind a separator`(
    filter: ([String], Set<Int>),
    change: ([String], String)
  ) async throws {
    guard change.0 != ["parent:3"] || !filter.1.contains(3) else { return }
    for separator in ["to", "set"] {
      let shell = try await shell()
      let others = await numbers([change.1], shell).subtracting(filter.1)
      let words = ["edit", "--yes"] + filter.0 + [separator] + change.0
      let outcome = await shell.run(words)
      #expect(outcome.code == .success, "\(words): \(outcome.errors)")
      #expect(await numbers([change.1], shell) == others.union(filter.1), "\(words)")
    }
  }

  @Test(arguments: filters)
  func `tags are set behind each filter`(filter: [String], numbers: Set<Int>) async throws {
    for separator in ["to", "set"] {
      let shell = try await shell()
      let words = ["tag", "--yes"] + filter + [separator, "+food", "-later", "not", "tag:z"]
      let outcome = await shell.run(words)
      #expect(outcome.code == .success, "\(words): \(outcome.errors)")
      #expect(await self.numbers(["+food", "-later"], shell) == numbers, "\(words)")
    }
  }

  private func numbers(_ filter: [String], _ shell: Shell) async -> Set<Int> {
    let output = await shell.run(
      ["list", "--all", "--format", "csv", "--fields", "number"] + filter
    ).output
    return Set(output.split(whereSeparator: \.isNewline).compactMap { Int($0) })
  }

  @Test(arguments: changes.filter { $0.0.first != "not" }, [false, true])
  func `without a separator, an error shows two lines that work, and no editor opens`(
    change: ([String], String),
    isTerminal: Bool
  ) async throws {
    for filter in [["list:work"], ["milk"], ["overdue"], ["buy", "milk"]]
    where filter != ["overdue"] || change.0 != ["parent:3"] {
      let shell = try await shell(isTerminal: isTerminal)
      let before = try await shell.repository.items()
      let outcome = await shell.run(["edit"] + filter + change.0)
      #expect(outcome.code == .usage && outcome.output == "", "\(outcome)")
      let lines = outcome.errors.split(separator: "\n").map(String.init)
      #expect(lines.count == 3, "\(outcome.errors)")
      #expect(try await shell.repository.items() == before)
      guard lines.count == 3 else { return }
      let works = try SavedView.words(of: lines[1].replacing("Help:  itemsctl ", with: ""))
      #expect(works == ["edit"] + filter + ["to"] + change.0)
      #expect(await shell.run(works + ["--yes"]).code == .success)
      // The other line asks for an editor, which does nothing here.
      let edits = try SavedView.words(of: lines[2].replacing("       itemsctl ", with: ""))
      #expect(edits == ["edit", "--edit"] + filter + change.0)
    }
  }

  @Test(arguments: [["milk", "+food"], ["list:work", "-later"], ["buy", "milk", "+a", "-later"]])
  func `tags behind a filter are answered with two lines that work`(words: [String]) async throws {
    let shell = try await shell()
    let outcome = await shell.run(["tag"] + words)
    #expect(outcome.code == .usage && outcome.output == "")
    let lines = try outcome.errors.split(separator: "\n").map {
      try SavedView.words(of: String($0).replacing("Help:  ", with: "").trimmed)
    }
    #expect(lines.count == 3, "\(outcome.errors)")
    var stores: [[Item]] = []
    for line in lines.dropFirst() {
      let shell = try await self.shell()
      #expect(await shell.run(line.dropFirst() + ["--yes"]).code == .success, "\(line)")
      stores.append(try await shell.repository.items())
    }
    #expect(stores.count == 2 && stores[0].map(\.tags) == stores[1].map(\.tags))
  }

  @Test(arguments: [
    (["1", "to", "due:friday"], "Buy milk"), (["1", "set", "+x"], "Buy milk"),
    (["1", "set", "the", "table"], "set the table"), (["1", "Talk", "to", "+x"], "Talk to"),
    (["1", "to", "do"], "to do"), (["1", "to", "+x", "Oat milk"], "Oat milk"),
  ])
  func `behind an item, the words of a title stay what they are`(words: [String], title: String)
    async throws
  {
    let shell = try await shell()
    #expect(await shell.run(["edit"] + words).code == .success)
    #expect(try await shell.repository.item(number: 1)?.title == title)
  }

  @Test func `only what a change follows is a separator`() async throws {
    let shell = try await shell()
    _ = await shell("add", "-q", "Talk to Bob")
    #expect(await shell("edit", "talk", "to", "bob", "list:x", "--due", "today").code == .failure)
    #expect(await shell("edit", "talk", "to", "bob", "--list", "x", "--yes").code == .success)
    #expect(try await shell.repository.item(number: 4)?.list == "x")
  }

  @Test(arguments: [
    (["edit", "to", "due:friday"], "Say which items before 'to'"),
    (["edit", "set", "+x", "--yes"], "Say which items before 'set'"),
    (["edit", "list:work", "to", "due:next", "friday"], "'due:next friday' is one value"),
    (["edit", "list:work", "to", "+x", "Title"], "Several items would get the title"),
    (["edit", "list:work", "to", "due:frday"], "'frday' is not understood"),
    (["tag", "milk", "to", "due:friday"], "'due' is for filters"),
    (["tag", "milk", "set", "+a", "b"], "'b' is neither"),
  ])
  func `what is not understood changes nothing`(words: [String], message: String) async throws {
    let shell = try await shell()
    let before = try await shell.repository.items()
    let outcome = await shell.run(words)
    #expect(outcome.code == .usage && outcome.errors.contains(message), "\(outcome.errors)")
    #expect(try await shell.repository.items() == before)
  }
}
