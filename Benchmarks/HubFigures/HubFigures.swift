// What the hub does in a second, and what that costs; asserts nothing. Scripts/bench-hub builds and runs it.
//
//   HubFigures rules [FOLDER]                       the rules alone, in this process
//   HubFigures latest PORT TOKEN                    the latest commit, as a request that waits names it
//   HubFigures load PORT PROCESS STORE TOKEN [NAME…]  a running daemon, over sockets
//   HubFigures crowd DEVICES SECONDS EDITS LOSSES PORT…  many devices at several daemons; so many edits and lost
//                                                   connections a second
//
// HUB_SPACES is a file with a space and its token on each line; for `load`, HUB_OTHER_PORT is another daemon's port; for
// `crowd`, HUB_CROWD_SEED is a seed that it has printed.

import Sync

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@main
struct HubFigures {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    switch words.first {
    case "rules": try RuleFigures(folder: words.dropFirst().first ?? "/tmp").run()
    #if Hub
    case "latest" where words.count == 3:
      let latest = try figures(port: words[1], token: words[2]).latest()
      print("after=\(latest.head)&tok=\(latest.queryText)")
    case "load" where words.count >= 5:
      var figures = figures(port: words[1], process: words[2], store: words[3], token: words[4])
      figures.otherPort = variables["HUB_OTHER_PORT"].flatMap { UInt16($0) }
      figures.spaces = try spaces()
      try figures.run(Array(words.dropFirst(5)))
    case "crowd" where words.count >= 6:
      let numbers = words[1...4].compactMap { Double($0) }
      guard numbers.count == 4 else { return print(usage) }
      let crowd = try CrowdFigures(
        ports: words[5...].compactMap { UInt16($0) },
        spaces: spaces(),
        seed: variables["HUB_CROWD_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...999_999)
      )
      try crowd.run(
        Int(numbers[0]),
        for: .seconds(numbers[1]),
        edits: numbers[2],
        losses: numbers[3]
      )
    #endif
    default: print(usage)
    }
  }

  private static let usage =
    "usage: HubFigures rules [FOLDER] | latest PORT TOKEN | load PORT PROCESS STORE TOKEN [NAME…]"
    + " | crowd DEVICES SECONDS EDITS LOSSES PORT…"

  #if Hub
  private static let variables = ProcessInfo.processInfo.environment

  private static func spaces() throws -> [(name: String, token: String)] {
    guard let path = variables["HUB_SPACES"] else { return [] }
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: " ").map(String.init) }.map { (name: $0[0], token: $0[1]) }
  }

  private static func figures(
    port: String,
    process: String = "",
    store: String = "",
    token: String
  ) -> LoadFigures {
    LoadFigures(port: UInt16(port) ?? 0, process: process, store: store, token: token)
  }
  #endif
}
