import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

/// Files of formats without ids that were edited: a record means the item that says the same, not the one at its place.
@Suite struct `A file without ids that comes in again` {
  /// A file before and after, and what the store then holds: `+` done, `-` open, with the title and what tells it apart.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var format = "markdown"
    let before: String
    let after: String
    let result: [String]
    /// Words of what is told; nil where nothing is uncertain.
    var told: String?

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "two days in another order",
      before: "- [ ] Standup due:2026-12-01\n- [ ] Standup due:2026-12-02\n",
      after: "- [ ] Standup due:2026-12-02\n- [x] Standup due:2026-12-01\n",
      result: ["+Standup 2026-12-01", "-Standup 2026-12-02"]
    ),
    Case(
      name: "the first was removed",
      before: "- [ ] Standup due:2026-12-01\n- [ ] Standup due:2026-12-02\n",
      after: "- [x] Standup due:2026-12-02\n",
      result: ["-Standup 2026-12-01", "+Standup 2026-12-02"]
    ),
    Case(
      name: "a new one before both",
      before: "- [ ] Standup due:2026-12-01\n- [ ] Standup due:2026-12-02\n",
      after:
        "- [x] Standup due:2026-11-30\n- [ ] Standup due:2026-12-01\n- [ ] Standup due:2026-12-02\n",
      result: ["-Standup 2026-12-01", "-Standup 2026-12-02", "+Standup 2026-11-30"]
    ),
    Case(
      name: "told apart by tags, in todo.txt",
      format: "todo.txt",
      before: "Call @alice\nCall @bob\n",
      after: "x Call @bob\nCall @alice\n",
      result: ["-Call alice", "+Call bob"]
    ),
    Case(
      name: "told apart by priority, which a closed task keeps",
      format: "todo.txt",
      before: "(A) Write\n(B) Write\n",
      after: "x Write pri:B\n(A) Write\n",
      result: ["-Write high", "+Write medium"]
    ),
    Case(
      name: "the other one is all that is left",
      format: "todo.txt",
      before: "Call @alice\nCall @bob\n",
      after: "x Call\nCall @alice\n",
      result: ["-Call alice", "+Call bob"]
    ),
    Case(
      name: "told apart by notes",
      before: "- [ ] Read\n  > page 1\n- [ ] Read\n  > page 2\n",
      after: "- [x] Read\n  > page 2\n- [ ] Read\n  > page 1\n",
      result: ["-Read page 1", "+Read page 2"]
    ),
    Case(
      name: "what stands under two of one name moves with them",
      before: """
        - [ ] Trip due:2026-12-01
          - [ ] Pack #one
        - [ ] Trip due:2026-12-02
          - [ ] Pack #two
        """,
      after: """
        - [ ] Trip due:2026-12-02
          - [x] Pack #two
        - [ ] Trip due:2026-12-01
          - [ ] Pack #one
        """,
      result: ["-Trip 2026-12-01", "-Pack one", "-Trip 2026-12-02", "+Pack two"]
    ),
    Case(
      name: "what stands under them says the same",
      before: """
        - [ ] Trip due:2026-12-01
          - [ ] Pack
        - [ ] Trip due:2026-12-02
          - [ ] Pack
        """,
      after: """
        - [x] Trip due:2026-12-02
          - [x] Pack
        - [ ] Trip due:2026-12-01
          - [ ] Pack
          - [ ] Lock
        """,
      result: ["-Trip 2026-12-01", "-Pack", "+Trip 2026-12-02", "+Pack", "-Lock"]
    ),
    Case(
      name: "the same in all: the order is as good as any",
      before: "- [ ] Milk\n- [ ] Milk\n",
      after: "- [ ] Milk\n- [x] Milk\n- [ ] Milk\n",
      result: ["-Milk", "+Milk", "-Milk"]
    ),
    Case(
      name: "the only one of its name, whatever else it says",
      before: "- [ ] Milk due:2026-12-01 #shop\n",
      after: "- [x] Milk due:2026-12-03\n",
      result: ["+Milk 2026-12-01 shop"]
    ),
    Case(
      name: "what stands under one whose day was edited",
      before: "- [ ] Trip due:2026-12-01\n  - [ ] Pack\n",
      after: "- [ ] Trip due:2026-12-03\n  - [x] Pack\n  - [ ] Lock\n",
      result: ["-Trip 2026-12-01", "+Pack", "-Lock"]
    ),
    Case(
      name: "told apart by a word of another program",
      format: "todo.txt",
      before: "Call phone:1 due:2026-12-01\nCall phone:2 due:2026-12-01\n",
      after: "x Call phone:2 due:2026-12-01\nCall phone:1 due:2026-12-01\n",
      result: ["-Call 2026-12-01", "+Call 2026-12-01"]
    ),
    Case(
      name: "told apart by a list of their own",
      before: "- [ ] Call list:home\n- [ ] Call list:work\n",
      after: "- [x] Call list:work\n- [ ] Call list:home\n",
      result: ["-Call", "+Call"]
    ),
    Case(
      name: "days that roll on: what is open is none of those that are done",
      before: "- [x] Standup due:2026-12-01\n- [ ] Standup due:2026-12-02\n",
      after: "- [ ] Standup due:2026-12-02\n- [ ] Standup due:2026-12-03\n",
      result: ["+Standup 2026-12-01", "-Standup 2026-12-02", "-Standup 2026-12-03"]
    ),
    Case(
      name: "none fits",
      before: "- [ ] Standup due:2026-12-01\n- [ ] Standup due:2026-12-02\n",
      after: "- [x] Standup due:2026-12-03\n- [ ] Standup due:2026-12-04\n",
      result: ["-Standup 2026-12-01", "-Standup 2026-12-02"],
      told: "line 1: no task here that is called \"Standup\""
    ),
    Case(
      name: "both fit",
      format: "todo.txt",
      before: "Call @alice\nCall @bob\n",
      after: "x 2026-11-20 Call\n",
      result: ["-Call alice", "-Call bob"],
      told: "line 1: no task here that is called \"Call\""
    ),
    Case(
      name: "one of them has other tags now, and two are left",
      format: "todo.txt",
      before: "Call @alice\nCall @bob\nCall @carol\n",
      after: "Call @carol\nx Call @dave\n",
      result: ["-Call alice", "-Call bob", "-Call carol"],
      told: "line 2: no task here that is called \"Call\""
    ),
  ]

  private static func text(of item: Item) -> String {
    let day = if case .day(let day)? = item.due { "\(day)" } else { "" }
    let words =
      [day] + item.tags.sorted()
      + [item.priority == .none ? "" : item.priority.name, item.notes]
    let mark = item.status == .open ? "-" : "+"
    return ([mark + item.title] + words.filter { !$0.isEmpty }).joined(separator: " ")
  }

  @Test(arguments: cases)
  func `closes what is meant, and nothing where that is not certain`(_ entry: Case) async throws {
    let shell = try Shell()
    let words = ["import", "-", "--format", entry.format]
    _ = await shell.run(words, input: entry.before)
    let outcome = await shell.run(words, input: entry.after)
    let items = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    #expect(items.map(Self.text) == entry.result, "\(outcome)")
    #expect(outcome.code == .success)
    #expect(outcome.errors.contains("no task here that") == (entry.told != nil), "\(outcome)")
    if let told = entry.told { #expect(outcome.errors.contains(told), "\(outcome)") }
    // Once more changes nothing.
    _ = await shell.run(words, input: entry.after)
    let again = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    #expect(again == items)
    // What is not certain is refused as a whole where nothing may be guessed.
    let strict = try Shell()
    _ = await strict.run(words, input: entry.before)
    let refused = await strict.run(words + ["--strict"], input: entry.after)
    #expect((refused.code != .success) == (entry.told != nil), "\(refused)")
  }

  @Test func `closes no task in place of those that were deleted`() async throws {
    let shell = try Shell()
    let words = ["import", "-", "--format", "markdown"]
    let days = ["2026-12-01", "2026-12-02", "2026-12-03"]
    _ = await shell.run(words, input: days.map { "- [ ] Standup due:\($0)\n" }.joined())
    _ = await shell("delete", "1", "2")
    let outcome = await shell.run(
      words,
      input: "- [ ] Standup due:2026-12-03\n- [ ] Standup due:2026-12-02\n"
        + "- [x] Standup due:2026-12-01\n"
    )
    let items = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    #expect(items.map(Self.text) == ["-Standup 2026-12-03"], "\(outcome)")
    #expect(outcome.errors.contains("was deleted here, and stays so"), "\(outcome)")
  }

  @Test func `does not close the next date of a task that has moved on`() async throws {
    let shell = try Shell()
    let words = ["import", "-", "--format", "markdown"]
    let task = "Water due:2026-12-01 repeat:FREQ=DAILY\n"
    _ = await shell.run(words, input: "- [ ] \(task)")
    _ = await shell("done", "1")
    let before = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    let outcome = await shell.run(words, input: "- [x] \(task)")
    let items = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    #expect(items == before)
    #expect(outcome.errors.contains("line 1: no task here that"), "\(outcome)")
  }

  @Test func `takes a thousand of one name, in another order`() async throws {
    let shell = try Shell()
    let lines = (0..<1_000).map { "- [ ] Milk due:\(2_000 + $0 % 300)-01-01\n" }
    let words = ["import", "-", "--format", "markdown"]
    _ = await shell.run(words, input: lines.joined())
    let again = await shell.run(words, input: lines.reversed().joined())
    #expect(again.output == "Imported: 0 added, 0 updated, 1000 unchanged\n", "\(again)")
  }
}
