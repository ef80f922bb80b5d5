#if Postgres
import Foundation
import LoopbackHTTP
import RunningPrograms
import Storage
import Sync
import Testing

/// Devices that push all the time, each by a way of its own to whichever daemon it leads to.
final class DeviceCrew {
  /// A device, the way by which it reaches its daemon, and what it was told.
  struct Member {
    let name: String
    let way: LoopbackProxy
    var device: DeviceProcess?
    var book: DeviceBook
  }

  private let workplace: HubWorkplace
  var members: [Member]
  private(set) var problems: [String] = []

  init(in workplace: HubWorkplace) throws {
    self.workplace = workplace
    members = try ["a", "b", "c"].map { name in
      Member(name: name, way: try LoopbackProxy(), book: DeviceBook(name))
    }
  }

  private func path(_ name: String) -> String { "\(workplace.path)/\(name)" }

  func found(_ problem: String) { problems.append(problem) }

  /// Gives each a token of the store, and lets them begin; the last one follows, and the others sync again and again.
  func begin(_ store: String, _ generator: inout SeededGenerator) async throws {
    for index in members.indices {
      let name = members[index].name
      let token = try await workplace.run("itemshub --store '\(store)' token create main")
      try #require(token.code == 0, "\(token)")
      try workplace.write("\(name).token", token.output.replacing("\n", with: ""))
      _ = try await workplace.run("chmod 600 \(name).token")
      let log = path("\(name).log")
      members[index].book.open(log)
      members[index].device = try DeviceProcess([
        path("\(name).sqlite"), "http://127.0.0.1:\(members[index].way.port)/main",
        path("\(name).token"), log, "name=\(name)", "seed=\(generator.below(.max))",
        "follows=\(index == members.count - 1 ? "yes" : "no")",
      ])
    }
    try await order("prepare", members[0])
    for member in members { try await order("settle", member, expecting: "settled") }
    for member in members { try await order("work", member, expecting: "working") }
  }

  private func order(
    _ order: String,
    _ member: Member,
    expecting answer: String = "done"
  ) async throws {
    let found = await member.device?.obey(order)
    if found != answer { self.found("device \(member.name), '\(order)': \(found ?? "it ended")") }
  }

  /// Lets everybody come to rest, and ends them; each compares itself with the hub.
  func rest() async throws {
    for _ in 1...3 {
      for member in members { try await order("settle", member, expecting: "settled") }
    }
    for member in members {
      try await order("verify", member, expecting: "verified 0 0 0")
      try await order("end", member)
    }
    try read()
  }

  /// Holds what the devices have in the end against each other, and against what they were told.
  func compare() async throws {
    let stores = members.map { (book: $0.book, path: path("\($0.name).sqlite")) }
    for problem in try await HubBooks.problems(of: stores) { found(problem) }
  }

  func kill() async { for member in members { await member.device?.kill() } }

  /// Reads what the devices have been told since.
  func read() throws { for index in members.indices { try members[index].book.read() } }

  /// Waits for a push that was acknowledged with a number above `head`; false if all devices end before.
  func newPush(above head: Int64) async throws -> Bool {
    var seen = members.map(\.book.pushes.count)
    while members.contains(where: { $0.device?.isRunning == true }) {
      try read()
      for (index, member) in members.enumerated() {
        let pushes = member.book.pushes
        if pushes[seen[index]...].contains(where: { $0.token.head > head }) { return true }
        seen[index] = pushes.count
      }
      try await Task.sleep(for: .milliseconds(2))
    }
    return false
  }
}
#endif
