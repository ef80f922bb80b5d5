#if Hub
import Foundation
import RunningPrograms
import Testing

/// The built daemon with the built command, as a person would use both.
@Suite struct ServeTests {
  private let workplace: HubWorkplace

  init() throws { workplace = try HubWorkplace() }

  private func run(_ line: String) async throws -> HubWorkplace.Result {
    try await workplace.run(line)
  }

  @Test func `two devices join by a pasted line and come to agree`() async throws {
    let daemon = try await Daemon(in: workplace)
    try await daemon.join("a.sqlite")
    try await daemon.join("b.sqlite")
    let first = try await run(
      "itemsctl --store a.sqlite add -q one && itemsctl --store a.sqlite sync"
    )
    #expect(first.output.hasSuffix("1 pushed, 0 pulled\n"), "\(first)")
    let second = try await run(
      "itemsctl --store b.sqlite add -q two && itemsctl --store b.sqlite sync --verify"
    )
    #expect(second.code == 0 && second.output.contains("1 pushed, 1 pulled"), "\(second)")
    let third = try await run("itemsctl --store a.sqlite sync && itemsctl --store a.sqlite list")
    #expect(third.output.contains("one") && third.output.contains("two"), "\(third)")
    #expect(await daemon.end() == 0)
  }

  @Test func `nothing that was acknowledged is lost when it is killed`() async throws {
    var daemon = try await Daemon(in: workplace)
    let port = daemon.port
    try await daemon.join("a.sqlite")
    for round in 1...5 {
      let pushed = try await run(
        "itemsctl --store a.sqlite add -q 'item \(round)' && itemsctl --store a.sqlite sync"
      )
      #expect(pushed.output.hasSuffix("1 pushed, 0 pulled\n"), "\(pushed)")
      #expect(await daemon.end(SIGKILL) == 137)
      daemon = try await Daemon(in: workplace, port: port)
    }
    try await daemon.join("b.sqlite")
    let all = try await run(
      "itemsctl --store b.sqlite sync --verify && itemsctl --store b.sqlite list | wc -l"
    )
    #expect(all.code == 0 && all.output.hasSuffix("5\n"), "\(all)")
  }

  @Test func `a revoked token is let in no more, and its open wait ends`() async throws {
    let daemon = try await Daemon(in: workplace)
    let token = try await daemon.token("main")
    let list = try await run("itemshub token list")
    let id = try #require(list.output.split(separator: "\n").last?.split(separator: " ").first)
    try workplace.write("header", "Authorization: Bearer \(token)\n")
    let changes = "\(daemon.address)/v1/spaces/main/changes?after=0"
    let call = "curl -s -o body -w '%{http_code}' -H @header '\(changes)'"
    #expect(try await run(call).output == "200")
    let tok = try await run("sed -n 's/.*\"tok\":\\({[^}]*}\\).*/\\1/p' body").output
    #expect(tok.contains("\"e\""), "\(tok)")
    let revoked = try await run("itemshub token revoke \(id)")
    #expect(revoked.code == 0, "\(revoked)")
    var status = "200"
    while status == "200" {
      status = try await run(call).output
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(status == "401")
  }

  @Test func `nobody learns which spaces there are`() async throws {
    let daemon = try await Daemon(in: workplace)
    let token = try await daemon.token("main")
    _ = try await daemon.token("other")
    try workplace.write("header", "Authorization: Bearer \(token)\n")
    let call = "curl -s -o - -w ' %{http_code}' -H @header \(daemon.address)/v1/spaces"
    let foreign = try await run("\(call)/other/changes?after=0")
    let missing = try await run("\(call)/none/changes?after=0")
    #expect(foreign.output == missing.output && foreign.output.hasSuffix(" 404"), "\(foreign)")
    let none = try await run(
      "curl -s -o /dev/null -w '%{http_code}' \(daemon.address)/v1/spaces/main/changes?after=0"
    )
    #expect(none.output == "401", "\(none)")
    #expect(!daemon.log.contains(token))
  }

  @Test func `a token that only reads pushes nothing`() async throws {
    let daemon = try await Daemon(in: workplace)
    let token = try await daemon.token("main", "--scope read")
    let joined = try await run(
      "echo '\(daemon.address)/main \(token)' | itemsctl --store a.sqlite join"
    )
    #expect(joined.code == 0, "\(joined)")
    let pushed = try await run(
      "itemsctl --store a.sqlite add -q one; itemsctl --store a.sqlite sync"
    )
    #expect(pushed.code == 77, "\(pushed)")
    let spaces = try await run("itemshub space list --json")
    #expect(spaces.output.contains("\"items\":0"), "\(spaces)")
  }

  @Test func `one store has one daemon`() async throws {
    let daemon = try await Daemon(in: workplace)
    let second = try await run("itemshub serve --listen 127.0.0.1:0 --metrics none")
    #expect(second.code == 75 && second.errors.contains("127.0.0.1:\(daemon.port)"), "\(second)")
    let status = try await run("itemshub status --json")
    #expect(status.code == 0 && status.output.contains("127.0.0.1:\(daemon.port)"), "\(status)")
    #expect(await daemon.end() == 0)
    let after = try await run("itemshub status")
    #expect(after.code == 69 && after.output.hasPrefix("running      no\n"), "\(after)")
  }

  @Test func `a taken port and an address for all are told with what to do`() async throws {
    let daemon = try await Daemon(in: workplace)
    let taken = try await run(
      "itemshub serve --store other.sqlite --metrics none --listen 127.0.0.1:\(daemon.port)"
    )
    #expect(taken.code == 69 && taken.errors.contains("\(daemon.port)"), "\(taken)")
    let open = try await run("itemshub serve --store other.sqlite --listen 0.0.0.0:0")
    #expect(open.code == 78 && open.errors.contains("--insecure"), "\(open)")
    let name = try await run("itemshub serve --store other.sqlite --listen here")
    #expect(name.code == 78 && name.errors.contains("127.0.0.1:8731"), "\(name)")
    let limit = try await run("itemshub serve --store other.sqlite --limit speed=9")
    #expect(limit.code == 64 && limit.errors.contains("waits-per-token"), "\(limit)")
    let file = try await run("itemshub serve --store other.sqlite --tls-certificate a.pem")
    #expect(file.code == 78 && file.errors.contains("--tls-key"), "\(file)")
  }

  @Test func `a deleted space tells its devices, who keep their items`() async throws {
    let daemon = try await Daemon(in: workplace)
    try await daemon.join("a.sqlite")
    _ = try await run("itemsctl --store a.sqlite add -q one && itemsctl --store a.sqlite sync")
    let asked = try await run("itemshub space delete main")
    #expect(asked.code == 64 && asked.errors.contains("--yes"), "\(asked)")
    #expect(asked.errors.contains("holds 1 item. "), "\(asked)")
    let deleted = try await run("itemshub space delete main --yes --reason 'The club is over.'")
    #expect(deleted.code == 0, "\(deleted)")
    let sync = try await run("itemsctl --store a.sqlite sync")
    #expect(sync.code != 0 && sync.errors.contains("The club is over."), "\(sync)")
    let list = try await run("itemsctl --store a.sqlite list")
    #expect(list.output.contains("one"))
    // Made anew, it is offered everything again.
    _ = try await run("itemshub space create main")
    let again = try await run("itemsctl --store a.sqlite sync && itemshub space list")
    #expect(again.code == 0 && again.output.contains("main   1 "), "\(again)")
  }

  @Test func `a backup is made and put back while the daemon runs`() async throws {
    let daemon = try await Daemon(in: workplace)
    try await daemon.join("a.sqlite")
    _ = try await run("itemsctl --store a.sqlite add -q one && itemsctl --store a.sqlite sync")
    let backup = try await run("itemshub backup copy.sqlite && itemshub backup copy.sqlite")
    #expect(backup.code == 73 && backup.output == "Backed up to 'copy.sqlite'\n", "\(backup)")
    _ = try await run("itemsctl --store a.sqlite add -q two && itemsctl --store a.sqlite sync")
    let asked = try await run("itemshub restore copy.sqlite")
    #expect(asked.code == 64 && asked.errors.contains("--yes"), "\(asked)")
    let words = asked.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("'main' (2 items)") && words.contains("All tokens are"), "\(asked)")
    let missing = try await run("itemshub restore cpoy.sqlite --yes")
    #expect(missing.code == 66, "\(missing)")
    #expect(missing.errors.hasPrefix("Error: There is no backup at 'cpoy.sqlite'.\n"), "\(missing)")
    let restored = try await run("itemshub restore copy.sqlite --yes --keep-tokens")
    #expect(restored.code == 0 && restored.errors.contains(".before-restore"), "\(restored)")
    // The device has what the hub lost.
    let sync = try await run("itemsctl --store a.sqlite sync --verify && itemshub space list")
    #expect(sync.code == 0 && sync.output.contains("main   2 "), "\(sync)")
    let revoking = try await run("itemshub restore copy.sqlite --yes && itemshub token list")
    #expect(revoking.errors.contains("revoked") && revoking.output.hasPrefix("Restored"))
    var code: Int32 = 0
    while code == 0 { code = try await run("itemsctl --store a.sqlite sync").code }
    #expect(code == 77)
  }

  @Test func `a space moves to another hub, and its devices go on`() async throws {
    let daemon = try await Daemon(in: workplace)
    try await daemon.join("a.sqlite")
    _ = try await run("itemsctl --store a.sqlite add -q one && itemsctl --store a.sqlite sync")
    #expect(await daemon.end() == 0)
    let moved = try await run(
      "itemshub space export main | itemshub --store new.sqlite space import main -"
    )
    #expect(moved.output == "Imported the space main\n", "\(moved)")
    let new = try await Daemon(in: workplace, "--store new.sqlite")
    let token = try await workplace.run("itemshub --store new.sqlite token create main")
    let joined = try await run(
      "echo '\(new.address)/main \(token.output.dropLast())' | itemsctl --store a.sqlite join"
    )
    #expect(joined.code == 0, "\(joined)")
    let sync = try await run("itemsctl --store a.sqlite sync --verify --no-input")
    #expect(sync.output.contains("nothing had changed"), "\(sync)")
  }

  @Test func `TLS: the certificate is checked, and read again after SIGHUP`() async throws {
    _ = try await run(
      """
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=localhost \
      -addext subjectAltName=IP:127.0.0.1 -keyout hub.key -out hub.pem
      """
    )
    let daemon = try await Daemon(
      in: workplace,
      "--tls-certificate hub.pem --tls-key hub.key",
      scheme: "https"
    )
    #expect(daemon.address.hasPrefix("https://"))
    let strict = try await run("curl -s \(daemon.address)/livez")
    #expect(strict.code == 60, "\(strict)")
    let known = try await run("curl -s --cacert hub.pem \(daemon.address)/livez")
    #expect(known.code == 0, "\(known)")
    _ = try await run(
      """
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=again \
      -addext subjectAltName=IP:127.0.0.1 -keyout hub.key -out hub.pem
      """
    )
    daemon.program.send(SIGHUP)
    // Until SIGHUP has been obeyed.
    while try await run("curl -s --cacert hub.pem \(daemon.address)/livez").code != 0 {}
    #expect(await daemon.end() == 0)
  }
}
#endif
