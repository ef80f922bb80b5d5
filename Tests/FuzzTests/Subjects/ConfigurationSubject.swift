@testable import CommandKit
@testable import Storage
@testable import itemsctl

/// A file of settings is read, each value being one that can be set, or refused by its line.
struct ConfigurationSubject: FuzzSubject {
  private static let mutation = ByteMutation([
    "\n", "\r\n", "=", " = ", "#", "sort", "store", "pager", "none", "\t", "\u{0}", "é", "~/",
    "x.json",
  ])

  private static let lines = [
    "store = a.sqlite", "store=~/b.json", "list = home", "sort = due,-priority", "format = json",
    "color=always", "pager = less -R", "remote = file:/hub.sqlite", "# a comment", "", "  ",
  ]

  func input(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<random.below(6) { bytes += (random.pick(Self.lines) + "\n").utf8 }
    if random.chance(60) { Self.mutation.apply(to: &bytes, &random) }
    return bytes
  }

  func verdict(on input: [UInt8]) throws -> FuzzVerdict {
    let text = String(decoding: input, as: UTF8.self)
    do throws(CommandError) {
      let file = try ConfigurationFile("config", text: text, isProject: false)
      for entry in file.entries where entry.key.problem(with: entry.value) != nil {
        throw CommandError(.bug, "took '\(entry.value)' for '\(entry.key)'")
      }
      try Self.check(Set(file.entries.map(\.key)).count == file.entries.count)
      return .accepted
    } catch {
      try require(error.code == .configuration, error.message)
      try require(error.message.hasPrefix("In 'config', line "), error.message)
      return .refused
    }
  }

  private static func check(_ condition: Bool) throws(CommandError) {
    if !condition { throw CommandError(.bug, "took a key twice") }
  }
}
