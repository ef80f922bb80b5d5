import ArgumentParsing
import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

@Suite("Views of one's own") struct SavedViewTests {
  private let workplace: Workplace
  private let shell: Shell

  init() async throws {
    workplace = try Workplace()
    var shell = try Shell()
    shell.variables = ["HOME": workplace.path]
    shell.folder = workplace.path
    self.shell = shell
    for words in [
      ["Ship it", "list:work", "due:tomorrow", "!high"], ["Plan", "list:work", "+later"],
      ["Report", "list:work", "due:today", "+weekly"], ["Milk", "list:home", "due:today"],
    ] { _ = await shell.run(["add", "-q"] + words) }
  }

  private func set(_ name: String, _ text: String) async -> Outcome {
    await shell("config", "set", "view.\(name)", text)
  }

  private func titles(_ words: String...) async -> [String] {
    let outcome = await shell.run(words + ["--format", "csv", "--fields", "title"])
    return outcome.output.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
  }

  @Test func `is a filter with a name, and more may follow`() async throws {
    #expect(await set("work", "list:work or +weekly").code == .success)
    #expect(await titles("list", "work") == ["Report", "Ship it", "Plan"])
    #expect(await titles("list", "work", "due:today") == ["Report"])
    #expect(await titles("list", "work", "or", "list:home").count == 4)
    #expect(await shell("count", "work", "-later").output == "2\n")
    #expect(await shell("done", "work", "+weekly", "--yes").code == .success)
    #expect(await shell("count", "work").output == "2\n")
    #expect(await titles("export", "work", "status:done") == ["Report"])
    #expect(await shell("count", "due:any", "work").output == "1\n")
    #expect(await titles("list", "list:home", "or", "work", "due:tomorrow") == ["Milk", "Ship it"])
    #expect(await shell("count", "is:work").output == "2\n")
    #expect(await shell("count", "not", "work").output == "1\n")
    // Behind two hyphens, it is a word.
    #expect(await shell("count", "--", "work").output == "0\n")
  }

  @Test func `has an order and a limit, before which those of the command line come`() async throws
  {
    #expect(await set("work", "list:work --sort -title -n 2").code == .success)
    #expect(await titles("list", "work") == ["Ship it", "Report"])
    #expect(await titles("list", "work", "-n", "3") == ["Ship it", "Report", "Plan"])
    #expect(await titles("list", "--sort", "title", "work") == ["Plan", "Report"])
    _ = await shell("done", "1")
    #expect(await set("everything", "--all --sort number").code == .success)
    #expect(await titles("list", "everything") == ["Ship it", "Plan", "Report", "Milk"])
    #expect(await shell("count", "everything").output == "4\n")
    #expect(await titles("list", "everything", "list:home") == ["Milk"])
  }

  @Test func `holds others of one's own, as deep as one likes, in each form`() async throws {
    #expect(await set("work", "list:work").code == .success)
    #expect(await set("late", "work due:today").code == .success)
    #expect(await set("mine", "is:late or list:home").code == .success)
    #expect(await titles("list", "mine") == ["Report", "Milk"])
    #expect(await titles("list", "mine", "not", "is:late") == ["Milk"])
    // It follows the view that it names.
    #expect(await set("work", "list:home").code == .success)
    #expect(await titles("list", "mine") == ["Milk"])
    for (name, text, reason) in [
      ("late", "mine", "contains itself"), ("work", "+x or is:mine", "contains itself"),
      ("self", "self", "contains itself"), ("other", "is:nothing", "'nothing' is no view"),
    ] {
      let outcome = await set(name, text)
      #expect(outcome.code == .usage && outcome.errors.contains(reason), "\(outcome)")
    }
    #expect(await titles("list", "mine") == ["Milk"])
  }

  @Test func `a circle in a file of settings is told by each command that meets it`() async throws {
    _ = await set("a", "+y")
    _ = try workplace.write(".config/itemsctl/config", "view.a = b or +x\nview.b = is:a\n")
    for words in [["list", "a"], ["count", "not", "b"], ["export", "is:a"]] {
      let outcome = await shell.run(words)
      #expect(outcome.code != .success && outcome.errors.contains("contains itself"), "\(outcome)")
    }
    #expect(await set("a", "+x").code == .success)
    #expect(await shell("count", "b").output == "0\n")
  }

  @Test func `those of a project that grow without end are refused at once`() async throws {
    // 2 to the power of 40 conditions, each of a view that is fine by itself.
    let lines = (0..<40).map { "view.v\($0) = is:v\($0 + 1) or not is:v\($0 + 1)" }
    _ = try workplace.write(".itemsctl", (lines + ["view.v40 = +x"]).joined(separator: "\n"))
    let outcome = await shell("list", "v0")
    #expect(
      outcome.code == .usage && outcome.errors.contains("name each other too often"),
      "\(outcome)"
    )
    #expect(await shell("count", "v35").code == .success)
    let many = Array(repeating: "v40", count: 60)
    #expect(await shell.run(["count"] + many).output == "0\n")
  }

  @Test(arguments: ["friday", "tomorrow", "yesterday", "fri"])
  func `no name is a day's`(name: String) async {
    let outcome = await set(name, "list:work")
    #expect(
      outcome.code == .usage && outcome.errors.contains("means days in a filter"),
      "\(outcome)"
    )
  }

  @Test func `holds a built-in view, quotes, and blanks within them`() async throws {
    #expect(await set("now", "today list:work").code == .success)
    #expect(await titles("list", "now") == ["Report"])
    _ = await shell("add", "-q", "Sand", "list:My boat")
    #expect(await set("boat", #"'list:My boat'  or title:none"#).code == .usage)
    #expect(await set("boat", #"'list:My boat'  or list:"x y""#).code == .success)
    #expect(await titles("list", "boat") == ["Sand"])
    #expect(
      await shell("config", "get", "view.boat").output == #"'list:My boat'  or list:"x y""# + "\n"
    )
  }

  @Test(arguments: [
    ("list:", "is invalid for '<value>'"), ("or", "'or'"), ("(", "a condition is missing"),
    ("+work (", "a condition is missing at the end"),
    ("+work or", "a condition is missing at the end"),
    ("due:blursday", "'due:blursday'"), ("--deleted", "--deleted"), ("x --sort nope", "nope"),
    ("a -- b", "'--' has no meaning"), ("'a", "closing"), ("\"a", "closing"), ("--help", "filter"),
    ("--store x", "--store"), ("", "not empty"),
  ])
  func `what is no filter is refused, and nothing is written`(text: String, reason: String) async {
    let outcome = await shell("config", "set", "view.odd", "--", text)
    #expect(outcome.code == .usage && outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(await shell("config", "get", "view.odd").code == .failure)
  }

  @Test(arguments: [
    ("today", "is a built-in view"), ("", "a view's name consists of letters"), ("or", "letters"),
    ("a b", "letters"), ("12", "letters"), ("6-9", "letters"), ("x:y", "letters"),
  ])
  func `what is no name is refused`(name: String, reason: String) async {
    let outcome = await set(name, "list:work")
    #expect(outcome.code == .usage && outcome.errors.contains(reason), "\(outcome.errors)")
  }

  @Test func `a file's mistake is named by its line`() async throws {
    let file = "\(workplace.path)/.config/itemsctl/config"
    _ = await set("work", "list:work")
    for (line, reason) in [
      ("view.bad = due:nope", "line 2, the value 'due:nope' is invalid for 'view.bad'"),
      ("view.today = x", "line 2, there is no setting 'view.today'; 'today' is a built-in view"),
      ("veiw.x = x", "line 2, there is no setting 'veiw.x'"),
    ] {
      try Data("view.work = list:work\n\(line)\n".utf8).write(to: URL(filePath: file))
      let outcome = await shell("list")
      #expect(
        outcome.code == .configuration && outcome.errors.contains(reason),
        "\(outcome.errors)"
      )
    }
  }

  @Test func `is listed with the settings, completed, and taken away`() async throws {
    _ = await set("work", "list:work")
    _ = await set("chores", "list:home +chore")
    let lines = await shell("config").output.split(separator: "\n")
    #expect(lines.map { $0.split(separator: "\t")[0] } == ["view.chores", "view.work"])
    let json = await shell("config", "--json").output
    #expect(json.contains(#""key":"view.work","value":"list:work""#))
    let completed = await shell("__complete", "zsh", "--", "list", "wo").output
    #expect(completed.contains("work"), "\(completed)")
    #expect(await shell("config", "unset", "view.work").code == .success)
    #expect(await titles("list", "work") == [])
  }

  @Test func `a project may bring views`() async throws {
    try Data("view.mine = list:work\n".utf8)
      .write(to: URL(filePath: "\(workplace.path)/.itemsctl"))
    #expect(await titles("list", "mine").count == 3)
  }

  @Test func `a date that nobody can read here is told with the view`() async throws {
    #expect(await set("odd", "due:3/4").code == .success)
    let outcome = await shell("list", "odd")
    #expect(outcome.code == .usage, "\(outcome)")
    #expect(outcome.errors.contains("the view 'odd' has 'due:3/4'"), "\(outcome.errors)")
    // A mistake behind the view is marked where it was typed.
    _ = await set("work", "list:work or +x")
    let behind = await shell("list", "work", "due:nope")
    #expect(behind.errors.contains("'nope' is not understood"), "\(behind.errors)")
    #expect(behind.errors.contains("\n  work due:nope\n           ^~~~\n"), "\(behind.errors)")
    #expect(behind.code == .usage)
  }
}
