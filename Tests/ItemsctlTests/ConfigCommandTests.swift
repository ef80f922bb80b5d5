import ArgumentParsing
import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

@Suite struct ConfigCommandTests {
  private let workplace: Workplace
  private let shell: Shell

  init() throws {
    workplace = try Workplace()
    var shell = try Shell(.full)
    shell.variables = ["HOME": workplace.path]
    shell.folder = workplace.path
    self.shell = shell
  }

  private var userFile: String { "\(workplace.path)/.config/itemsctl/config" }

  private func write(_ text: String, to path: String) throws {
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: url)
  }

  @Test func `a setting is written, read, listed and taken away`() async throws {
    #expect(await shell("config").output == "")
    let set = await shell("config", "set", "sort", "-updated")
    #expect(set == Outcome(code: .success, output: "Set 'sort' in '\(userFile)'\n", errors: ""))
    #expect(await shell("config", "get", "sort").output == "-updated\n")
    #expect(await shell("config", "list").output == "sort\t-updated\t\(userFile):1\n")
    #expect(await shell("config", "unset", "sort").output == "Unset 'sort' in '\(userFile)'\n")
    #expect(await shell("config", "get", "sort") == Outcome(code: .failure, output: "", errors: ""))
    #expect(await shell("config", "unset", "sort").code == .failure)
  }

  @Test func `comments and other settings stay where they are`() async throws {
    try write("# mine\n\n  color = always\nsort=due\n# end\n", to: userFile)
    _ = await shell("config", "set", "sort", "title")
    _ = await shell("config", "set", "list", "home")
    _ = await shell("config", "unset", "color")
    let text = try String(contentsOfFile: userFile, encoding: .utf8)
    #expect(text == "# mine\n\nsort = title\n# end\nlist = home\n")
  }

  @Test func `the project's file comes before the user's, the environment before both`()
    async throws
  {
    var shell = shell
    shell.folder = "\(workplace.path)/a/b"
    try write("store = user.sqlite\nlist = user\n", to: userFile)
    try write("store = project.json\n", to: "\(workplace.path)/a/.itemsctl")
    let listed = await shell("config").output
    #expect(
      listed == """
        store\tproject.json\t\(workplace.path)/a/.itemsctl:1
        list\tuser\t\(userFile):2

        """
    )
    let project = await shell("list", "-v").errors
    #expect(project.contains("The store is \(workplace.path)/a/project.json, chosen by"))
    shell.variables["ITEMSCTL_STORE"] = "b.sqlite"
    #expect(await shell("list", "-v").errors.contains("is b.sqlite, chosen by the variable"))
    #expect(await shell("list", "-v", "--store", "c.sqlite").errors.contains("is c.sqlite, "))
  }

  @Test func `a store is meant from home or from the folder of the file`() async throws {
    for (text, path) in [
      ("~/x.sqlite", "\(workplace.path)/x.sqlite"), ("/y.sqlite", "/y.sqlite"),
      ("z.json", "\(workplace.path)/.config/itemsctl/z.json"), ("memory:", "memory:"),
    ] {
      try write("store = \(text)\n", to: userFile)
      #expect(await shell("list", "-v").errors.hasPrefix("itemsctl: The store is \(path), chosen"))
    }
  }

  @Test func `a store's path is typed from the folder one is in`() async throws {
    var shell = shell
    shell.folder = "\(workplace.path)/a/b"
    _ = await shell("config", "set", "store", "c.sqlite")
    #expect(await shell("config", "get", "store").output == "\(workplace.path)/a/b/c.sqlite\n")
    try write("", to: "\(workplace.path)/a/.itemsctl")
    _ = await shell("config", "set", "store", "d.sqlite", "--project")
    #expect(await shell("config", "get", "store").output == "b/d.sqlite\n")
    #expect(await shell("list", "-v").errors.contains("is \(workplace.path)/a/b/d.sqlite, chosen"))
    let ignored = await shell("config", "set", "store", "~/e.sqlite")
    #expect(ignored.errors.hasPrefix("It has no effect here: \(workplace.path)/a/.itemsctl:1 says"))
  }

  @Test(arguments: [
    ("colour = always", "line 1, there is no setting 'colour'; did you mean 'color'?"),
    ("\n\nsort", "line 3, a setting looks like 'key = value'."),
    ("color = blue", "the value 'blue' is invalid for 'color': it must be one of 'auto', "),
    ("sort = dew", "the value 'dew' is invalid for 'sort': 'dew' is not a key"),
    ("store = x.txt", "invalid for 'store': it must be 'memory:' or end in .sqlite"),
    ("remote = file:hub.sqlite", "'remote': the path of a hub's file must begin with '/'."),
    ("remote = nonsense", "the value 'nonsense' is invalid for 'remote': "),
    ("list =", "the value '' is invalid for 'list'"),
    ("sort = due\nsort = title", "line 2, 'sort' is set on line 1 already."),
  ])
  func `a mistake is told with its line, and no command goes on`(
    text: String,
    message: String
  ) async throws {
    try write(text + "\n", to: userFile)
    let outcome = await shell("list")
    #expect(outcome.code == .configuration && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("Error: In '\(userFile)', line "), "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(await shell("--help").code == .success)
    #expect(await shell("completions", "bash").code == .success)
  }

  @Test func `what is no text is refused`() async throws {
    try write("", to: userFile)
    try Data([0x6C, 0xFF]).write(to: URL(filePath: userFile))
    #expect(
      await shell("list").errors.hasPrefix(
        "Error: Cannot read the settings in '\(userFile)': they are not UTF-8 text."
      )
    )
    try FileManager.default.removeItem(atPath: userFile)
    try FileManager.default.createDirectory(
      atPath: userFile,
      withIntermediateDirectories: false
    )
    #expect(await shell("list").code == .configuration)
  }

  @Test func `lines may end as they do elsewhere, and a pipe is not waited for`() async throws {
    try write("sort = title\r\n# x\r\nlist = home\r\n", to: userFile)
    #expect(await shell("config", "get", "sort").output == "title\n")
    #expect(await shell("config", "get", "list").output == "home\n")
    try FileManager.default.removeItem(atPath: userFile)
    #expect(unsafe mkfifo(userFile, 0o600) == 0)
    #expect(await shell("list").code == .configuration)
  }

  @Test(arguments: ["pager", "remote"])
  func `a project may neither start a program nor choose a hub`(key: String) async throws {
    let set = await shell("config", "set", key, "less", "--project")
    #expect(set.code == .usage && set.errors.contains("only be set in your own configuration"))
    try write("\(key) = less\n", to: workplace.file(".itemsctl"))
    let listed = await shell("list")
    #expect(listed.code == .configuration)
    #expect(listed.errors.contains("line 1, '\(key)' can only be set in your own configuration."))
  }

  @Test func `a project's setting goes to the nearest file`() async throws {
    var shell = shell
    let made = await shell("config", "set", "list", "work", "--project")
    #expect(made.output == "Set 'list' in '\(workplace.file(".itemsctl"))'\n")
    shell.folder = "\(workplace.path)/a/b/c"
    let found = await shell("config", "set", "sort", "title", "--project")
    #expect(found.output == "Set 'sort' in '\(workplace.file(".itemsctl"))'\n")
    #expect(await shell("config", "get", "list").output == "work\n")
  }

  @Test(.enabled(if: geteuid() == 0))
  func `a project's file of another user is passed over, and that is told`() async throws {
    let path = workplace.file(".itemsctl")
    try write("store = theirs.json\nnonsense\n", to: path)
    try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: path)
    #expect(await shell("list", "-v").errors.contains("/items.sqlite, chosen by the default."))
    let listed = await shell("config")
    #expect(listed.output == "")
    #expect(listed.errors == "'\(path)' is not read: it belongs to another user.\n")
  }

  @Test func `settings do what they say, and options come before them`() async throws {
    try write("sort = -title\nlist = reading\nformat = ndjson\n", to: userFile)
    let sorted = await shell("list", "--sort=-title", "--format", "ndjson")
    #expect(await shell("list") == sorted)
    #expect(await shell("list", "--format", "tsv", "-n1").output.hasPrefix("{") == false)
    _ = await shell("add", "A book")
    _ = await shell("add", "Another", "list:music")
    #expect(await shell("list", "book").output.contains(#""list":"reading""#))
    #expect(await shell("list", "another").output.contains(#""list":"music""#))
    try write("color = always\n", to: userFile)
    let painted = await shell("list", "--format", "table")
    #expect(painted.output.contains("\u{1B}["))
    let plain = await shell("list", "--format", "table", "--color", "auto")
    #expect(!plain.output.contains("\u{1B}["))
  }

  @Test func `a first sync is with the hub of the settings`() async throws {
    try write("remote = file:\(workplace.path)/hub.sqlite\n", to: userFile)
    let store = workplace.file("a.sqlite")
    let result = try await BuiltCommand.run(
      "$0 --store \(store) add -q one && $0 --store \(store) sync",
      in: workplace
    )
    #expect(result.output.hasSuffix("/hub.sqlite: 1 pushed, 0 pulled\n"), "\(result.errors)")
  }

  @Test func `the list of settings is also for programs`() async throws {
    try write("sort = -title\n", to: userFile)
    let lines = await shell("config", "--json").output.split(separator: "\n")
    #expect(lines.count == SettingKey.single.count)
    #expect(lines[0] == #"{"schema":1,"key":"store","value":null,"origin":null}"#)
    #expect(
      lines[2] == #"{"schema":1,"key":"sort","value":"-title","origin":"\#(userFile):1"}"#
    )
  }

  @Test func `without a home there is nothing to read and nowhere to write`() async throws {
    var shell = shell
    shell.variables = [:]
    shell.folder = nil
    #expect(await shell("config").code == .success)
    let outcome = await shell("config", "set", "sort", "title")
    #expect(outcome.code == .configuration)
    #expect(outcome.errors.contains("neither HOME nor XDG_CONFIG_HOME is set"))
    shell.variables = ["HOME": "/nonexistent", "XDG_CONFIG_HOME": "relative"]
    #expect(await shell("config").output == "")
  }

  @Test(arguments: [("/proc/none", 73), ("/dev/null/none", 73)])
  func `a place that cannot be written to is told`(folder: String, code: Int32) async throws {
    var shell = shell
    shell.variables["XDG_CONFIG_HOME"] = folder
    let outcome = await shell("config", "set", "sort", "title")
    #expect([code, 77].contains(outcome.code.rawValue), "\(outcome.errors)")
    #expect(outcome.errors.contains("'\(folder)"))
  }
}
