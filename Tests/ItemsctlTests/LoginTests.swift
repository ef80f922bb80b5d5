// `login`, `join` and `logout`: the built command, its helper, and a hub in this process that wants a token.

import Foundation
import LoopbackHTTP
import Sync
import Testing

@Suite struct `Logging in` {
  private let workplace: Workplace
  private let hub: LoopbackResponder
  private static let token = HubTokenFormat.text(of: (0..<32).map { UInt8($0) })

  init() throws {
    workplace = try Workplace()
    let hub = Hub.inMemory()
    self.hub = try LoopbackResponder { request in
      guard request.header("Authorization") == "Bearer \(Self.token)" else {
        return .answer(NetworkResponse(status: 401))
      }
      guard request.target.hasPrefix("/v1/spaces/main/") else {
        return .answer(NetworkResponse(status: 404))
      }
      return .answer(hub.respond(to: request.networkRequest))
    }
  }

  private func run(_ line: String) async throws -> BuiltCommand.Result {
    try await BuiltCommand.run(line, in: workplace)
  }

  private var credentials: String {
    (try? String(contentsOfFile: "\(workplace.path)/.config/itemsctl/credentials", encoding: .utf8))
      ?? ""
  }

  @Test func `keeps the token for the user alone, and a sync needs nothing else`() async throws {
    let remote = "\(hub.origin)/main"
    let login = try await run("echo ' \(Self.token) ' | $0 --store a.sqlite login \(remote)")
    #expect(login.code == 0 && login.output == "Logged in to \(remote)\n", "\(login)")
    #expect(credentials == "\(remote) \(Self.token)\n")
    let modes = try await run("stat -c %a .config/itemsctl .config/itemsctl/credentials")
    #expect(modes.output == "700\n600\n", "\(modes)")
    let sync = try await run("$0 --store a.sqlite add -q one && $0 --store a.sqlite sync")
    #expect(sync.output == "Synced with \(remote): 1 pushed, 0 pulled\n", "\(sync)")
    let status = try await run("$0 --store a.sqlite sync status | head -1")
    #expect(status.output == "remote          \(remote)\n", "\(status)")
  }

  @Test func `takes a line that the hub printed`() async throws {
    let remote = "\(hub.origin)/main"
    let join = try await run("echo '\(remote) \(Self.token)' | $0 --store a.sqlite join")
    #expect(join.code == 0 && join.output == "Logged in to \(remote)\n", "\(join)")
    let sync = try await run("$0 --store a.sqlite sync")
    #expect(sync.code == 0, "\(sync)")
    for line in ["\(Self.token)", "\(Self.token) \(remote)", "\(remote) \(Self.token) x", ""] {
      let wrong = try await run("echo '\(line)' | $0 --store b.sqlite join")
      #expect(wrong.code == (line.isEmpty ? 64 : 65), "\(wrong)")
      #expect(!wrong.errors.contains(Self.token), "\(wrong)")
    }
  }

  @Test func `keeps nothing that the hub does not take`() async throws {
    let other = HubTokenFormat.text(of: [UInt8](repeating: 7, count: 32))
    let login = "$0 --store a.sqlite login"
    let refused = try await run("echo \(other) | \(login) \(hub.origin)/main")
    #expect(refused.code == 77 && refused.errors.contains("Nothing was kept"), "\(refused)")
    let elsewhere = try await run("echo \(Self.token) | \(login) \(hub.origin)/other")
    #expect(elsewhere.code == 76 && elsewhere.errors.contains("'other'"), "\(elsewhere)")
    let plain = try await run("echo \(Self.token) | \(login) http://hub.example/main")
    #expect(plain.code == 64 && plain.errors.contains("--insecure"), "\(plain)")
    let file = try await run("echo \(Self.token) | \(login) file:/hub.sqlite")
    #expect(file.code == 64 && file.errors.contains("sync --remote"), "\(file)")
    let before = hub.requests.count
    let mistyped = try await run("echo \(Self.token.dropLast())x | \(login) \(hub.origin)/main")
    #expect(mistyped.code == 77 && mistyped.errors.contains("mistyped"), "\(mistyped)")
    #expect(hub.requests.count == before && credentials.isEmpty)
    let store = try await run("test -e a.sqlite")
    #expect(store.code == 1, "a store was made")
  }

  @Test func `changes one line of the file of tokens`() async throws {
    let remote = "\(hub.origin)/main"
    _ = try await run(
      """
      mkdir -p .config/itemsctl && umask 077 && printf '# mine\\n\(remote) old\\nhttps://x.example y\\n' \
      >.config/itemsctl/credentials
      """
    )
    let login = try await run("echo \(Self.token) | $0 --store a.sqlite login \(remote)")
    #expect(login.code == 0, "\(login)")
    #expect(credentials == "# mine\nhttps://x.example y\n\(remote) \(Self.token)\n")
    let logout = try await run("$0 --store a.sqlite logout")
    #expect(logout.output == "Logged out of \(remote)\n", "\(logout)")
    #expect(credentials == "# mine\nhttps://x.example y\n")
    let again = try await run("$0 --store a.sqlite logout \(remote)")
    #expect(again.code == 1, "\(again)")
    let sync = try await run("$0 --store a.sqlite sync")
    #expect(sync.code == 77, "\(sync)")
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `asks for the token without showing it`() async throws {
    let remote = "\(hub.origin)/main"
    let terminal = try PseudoTerminal("$0 --store a.sqlite login \(remote); stty -a", in: workplace)
    _ = try await terminal.wait(for: "Token for \(remote): ")
    terminal.type("\(Self.token)x\u{7F}\r")
    let shown = try await terminal.wait(for: "Logged in to \(remote)")
    #expect(!shown.contains(Self.token.prefix(8)))
    _ = try await terminal.wait(for: " echo ")
    let given = try PseudoTerminal("$0 --store b.sqlite join; echo code $?; stty -a", in: workplace)
    _ = try await given.wait(for: "Paste the line")
    given.type("https\u{03}")
    _ = try await given.wait(for: "code 130")
    _ = try await given.wait(for: " echo ")
  }
}
