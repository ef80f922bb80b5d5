// `sync --watch` with a hub behind HTTP, as a process.

import Foundation
import LoopbackHTTP
import Sync
import Testing

@Suite(.enabled(if: BuiltCommand.path != nil)) struct SyncWatchTests: CommandSuite {
  private static let token = LoginTests.token
  private static let other = LoginTests.other

  let workplace: Workplace
  private let hub: LoopbackHub
  private var url: String { "\(hub.origin)/main" }

  init() throws {
    workplace = try Workplace()
    hub = try LoopbackHub(tokens: [Self.token: "main", Self.other: "main"])
  }

  /// Two stores that know the hub, each with a token of its own.
  private func logIn() async throws {
    let result = try await run(
      """
      $0 --store a.sqlite add -q one
      echo \(Self.token) | $0 --store a.sqlite login -q \(url) && \
      echo \(Self.other) | XDG_CONFIG_HOME=$PWD/b $0 --store b.sqlite login -q \(url)
      """
    )
    #expect(result.code == 0, "\(result)")
  }

  /// Watches the first store; its events go to a file.
  private func watch(_ words: String = "--json", variables: [String: String] = [:]) throws
    -> BuiltCommand.Call
  {
    try BuiltCommand.start(
      shell: "exec $0 --store a.sqlite sync --watch \(words) >events 2>messages",
      in: workplace,
      variables: variables
    )
  }

  private func messages() throws -> String {
    String(decoding: try workplace.read("messages"), as: UTF8.self)
  }

  /// Adds an item on the other device, and syncs it.
  private func addElsewhere(_ title: String) async throws {
    let result = try await run(
      "$0 --store b.sqlite add -q \(title) && XDG_CONFIG_HOME=$PWD/b $0 --store b.sqlite sync -q"
    )
    #expect(result.code == 0, "\(result)")
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `another device's edit arrives, one made here leaves, and a signal ends it with 0`(
    signal: Int32
  ) async throws {
    try await logIn()
    let call = try watch()
    try await workplace.wait(in: "events", for: "\"pushed\":1,\"pulled\":0")
    try await addElsewhere("two")
    try await workplace.wait(in: "events", for: "\"pushed\":0,\"pulled\":1")
    _ = try await run("$0 --store a.sqlite add -q three")
    try await workplace.wait(in: "events", for: "\"requests\":2")
    try await addElsewhere("four")
    #expect(try await run("$0 --store b.sqlite list | wc -l").output == "4\n")
    call.send(signal)
    let result = try await call.result()
    #expect(result.code == 0, "\(result)")
    let lines = String(decoding: try workplace.read("events"), as: UTF8.self)
    #expect(lines.hasSuffix("{\"schema\":1,\"event\":\"stopped\"}\n"))
    #expect(lines.split(separator: "\n").allSatisfy { $0.hasPrefix("{\"schema\":1,\"event\":") })
    #expect(!workplace.exists("a.sqlite-sync") && !lines.contains("ith_0"))
  }

  @Test func `a hub that goes and comes back is told once each, and nothing is lost`() async throws
  {
    try await logIn()
    let call = try watch("")
    try await workplace.wait(in: "events", for: "1 pushed, 0 pulled")
    hub.stop()
    try await workplace.wait(in: "messages", for: "Trying again until it works")
    _ = try await run("$0 --store a.sqlite add -q two")
    try hub.restart()
    try await workplace.wait(in: "messages", for: "Synced again with \(url): ")
    try await addElsewhere("three")
    try await workplace.wait(in: "events", for: "0 pushed, 1 pulled")
    try await workplace.wait(in: "events", for: "What came: added 3 \"three\"\n")
    #expect(try await run("$0 --store b.sqlite list | wc -l").output == "3\n")
    call.send(SIGTERM)
    #expect(try await call.result().code == 0)
    let told = try messages()
    #expect(told.split(separator: "Trying again").count == 2, "\(told)")
    #expect(told.split(separator: "Synced again").count == 2, "\(told)")
  }

  @Test func `a hub that is away at the start is waited for`() async throws {
    try await logIn()
    hub.stop()
    let call = try watch("")
    try await workplace.wait(in: "messages", for: "Trying again until it works")
    try hub.restart()
    try await workplace.wait(in: "messages", for: "Synced again with \(url): 1 pushed")
    call.send(SIGTERM)
    #expect(try await call.result().code == 0)
  }

  @Test func `a token that is revoked ends it with 77, while it waits`() async throws {
    try await logIn()
    let call = try watch()
    try await workplace.wait(in: "events", for: "\"pushed\":1")
    hub.revoke(Self.token)
    let result = try await call.result()
    #expect(result.code == 77, "\(result)")
    #expect(try messages().contains("'itemsctl login' takes another one."))
    let status = try await run(
      "$0 --store a.sqlite sync status; $0 --store a.sqlite sync status --json"
    )
    #expect(status.output.contains("\nrefused    since "), "\(status)")
    #expect(status.output.contains("\"refused\":\"unauthorized\",\"refusedSince\":\""), "\(status)")
    #expect(try !messages().contains("ith_0"))
  }

  @Test(arguments: [(401, 77), (403, 77), (426, 76), (404, 76)] as [(Int, Int32)])
  func `what no other try would change ends it`(status: Int, code: Int32) async throws {
    try await logIn()
    let call = try watch()
    try await workplace.wait(in: "events", for: "\"pushed\":1")
    hub.answer(everythingWith: NetworkResponse(status: status))
    // What waits is answered at the next look.
    _ = try await run("$0 --store a.sqlite add -q more")
    #expect(try await call.result().code == code)
  }

  @Test func `a hub that asks to wait is left alone`() async throws {
    try await logIn()
    let call = try watch()
    try await workplace.wait(in: "events", for: "\"pushed\":1")
    let busy = NetworkRequest.Pair("Retry-After", "3600")
    hub.answer(everythingWith: NetworkResponse(status: 503, headers: [busy]))
    _ = try await run("$0 --store a.sqlite add -q more")
    try await workplace.wait(in: "events", for: "\"code\":\"busy\"")
    let events = String(decoding: try workplace.read("events"), as: UTF8.self)
    let pause = try #require(events.split(separator: "\"pause\":").last?.prefix { $0.isNumber })
    #expect((3_600...3_960).contains(try #require(Int(pause))), "\(events)")
    // Even then it ends at once.
    call.send(SIGTERM)
    #expect(try await call.result().code == 0)
  }

  @Test func `a hub file is watched alike`() async throws {
    _ = try await run("$0 --store a.sqlite add -q one")
    let call = try watch("--remote file:hub.sqlite")
    try await workplace.wait(in: "events", for: "1 pushed")
    let other =
      "$0 --store b.sqlite add -q two; $0 --store b.sqlite sync -q --remote file:hub.sqlite"
    #expect(try await run(other).code == 0)
    try await workplace.wait(in: "events", for: "0 pushed, 1 pulled")
    call.send(SIGTERM)
    #expect(try await call.result().code == 0)
  }
}
