#if Hub
import RunningPrograms
import Storage
import Testing

/// Where settings come from, and what the commands say without a daemon.
@Suite struct SettingsTests {
  private let workplace: HubWorkplace

  init() throws { workplace = try HubWorkplace() }

  private func run(_ line: String) async throws -> HubWorkplace.Result {
    try await workplace.run(line)
  }

  @Test func `a flag beats a variable, a variable the file, the file the default`() async throws {
    try workplace.write(
      "settings",
      "# ours\nlisten = 127.0.0.1:1\nlisten = [::1]:1\nmetrics = none\nlimit = waits-per-token=3\n"
    )
    let file = try await run("itemshub config --config settings")
    #expect(file.output.contains("127.0.0.1:1 [::1]:1") && file.output.contains("settings:2"))
    #expect(file.output.contains("waits-per-token          3\n"), "\(file)")
    let variable = try await run(
      "ITEMSHUB_CONFIG=settings ITEMSHUB_LISTEN='127.0.0.1:2 127.0.0.1:3' itemshub config"
    )
    #expect(variable.output.contains("127.0.0.1:2 127.0.0.1:3"), "\(variable)")
    #expect(variable.output.contains("the variable ITEMSHUB_LISTEN"), "\(variable)")
    let flag = try await run(
      "ITEMSHUB_LISTEN=127.0.0.1:2 itemshub config --config settings --listen 127.0.0.1:4"
    )
    #expect(flag.output.contains("127.0.0.1:4") && flag.output.contains("the command line"))
    let none = try await run("itemshub config")
    #expect(none.output.contains("127.0.0.1:8731") && none.output.contains("the default"))
  }

  @Test(arguments: [
    ("store", "ITEMSHUB_STORE"), ("listen", "ITEMSHUB_LISTEN"),
    ("tls-certificate", "ITEMSHUB_TLS_CERTIFICATE"), ("tls-key", "ITEMSHUB_TLS_KEY"),
    ("metrics", "ITEMSHUB_METRICS"), ("trusted-proxy", "ITEMSHUB_TRUSTED_PROXY"),
    ("insecure", "ITEMSHUB_INSECURE"),
  ])
  func `each setting is a line, a variable and a flag`(name: String, variable: String) async throws
  {
    func line(_ result: HubWorkplace.Result) -> [Substring] {
      let lines = result.output.split(separator: "\n")
      return lines.first { $0.hasPrefix("\(name) ") }?
        .split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true) ?? []
    }
    try workplace.write("settings", "\(name) = of-the-file\n")
    let file = line(try await run("itemshub config --config settings"))
    #expect(file.count == 3 && file[1] == "of-the-file", "\(file)")
    let set = "\(variable)=of-the-variable itemshub config --config settings"
    let variable = line(try await run(set))
    #expect(variable.count == 3 && variable[1] == "of-the-variable", "\(variable)")
    let flag = line(try await run("\(set) --\(name)\(name == "insecure" ? "" : " of-the-flag")"))
    #expect(flag.count == 3 && flag[1] == (name == "insecure" ? "yes" : "of-the-flag"), "\(flag)")
  }

  @Test(arguments: [
    ("listen", "line 1, a setting looks like"), ("lisen = 1", "did you mean 'listen'?"),
    ("store =", "has no value"), ("store = a\nstore = b", "on line 1 already"),
  ])
  func `a wrong line is told with its number`(text: String, words: String) async throws {
    try workplace.write("settings", text)
    let result = try await run("itemshub config --config settings")
    #expect(result.code == 78 && result.errors.contains(words), "\(result)")
  }

  @Test func `a missing hub and a foreign file are told`() async throws {
    let missing = try await run("itemshub token list --store none.sqlite")
    #expect(missing.code == 66 && missing.errors.contains("itemshub serve"), "\(missing)")
    try workplace.write("text.sqlite", "This is no database, but a text that is long enough.")
    let foreign = try await run("itemshub serve --store text.sqlite --listen 127.0.0.1:0")
    #expect(foreign.code == 65 && foreign.errors.contains("not a hub"), "\(foreign)")
    #expect(try workplace.text("text.sqlite").hasPrefix("This is no database"))
    let name = try await run("itemshub token create ../etc")
    #expect(name.code == 64 && name.errors.contains("names no space"), "\(name)")
    let date = try await run("itemshub token create main --expires soon")
    #expect(date.code == 64 && date.errors.contains("2027-12-31"), "\(date)")
    #expect(try await run("test -e .local/share/itemshub/hub.sqlite").code == 1)
  }

  @Test func `a token is made, listed, rotated and revoked`() async throws {
    let made = try await run("itemshub token create main --label laptop --expires 90d --json")
    #expect(made.output.contains("\"remote\":\"http://127.0.0.1:8731/main\""), "\(made)")
    let modes = try await run("stat -c %a .local/share/itemshub/hub.sqlite")
    #expect(modes.output == "600\n", "\(modes)")
    let list = try await run("itemshub token list main --json")
    let id = try #require(list.output.split(separator: "\"id\":\"").last?.prefix(8))
    #expect(list.output.contains("\"label\":\"laptop\""), "\(list)")
    let rotated = try await run("itemshub token rotate \(id)")
    #expect(rotated.output.hasPrefix("ith_"), "\(rotated)")
    let two = try await run("itemshub token list | wc -l")
    #expect(two.output == "3\n", "\(two)")
    let revoked = try await run("itemshub token revoke \(id) && itemshub token list | wc -l")
    #expect(revoked.output.hasSuffix("2\n"), "\(revoked)")
    let again = try await run("itemshub token revoke \(id)")
    #expect(again.code == 1, "\(again)")
    let named = try await run(
      """
      itemshub token create main --label phone && itemshub token create boats --label phone
      itemshub token revoke phone
      itemshub token revoke laptop
      """
    )
    #expect(named.errors.contains("Several valid tokens have the label 'phone': "), "\(named)")
    #expect(named.code == 0 && named.output.hasSuffix(" (laptop) of the space main\n"), "\(named)")
    let log = try await run("itemshub log")
    #expect(log.output.contains("token.revoke") && log.output.contains("token.create"), "\(log)")
    #expect(try await run("itemshub doctor").output == "The hub is as it should be\n")
  }

  @Test func `the line to join by has the address that devices use`() async throws {
    // 'script' gives the command a terminal, and what it writes there to standard output.
    func shown(_ words: String) async throws -> String {
      let result = try await run("script -qec '\(words)' /dev/null </dev/null")
      #expect(result.code == 0, "\(result)")
      return result.output.replacing("\r", with: "")
    }
    guard try await run("command -v script").code == 0 else { return }
    let local = try await shown("itemshub token create main")
    #expect(local.contains("  http://127.0.0.1:8731/main ith_"), "\(local)")
    #expect(local.contains("Devices on other machines"), "\(local)")
    #expect(local.contains(" for the space main, with the id "), "\(local)")
    let made = try await shown(
      "ITEMSHUB_PUBLIC_URL=https://hub.example/ itemshub token create main"
    )
    #expect(made.contains("  https://hub.example/main ith_"), "\(made)")
    #expect(!made.contains("elsewhere"), "\(made)")
    #expect(try await run("itemshub token list | wc -l").output == "3\n")
  }

  @Test func `the address of a token is that of the daemon that runs`() async throws {
    let daemon = try await Daemon(in: workplace)
    let made = try await run("itemshub token create main --json")
    #expect(made.output.contains("\"remote\":\"\(daemon.address)/main\""), "\(made)")
    let named = try await run("ITEMSHUB_PUBLIC_URL=https://hub.example itemshub token create main")
    #expect(named.errors.contains("'itemsctl login https://hub.example/main'"), "\(named)")
    #expect(await daemon.end() == 0)
    let after = try await run("itemshub token create main --json")
    #expect(after.output.contains("\"remote\":\"http://127.0.0.1:8731/main\""), "\(after)")
  }

  @Test func `a token that goes into a pipe stands in no message`() async throws {
    let local = try await run("itemshub token create main")
    #expect(local.output.hasPrefix("ith_") && local.output.hasSuffix("\n"), "\(local.output.count)")
    #expect(!local.errors.contains("ith_"))
    #expect(local.errors.contains("'itemsctl login http://127.0.0.1:8731/main' takes it"))
    let id = try #require(local.errors.split(separator: " id ").last?.prefix { $0 != ":" })
    let rotated = try await run("itemshub token rotate \(id)")
    #expect(rotated.code == 0 && rotated.output.hasPrefix("ith_"))
    #expect(!rotated.errors.contains("ith_"))
    let made = try await run("ITEMSHUB_PUBLIC_URL=https://hub.example/ itemshub token create main")
    #expect(made.errors.contains("'itemsctl login https://hub.example/main'"), "\(made)")
    let wrong = try await run("itemshub token create main --public-url hub.example")
    #expect(wrong.code == 78 && wrong.errors.contains("'hub.example'"), "\(wrong)")
    #expect(try await run("itemshub token list | wc -l").output == "4\n")
  }

  @Test func `a number of connections that is none is refused`() async throws {
    for number in ["1", "1001", "many", ""] {
      let result = try await run(
        "itemshub serve --store postgres://u@127.0.0.1:1/hub --listen 127.0.0.1:0 --store-connections '\(number)'"
      )
      #expect(result.code == 78, "\(result)")
    }
  }

  @Test func `a token's end, its scope and its space are shown`() async throws {
    for (words, shown) in [
      ("guest --scope read --expires 2099-12-30", "2099-12-31"),
      ("family --expires never", "  -"),
    ] {
      #expect(try await run("itemshub token create \(words)").output.hasPrefix("ith_"))
      let space = words.prefix { $0 != " " }
      let list = try await run("itemshub token list \(space)")
      #expect(list.output.contains(shown), "\(list)")
      #expect(list.output.contains(space == "guest" ? "read" : "write"), "\(list)")
      #expect(list.output.split(separator: "\n").count == 2, "\(list)")
    }
    let json = try await run("itemshub token list --json")
    #expect(json.output.contains("\"expires\":null") && json.output.contains("4102"), "\(json)")
    let show = try await run("itemshub space show guest --json")
    #expect(show.output.contains("\"space\":\"guest\"") && show.output.contains("\"tokens\":1"))
    let none = try await run("itemshub space show nobody")
    #expect(none.code == 1 && none.errors.contains("itemshub space list"), "\(none)")
  }

  @Test func `a damaged hub is mended once no daemon serves it`() async throws {
    let daemon = try await Daemon(in: workplace)
    try await daemon.join("a.sqlite")
    let pushed = try await run(
      "itemsctl --store a.sqlite add -q one; itemsctl --store a.sqlite sync"
    )
    #expect(pushed.code == 0, "\(pushed)")
    let file = ".local/share/itemshub/hub.sqlite"
    let damage =
      "python3 -c \"import sqlite3; c = sqlite3.connect('\(file)'); "
      + "c.execute('UPDATE items SET doc = 7'); c.commit()\""
    #expect(try await run(damage).code == 0)
    #expect(try await run("itemshub doctor").code == 65)
    let served = try await run("itemshub doctor --fix")
    #expect(served.code == 75 && served.errors.contains("\(daemon.program.process)"), "\(served)")
    #expect(await daemon.end() == 0)
    let fixed = try await run("itemshub doctor --fix")
    #expect(fixed.errors.contains("A copy of the file before the fix is"), "\(fixed)")
    #expect(try await run("itemshub doctor").output == "The hub is as it should be\n")
    // The device has what could not be read any more.
    let again = try await Daemon(in: workplace, port: daemon.port)
    let sync = try await run("itemsctl --store a.sqlite sync --verify && itemshub space list")
    #expect(sync.code == 0 && sync.output.contains("main   1 "), "\(sync)")
    #expect(await again.end() == 0)
  }

  @Test func `help, version and man need nothing`() async throws {
    #expect(try await run("itemshub --version").output == "itemshub \(PackageRelease.version)\n")
    #expect(try await run("itemshub help limits").output.contains("waits-per-token"))
    for (topic, word) in [("settings", "ITEMSHUB_CONFIG"), ("exit-codes", " 75  ")] {
      let help = try await run("itemshub help \(topic)")
      #expect(help.code == 0 && help.output.contains(word), "\(help)")
    }
    let manual = try await run("itemshub man").output
    #expect(manual.hasPrefix(".Dd "))
    for command in [
      "serve", "token create", "token list", "token revoke", "token rotate", "space list",
      "space show", "space create", "space quota", "space delete", "space export", "space import",
      "backup", "restore", "doctor", "status", "config", "completions", "man", "log",
    ] {
      let help = try await run("itemshub \(command) --help")
      #expect(help.code == 0 && help.output.contains("itemshub \(command)"), "\(help)")
      #expect(manual.contains(command.split(separator: " ").last ?? ""), "\(command)")
    }
    #expect(try await run("itemshub serv").code == 64)
  }

  /// The shells' own sides of the scripts are tested with those of `itemsctl`, which are the same.
  @Test(arguments: [
    ("tok", ["token"]), ("token cr", ["create"]),
    ("token create main --scope ", ["read", "write"]),
    ("help lim", ["limits"]), ("completions f", ["fish"]), ("serve --accept", ["--accept-clock"]),
  ])
  func `a line goes on as the program understands it`(line: String, words: [String]) async throws {
    let typed = line.hasSuffix(" ") ? "\(line)''" : line
    let lines = try await run("itemshub __complete zsh -- \(typed)").output.split(separator: "\n")
    #expect(lines.first == "words", "\(lines)")
    #expect(lines.dropFirst().map { String($0.prefix { $0 != "\t" }) } == words)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `each shell reads its script`(shell: String) async throws {
    let script = try await run("itemshub completions \(shell)")
    #expect(
      script.code == 0 && script.output.contains("itemshub") && !script.output.contains("PROGRAM")
    )
    guard try await run("command -v \(shell)").code == 0 else { return }
    try workplace.write("script", script.output)
    let read = try await run("\(shell) -n script")
    #expect(read.code == 0, "\(read)")
  }
}
#endif
