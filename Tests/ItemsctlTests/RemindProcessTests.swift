import Files
import Foundation
import Testing

@testable import Phrases
@testable import itemsctl

/// `remind` as processes: several at once, and some that are ended at any moment.
@Suite(.enabled(if: BuiltCommand.path != nil)) struct RemindProcessTests: CommandSuite {
  let workplace: Workplace

  init() throws { workplace = try Workplace() }

  private func addItems(_ count: Int) async throws {
    let items = (1...count).map { "{\"title\":\"item \($0)\",\"due\":\"\(due)\"}" }
    _ = try workplace.write("items.ndjson", items.joined(separator: "\n"))
    let result = try await run("$0 import -q items.ndjson")
    #expect(result.code == 0, "\(result)")
  }

  /// A minute ago.
  private var due: String { Date(timeIntervalSinceNow: -60).ISO8601Format() }

  private func told() throws -> [String: Int] {
    guard workplace.exists("told") else { return [:] }
    let lines = String(decoding: try workplace.read("told"), as: UTF8.self).split(separator: "\n")
    return Dictionary(lines.map { (String($0), 1) }, uniquingKeysWith: +)
  }

  @Test(arguments: ["", "--exec 'echo \"$ITEMSCTL_TITLE\"'"])
  func `processes that remind at once tell each item once`(words: String) async throws {
    try await addItems(20)
    let line = "$0 remind --fields title --format tsv \(words)"
    // 75 says that others took longer than a process waits for, as on a busy machine they may.
    let result = try await run(
      """
      tell() { until \(line) >>out$n 2>err$n; do test $? = 75 || { echo failed; cat err$n; break; }; done; }
      for n in 1 2 3 4 5 6 7 8; do tell & done; wait; cat out* >told
      """
    )
    #expect(result.output == "" && result.errors == "", "\(result)")
    let told = try told()
    #expect(told.count == 20 && told.values.allSatisfy { $0 == 1 }, "\(told)")
  }

  @Test func `a process that is ended at any moment tells each item again once at most`()
    async throws
  {
    try await addItems(10)
    let exec = "--exec 'echo \"$ITEMSCTL_TITLE\" >>told'"
    var kills = 0
    while try told().count < 10, kills < 200 {
      let call = try BuiltCommand.start(shell: "exec $0 remind \(exec)", in: workplace)
      // At any moment of its work, before it, or after its end: each is right, however fast the machine is.
      try await Task.sleep(for: .milliseconds(Int.random(in: 1...60)))
      call.send(SIGKILL)
      if try await call.result().code != 0 { kills += 1 }
    }
    #expect(try await run("$0 remind \(exec)").code == 0)
    let told = try told()
    #expect(told.count == 10, "\(told)")
    let again = told.values.map { $0 - 1 }.reduce(0, +)
    #expect(again <= kills, "\(kills) kills: \(told)")
    #expect(try await run("$0 remind \(exec)").output == "")
    #expect(try self.told() == told)
  }

  @Test func `who finds another process at it waits, and says so after a while`() async throws {
    try await addItems(1)
    let first = try await run("$0 remind --exec true")
    #expect(first.code == 0, "\(first)")
    let folder = workplace.file(".local/state/itemsctl/reminders")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".lock") }
    )
    // This process holds the lock for as long as it is needed: a command that did would have its own limits of time.
    let lock = try #require(try LockedFile("\(folder)/\(name)", .create, permissions: 0o600))
    let other = try await run("$0 add -q more --due '5 minutes ago'; $0 remind")
    #expect(other.code == 75 && other.output == "", "\(other)")
    #expect(other.errors.contains("Another process prints the reminders"), "\(other)")
    lock.descriptor.close()
    let next = try await run("$0 remind --fields title --format tsv")
    #expect(next.code == 0 && next.output == "more\n", "\(next)")
  }
}
