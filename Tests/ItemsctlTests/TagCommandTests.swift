import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

@Suite struct TagCommandTests {
  private func shell(isTerminal: Bool = false) async throws -> Shell {
    let shell = try Shell(isTerminal: isTerminal, width: isTerminal ? 80 : nil)
    for words in [["a", "+old", "+z"], ["b", "+old"], ["c", "--tag", "two words"]] {
      _ = await shell.run(["add", "-q"] + words)
    }
    _ = await shell("done", "3")
    return shell
  }

  @Test(arguments: ["++shop", "+-shop"])
  func `a tag with a second sign is refused, and one that is there can be taken away`(word: String)
    async throws
  {
    let shell = try Shell()
    _ = await shell("add", "a")
    let outcome = await shell("tag", word, "1")
    #expect(
      outcome.code == .usage && outcome.errors.contains("without a sign before it: 'shop'")
    )
    try await shell.repository.write { transaction throws(StorageError) in
      guard var item = try transaction.item(number: 1) else { return }
      item.tags = [String(word.dropFirst())]
      try transaction.update(item)
    }
    #expect(await shell("edit", "1", "--untag=\(word.dropFirst())").code == .success)
    #expect(try await shell.repository.item(number: 1)?.tags == [])
  }

  @Test func `tags are listed with how many items have them`() async throws {
    var shell = try await shell()
    #expect(await shell("tag").output == "old\t2\t2\nz\t1\t1\ntwo words\t0\t1\n")
    #expect(
      await shell("tag", "--json").output
        == #"{"schema":4,"tags":[{"all":2,"open":2,"tag":"old"},{"all":1,"open":1,"tag":"z"},"#
        + #"{"all":1,"open":0,"tag":"two words"}]}"# + "\n"
    )
    shell.isTerminal = true
    #expect(
      await shell("tag", "--color", "never").output == """
        TAG         OPEN    ALL
        old            2      2
        z              1      1
        two words      0      1

        """
    )
    #expect(await (try Shell())("tag") == Outcome(code: .success, output: "", errors: ""))
  }

  @Test func `tags are put on items and taken away`() async throws {
    let shell = try await shell()
    #expect(await shell("tag", "+new", "-old", "1", "2").code == .success)
    let items = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    #expect(items.map(\.tags) == [["z", "new"], ["new"], ["two words"]])
    #expect(await shell("tag", "+new", "2").output == "2 \"b\" needs no change\n")
  }

  @Test func `a tag gets another name by a command that is told`() async throws {
    let shell = try await shell()
    let outcome = await shell("tag", "rename", "old", "new")
    #expect(outcome.code == .usage)
    let command = "itemsctl edit +old status:any --untag old --tag new"
    #expect(outcome.errors.contains("'\(command)'"), "\(outcome.errors)")
    _ = await shell.run(command.split(separator: " ").dropFirst().map(String.init) + ["--yes"])
    #expect(try await shell.repository.count(.tags(.all, ["old"])) == 0)
    #expect(try await shell.repository.count(.tags(.all, ["new"])) > 0)
  }

  @Test func `the later of two changes of one tag counts`() async throws {
    let shell = try await shell()
    _ = await shell("tag", "+new", "-new", "-old", "+old", "2")
    #expect(try await shell.repository.item(number: 2)?.tags == ["old"])
  }

  @Test func `what comes behind the changes is a filter`() async throws {
    let shell = try await shell()
    _ = await shell("tag", "+n", "tag:z", "+old", "--yes")
    #expect(try await shell.repository.items(ItemQuery(.tags(.all, ["n"]))).map(\.title) == ["a"])
  }

  @Test(arguments: [
    (["+a"], "Say which items"), (["+a", "-bc"], "tag +old set +new'"), (["12"], "Give the tags"),
    (["list:home"], "Give the tags"), (["+a", "prio:high"], "there is no key 'prio'"),
  ]) func `what is not understood changes nothing`(words: [String], message: String) async throws {
    let shell = try await shell()
    let outcome = await shell.run(["tag", "--yes"] + words)
    #expect(outcome.code == .usage && outcome.errors.contains(message), "\(outcome.errors)")
    #expect(try await shell.repository.count(.tags(.any, ["a"])) == 0)
  }
}
