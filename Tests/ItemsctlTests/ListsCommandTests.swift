import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

@Suite struct ListsCommandTests {
  private func shell() async throws -> Shell {
    let shell = try Shell()
    for words in [["a", "list:work"], ["b", "list:work"], ["c", "list:home"], ["d"]] {
      _ = await shell.run(["add", "-q"] + words)
    }
    _ = await shell("done", "-q", "2")
    _ = await shell("cancel", "-q", "3")
    return shell
  }

  private func lists(_ shell: Shell) async throws -> [String] {
    try await shell.repository.items(ItemQuery(sort: [.ascending(.number)])).map(\.list)
  }

  @Test func `lists are shown with how many items are open and done`() async throws {
    var shell = try await shell()
    #expect(
      await shell("lists").output == "inbox\t1\t0\t0\t1\nwork\t1\t1\t0\t2\nhome\t0\t0\t1\t1\n"
    )
    let json = try JSONParser.parse(await shell("lists", "--json").output)
    #expect(json["lists"]?[1]?["list"] == "work" && json["lists"]?[1]?["done"] == 1)
    shell.isTerminal = true
    shell.width = 80
    #expect(
      await shell("lists", "--color", "never").output == """
        LIST    OPEN   DONE    ALL
        inbox      1      0      1
        work       1      1      2
        home       0      0      1

        """
    )
    shell.width = 26
    for line in await shell("lists", "--color", "never").output.split(separator: "\n") {
      #expect(line.displayWidth <= 26)
    }
  }

  @Test func `a list gets another name, done items included, in one step`() async throws {
    let shell = try await shell()
    let preview = await shell("lists", "rename", "work", "office", "--dry-run")
    let sentence = "ename the list 'work' to 'office': 2 items, done ones included\n"
    #expect(preview == Outcome(code: .success, output: "Would r\(sentence)", errors: ""))
    #expect(try await lists(shell) == ["work", "work", "home", "inbox"])
    let outcome = await shell("lists", "rename", "work", "office")
    #expect(
      outcome.output == "Renamed the list 'work' to 'office': 2 items, done ones included\n",
      "\(outcome)"
    )
    #expect(try await lists(shell) == ["office", "office", "home", "inbox"])
    _ = await shell("undo")
    #expect(try await lists(shell) == ["work", "work", "home", "inbox"])
    let json = await shell("lists", "rename", "work", "office", "--json")
    let items = try JSONParser.parse(json.output)["items"]?.array ?? []
    #expect(items.map { $0["list"] } == ["office", "office"], "\(json)")
  }

  @Test(arguments: [["rename", "work", "office"], ["merge", "home", "work"]])
  func `at a terminal nobody is asked, as it is one thing`(words: [String]) async throws {
    var shell = try await shell()
    shell.isTerminal = true
    let outcome = await shell.run(["lists"] + words)
    #expect(
      outcome.code == .success && outcome.output.hasPrefix(words[0].capitalized),
      "\(outcome)"
    )
    #expect(await shell("undo").code == .success)
    #expect(await shell.run(["lists"] + words + ["--yes"]).code == .success)
  }

  @Test func `lists are merged into the last one that is named, in one step`() async throws {
    let shell = try await shell()
    let outcome = await shell("lists", "merge", "work", "inbox", "home")
    #expect(
      outcome.output == "Merged 'work' and 'inbox' into 'home': 3 items, done ones included\n",
      "\(outcome)"
    )
    #expect(try await lists(shell) == ["home", "home", "home", "home"])
    #expect(try await shell.repository.item(number: 2)?.status == .done)
    _ = await shell("undo")
    #expect(try await lists(shell) == ["work", "work", "home", "inbox"])
  }

  @Test(arguments: [
    (["rename", "wrok", "office"], "There is no list 'wrok'. Did you mean 'work'?"),
    (["rename", "Work", "office"], "There is no list 'Work'. Did you mean 'work'?"),
    (["rename", "work", "home"], "There is a list 'home' already."),
    (["rename", "work", "work"], "has that name already"),
    (["rename", "work", ""], "is no name of a list"),
    (["rename", "work", "none"], "'none' is no name of a list: every item is in a list"),
    (["merge", "work", "hmoe"], "There is no list 'hmoe'. Did you mean 'home'?"),
    (["merge", "work"], "Name at least two lists"),
    (["merge", "work", "work"], "A list cannot be merged with itself"),
    (["home"], "Did you mean 'list list:home'?"),
  ]) func `what names no lists changes nothing`(words: [String], message: String) async throws {
    let shell = try await shell()
    let outcome = await shell.run(["lists"] + words)
    #expect(outcome.code != .success && outcome.errors.contains(message), "\(outcome.errors)")
    #expect(try await lists(shell) == ["work", "work", "home", "inbox"])
  }

  @Test func `no command puts an item into a list called none, and one of an import gets a name`()
    async throws
  {
    let shell = try await shell()
    for words in [
      ["add", "e", "list:none"], ["add", "e", "--list", "None"], ["edit", "1", "list:none"],
      ["edit", "1", "--list", "none"],
    ] {
      let outcome = await shell.run(words)
      #expect(outcome.errors.contains("that of items without another is 'inbox'"), "\(outcome)")
    }
    #expect(try await lists(shell) == ["work", "work", "home", "inbox"])
    _ = await shell("import", "-q", "-", input: #"[{"title":"e","list":"none"}]"#)
    #expect(await shell("list", "list:none").output.hasSuffix("\te\n"))
    #expect(await shell("lists", "rename", "none", "later").code == .success)
    #expect(try await lists(shell) == ["work", "work", "home", "inbox", "later"])
  }

  @Test func `a list that differs from another in case alone is told when it is made`() async throws
  {
    let shell = try await shell()
    let told =
      "There is a list 'work', too: 'Work' differs from it in case alone. "
      + "'itemsctl lists merge Work work' makes one of them.\n"
    #expect(await shell("add", "e", "list:Work", "--dry-run").errors == told)
    #expect(await shell("add", "e", "list:Work").errors == told)
    #expect(await shell("add", "f", "list:Work").errors == "", "it is there by now")
    #expect(await shell("edit", "4", "list:HOME").errors.contains("'HOME' differs from it"))
    #expect(await shell("lists", "merge", "Work", "work").code == .success)
    #expect(await shell("lists", "rename", "HOME", "house").errors == "")
    let words = ["lists", "rename", "house", "House"]
    #expect(await shell.run(words + ["--dry-run"]).errors == "", "no item stays in the other one")
    #expect(await shell.run(words).errors == "")
  }

  @Test func `an import tells of each new list that differs in case alone`() async throws {
    let workplace = try Workplace()
    let file = workplace.file("a.ndjson")
    let records = ["WORK", "work", "new", "Shop", "shop"].map {
      "{\"title\":\"in \($0)\",\"list\":\"\($0)\"}\n"
    }
    try records.joined().write(toFile: file, atomically: true, encoding: .utf8)
    let shell = try await shell()
    let outcome = await shell("import", file)
    #expect(outcome.code == .success)
    #expect(outcome.errors.contains("There is a list 'work', too: 'WORK' differs from it"))
    #expect(outcome.errors.contains("There is a list 'Shop', too: 'shop' differs from it"))
    #expect(outcome.errors.split(separator: "\n").count == 2, "\(outcome)")
    let second = await shell("import", file).errors
    #expect(!second.contains("differs from it"), "all of them are there by now")
  }

  @Test func `lists are completed`() async throws {
    for words in [["rename", ""], ["merge", "work", ""]] {
      let shell = try await shell()
      let outcome = await shell.run(["__complete", "zsh", "--", "lists"] + words)
      #expect(outcome.output.contains("home"), "\(words): \(outcome)")
    }
  }
}
