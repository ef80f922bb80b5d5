// Logging in to a hub behind HTTP: the built command, its helper, and a hub in this process.

import Foundation
import LoopbackHTTP
import Sync
import Testing

@testable import CommandKit
@testable import itemsctl

@Suite(.enabled(if: BuiltCommand.path != nil)) struct LoginTests: CommandSuite {
  static let token = "ith_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg0Id4DT"
  static let other = "ith_00000000000000000000000000000000000000000003Z0qka"
  private static let credentials = ".config/itemsctl/credentials"

  let workplace: Workplace
  private let hub: LoopbackHub
  private var url: String { "\(hub.origin)/main" }

  init() throws {
    workplace = try Workplace()
    hub = try LoopbackHub(tokens: [Self.token: "main", Self.other: "main", "s3cret": "main"])
    _ = try workplace.write("token", "\(Self.token)\n")
  }

  private var kept: String {
    get throws { String(decoding: try workplace.read(Self.credentials), as: UTF8.self) }
  }

  @Test func `after a login, sync needs nothing, and the token is its owner's alone`() async throws
  {
    _ = try await run("umask 022; $0 add -q one")
    let login = try await run("$0 login \(url) <token")
    #expect(login.code == 0 && login.output == "Logged in to \(url)\n", "\(login)")
    #expect(login.errors == "")
    #expect(try kept == "\(url) \(Self.token)\n")
    let modes = try await run("stat -c %a .config/itemsctl .config/itemsctl/credentials")
    #expect(modes.output == "700\n600\n", "\(modes)")
    #expect(try await run("ls -A .config/itemsctl").output == "credentials\n")
    let sync = try await run("$0 sync")
    #expect(sync.output == "Synced with \(url): 1 pushed, 0 pulled\n", "\(sync)")
    #expect(hub.requests.allSatisfy { $0.header("Authorization") == "Bearer \(Self.token)" })
    #expect(hub.requests.allSatisfy { !$0.target.contains("ith_") })
    let status = try await run("$0 sync status; $0 sync status --json")
    #expect(status.output.contains("token      in '\(workplace.path)/.config/"), "\(status)")
    #expect(status.output.contains("\"token\":\"credentials\"") && !status.output.contains("ith_"))
  }

  @Test(arguments: [
    "--token-file token", "<token", "", "--token-file token </dev/null",
  ])
  func `the token comes from a file, standard input or the environment`(words: String) async throws
  {
    let variables = words.isEmpty ? ["ITEMSCTL_TOKEN": Self.token] : [:]
    let result = try await run("chmod 600 token; $0 login -q \(url) \(words)", variables: variables)
    #expect(result.code == 0 && result.output == "", "\(result)")
    #expect(try kept == "\(url) \(Self.token)\n")
    #expect(result.errors.contains("ITEMSCTL_TOKEN is set") == false)
  }

  @Test func `what a hub refuses is told, and nothing is kept`() async throws {
    struct Case {
      var status: Int
      var code: Int32
      var words: String
    }
    let cases = [
      Case(status: 401, code: 77, words: "does not take this token"),
      Case(status: 403, code: 77, words: "refuses it for the space 'main'"),
      Case(status: 404, code: 76, words: "There is no hub at"),
      Case(status: 426, code: 76, words: "speaks protocol 9"),
      Case(status: 429, code: 75, words: "wait 7 seconds"),
      Case(status: 503, code: 75, words: "wait 7 seconds"),
      Case(status: 500, code: 69, words: "status 500"),
      Case(status: 302, code: 76, words: "redirects to"),
      Case(status: 200, code: 76, words: "is not a hub"),
    ]
    for wanted in cases {
      let headers = [
        NetworkRequest.Pair("Sync-Protocol", "9"), NetworkRequest.Pair("Retry-After", "7"),
      ]
      hub.answer(everythingWith: NetworkResponse(status: wanted.status, headers: headers))
      let result = try await run("$0 login \(url) <token")
      #expect(result.code == wanted.code && result.errors.contains(wanted.words), "\(result)")
      #expect(!result.errors.contains("ith_0"))
    }
    hub.answer(everythingWith: nil)
    let space = try await run("$0 login \(hub.origin)/other <token")
    #expect(
      space.code == 77 && space.errors.contains("no space 'other' for this token"),
      "\(space)"
    )
    hub.stop()
    let gone = try await run("$0 login \(url) <token")
    #expect(gone.code == 69 && gone.errors.contains("Check that the hub runs"), "\(gone)")
    #expect(!workplace.exists(".config") && !workplace.exists(".local"))
  }

  @Test func `a typing error is told before any request`() async throws {
    let typing = Self.token.replacing("ABC", with: "ACB")
    for (text, words) in [
      (typing, "typing error"), (String(Self.token.dropLast(2)), "has 51 characters"),
      ("", "standard input is empty"), ("two words", "more than a token"),
    ] {
      let result = try await run("printf '%s\\n' '\(text)' | $0 login \(url)")
      #expect(result.code != 0 && result.errors.contains(words), "\(result)")
      #expect(!result.errors.contains("ith_0"))
    }
    // One that came into the environment is looked at before each sync.
    let sync = try await run(
      "$0 sync --remote \(url)",
      variables: ["ITEMSCTL_TOKEN": typing]
    )
    #expect(sync.code == 77 && sync.errors.contains("in ITEMSCTL_TOKEN has a typing"), "\(sync)")
    #expect(hub.requests.isEmpty && !workplace.exists(".config"))
    // Other hubs have tokens of other kinds.
    #expect(try await run("echo s3cret | $0 login \(url)").code == 0)
  }

  @Test func `a token on the command line is refused`() async throws {
    for line in ["login \(url) \(Self.token)", "join \(url) \(Self.token)"] {
      let result = try await run("$0 \(line) </dev/null")
      #expect(result.code == 64 && result.errors.contains("does not belong on a command line"))
      #expect(!result.errors.contains("ith_0"), "\(result)")
    }
    #expect(hub.requests.isEmpty)
  }

  @Test func `plain HTTP to another machine needs a word, before anybody types a token`()
    async throws
  {
    let result = try await run("$0 login http://hub.example/main <token")
    #expect(result.code == 64 && result.errors.contains("'--insecure'"), "\(result)")
    let line = "echo 'http://hub.example/main \(Self.token)'"
    #expect(try await run("\(line) | $0 join").errors.contains("'--insecure'"))
    // What was allowed at the login is not asked again.
    let remote = try Remote("http://hub.example/main")
    let variables = ["XDG_CONFIG_HOME": workplace.file("config")]
    let access = HubAccess(environment: ProcessEnvironment(variables: variables))
    #expect(throws: SyncError.self) { try access.checkedOrigin(of: remote) }
    let entry = Credentials.Entry(
      address: "\(remote)",
      token: try HubToken(Self.token),
      allowsInsecure: true
    )
    try Credentials.keep(entry, in: #require(access.credentialsPath))
    #expect(try access.checkedOrigin(of: remote).host == "hub.example")
    #expect(try access.credential(for: remote)?.token == HubToken(Self.token))
  }

  @Test func `other lines of the file stay as they are`() async throws {
    _ = try await run(
      "mkdir -p .config/itemsctl; umask 077; cat >\(Self.credentials) <<'END'\n"
        + "# mine\nhttps://hub.example/home abc\n\(url) old\nEND"
    )
    #expect(try await run("$0 login \(url) <token").code == 0)
    #expect(try kept == "# mine\nhttps://hub.example/home abc\n\(url) \(Self.token)\n")
    let out = try await run("$0 logout; $0 logout")
    #expect(out.output == "Forgot the token of \(url)\nNo token of \(url) is kept\n", "\(out)")
    #expect(out.errors.contains("The hub still accepts it."))
    #expect(try kept == "# mine\nhttps://hub.example/home abc\n")
    let sync = try await run("$0 sync")
    #expect(sync.code == 77 && sync.errors.contains("itemsctl login \(url)"), "\(sync)")
    #expect(try await run("$0 sync status").output.contains("none; 'itemsctl login' asks for one"))
    // The store remembers its hub.
    #expect(try await run("$0 login <token && $0 sync -q").code == 0)
    let open = try await run("chmod 644 \(Self.credentials); $0 login <token")
    #expect(open.code == 77 && open.errors.contains("chmod 600"), "\(open)")
  }

  @Test func `logins at once keep every token`() async throws {
    let path = workplace.file("config/credentials")
    let addresses = (1...20).map { "https://hub.example/space\($0)" }
    try await withThrowingTaskGroup { group in
      for address in addresses {
        let entry = Credentials.Entry(address: address, token: try HubToken(Self.token))
        group.addTask { try Credentials.keep(entry, in: path) }
      }
      try await group.waitForAll()
    }
    let credentials = try Credentials(file: path)
    for address in addresses { #expect(credentials.entry(for: [address]) != nil) }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: workplace.file("config")).count == 1
    )
  }

  @Test func `a line that the hub printed is all it takes`() async throws {
    let line = JoinLine(remote: try Remote(url), token: try HubToken(Self.token))
    _ = try workplace.write("line", line.text + "\n")
    let joined = try await run("$0 --store a.json join <line && $0 --store a.json sync")
    #expect(joined.code == 0 && joined.output.hasPrefix("Logged in to \(url)\n"), "\(joined)")
    for text in ["nonsense", url, "\(url) \(Self.token) more", Self.token] {
      let result = try await run("echo '\(text)' | $0 --store b.sqlite join")
      #expect(result.code == 64 && !result.errors.contains("ith_0"), "\(result)")
    }
    #expect(!workplace.exists("b.sqlite"))
  }

  @Test func `a store that has a hub keeps its items, and the next sync tells`() async throws {
    let second = try LoopbackHub(tokens: [Self.other: "main"])
    _ = try await run("$0 add -q one; $0 login -q \(url) <token; $0 sync -q")
    let login = try await run("echo \(Self.other) | $0 login \(second.origin)/main")
    #expect(login.code == 0 && login.errors.contains("was synced with \(url) before"), "\(login)")
    let sync = try await run("$0 sync")
    #expect(sync.output == "Synced with \(second.origin)/main: 1 pushed, 0 pulled\n", "\(sync)")
    // The same hub under another name knows the store.
    let name = try await run(
      "$0 login -q http://localhost:\(second.port)/main <<END\n\(Self.other)\nEND\n"
        + "$0 sync"
    )
    #expect(
      name.output == "Synced with http://localhost:\(second.port)/main: nothing had changed\n"
    )
  }

  @Test func `what has no hub of this kind is told`() async throws {
    for (line, words) in [
      ("login file:/tmp/hub.sqlite", "needs no token"), ("login", "Say where the hub is"),
      ("logout", "has no hub behind HTTP"), ("login https://hub.example", "HOST[:PORT]/SPACE"),
      ("--store memory: login \(url)", "in memory"), ("--context preview join", "of previews"),
    ] {
      let result = try await run("$0 \(line) <token")
      #expect(result.code == 64 && result.errors.contains(words), "\(result)")
    }
    #expect(hub.requests.isEmpty && !workplace.exists(".config"))
  }
}

@Suite(.enabled(if: PseudoTerminal.isAvailable)) struct LoginTerminalTests {
  private let workplace: Workplace
  private let hub: LoopbackHub

  init() throws {
    workplace = try Workplace()
    hub = try LoopbackHub(tokens: [LoginTests.token: "main"])
  }

  @Test func `a token that is typed is not shown, and the terminal is as before`() async throws {
    let terminal = try PseudoTerminal(
      "$0 login \(hub.origin)/main; stty -a; $0 sync",
      in: workplace
    )
    try await terminal.wait(for: "Token for \(hub.origin)/main (not shown as you type): ")
    terminal.type("\(LoginTests.token)\n")
    try await terminal.wait(for: "Logged in to")
    let (code, output) = await terminal.end()
    #expect(code == 0 && !output.contains("ith_0"), "\(output)")
    #expect(output.contains(" echo ") && output.contains("susp = ^Z"), "\(output)")
    #expect(output.contains("for you alone") && output.contains("Synced with"), "\(output)")
  }

  @Test func `Enter keeps the token that is there`() async throws {
    let line = "echo \(LoginTests.token) | $0 login -q \(hub.origin)/main; $0 login"
    let terminal = try PseudoTerminal(line, in: workplace)
    try await terminal.wait(for: "(not shown as you type; Enter keeps the one you have): ")
    terminal.type("\n")
    #expect(await terminal.end().code == 0)
    #expect(hub.requests.count == 4)
  }

  @Test func `a line that comes in two is put together`() async throws {
    let terminal = try PseudoTerminal("$0 join", in: workplace)
    try await terminal.wait(for: "Paste the line that the hub printed (it is not shown): ")
    terminal.type("\(hub.origin)/main\n")
    terminal.type("\(LoginTests.token)\n")
    let (code, output) = await terminal.end()
    #expect(code == 0 && !output.contains("ith_0"), "\(output)")
  }

  @Test func `Ctrl-C at the question keeps nothing and gives the terminal back`() async throws {
    let line = "trap : INT; $0 login \(hub.origin)/main; echo code $?; stty -a"
    let terminal = try PseudoTerminal(line, in: workplace)
    try await terminal.wait(for: "Token for")
    terminal.type("ith_0123\u{3}")
    try await terminal.wait(for: "code 130")
    let (_, output) = await terminal.end()
    #expect(output.contains(" echo ") && !output.contains("ith_0"), "\(output)")
    #expect(!workplace.exists(".config") && !workplace.exists(".local"))
  }

  @Test func `without a question there is an error that says the other ways`() async throws {
    let terminal = try PseudoTerminal("$0 login --no-input \(hub.origin)/main", in: workplace)
    let (code, output) = await terminal.end()
    #expect(code == 64 && output.contains("--token-file"), "\(output)")
  }
}
