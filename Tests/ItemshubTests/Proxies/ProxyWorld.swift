#if Hub
import Foundation
import RunningPrograms
import Testing

/// A daemon, a proxy in front of it with the guide's configuration, and devices that know the proxy's address alone.
final class ProxyWorld: Sendable {
  let workplace: HubWorkplace
  let daemon: Daemon
  let proxy: RunningProxy
  private let isEncrypted: Bool

  /// Starts both; the daemon has the guide's settings, so that it believes the proxy.
  init(_ kind: ProxyKind, isEncrypted: Bool = false, _ words: String = "") async throws {
    workplace = try HubWorkplace()
    self.isEncrypted = isEncrypted
    if isEncrypted { _ = try await PrivateRoot(in: workplace) }
    try workplace.write("settings", try GuidePage().block("settings"))
    // One wait a token, so that a test can tell whether the hub keeps one.
    daemon = try await Daemon(
      in: workplace,
      "--config settings --limit waits-per-token=1 \(words)"
    )
    proxy = try await RunningProxy(kind, to: daemon, isEncrypted: isEncrypted)
  }

  /// Runs a shell's command line, with the root of the proxy's certificate trusted.
  func run(_ line: String) async throws -> HubWorkplace.Result {
    try await workplace.run(isEncrypted ? PrivateRoot.trusting(line) : line)
  }

  /// Starts a program, in the same way.
  func start(_ line: String, as name: String) throws -> RunningProgram {
    try workplace.start(
      isEncrypted ? PrivateRoot.trusting("exec \(line)") : "exec \(line)",
      as: name
    )
  }

  /// Calls of curl through the proxy, with a token of its own.
  func curl() async throws -> Curl {
    var curl = try Curl(workplace, proxy.address, "main", token: try await daemon.token("main"))
    if isEncrypted { curl.options = "--cacert root.pem" }
    return curl
  }

  /// Lets a device in, by the proxy's address.
  func join(_ store: String) async throws {
    let token = try await daemon.token("main")
    let joined = try await run(
      "echo '\(proxy.address)/main \(token)' | itemsctl --store \(store) join"
    )
    try #require(joined.code == 0, "\(joined)")
  }

  /// Adds an item to a store, and syncs it.
  func add(_ title: String, to store: String) async throws {
    let added = try await run(
      "itemsctl --store \(store) add -q '\(title)' && itemsctl --store \(store) sync"
    )
    #expect(added.code == 0 && added.output.contains("1 pushed"), "\(added)")
  }

  /// Waits until a store has an item.
  func wait(for title: String, in store: String) async throws {
    while try await !workplace.run("itemsctl --store \(store) list").output.contains(title) {
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Ends the daemon in order, and checks that it could.
  func end() async { #expect(await daemon.end() == 0) }
}
#endif
