// What the hub does in a second, and what that costs; asserts nothing. Scripts/bench-hub builds and runs it.
//
//   HubFigures rules [FOLDER]                       the rules alone, in this process
//   HubFigures latest STORE                         its latest commit, as a request that waits names it
//   HubFigures load PORT PROCESS STORE TOKEN [NAME…]  a running daemon, over sockets

import Sync

@main
struct HubFigures {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    switch words.first {
    case "rules": try RuleFigures(folder: words.dropFirst().first ?? "/tmp").run()
    case "latest" where words.count == 2:
      let latest = try FigureRequests.latest(in: words[1])
      print("after=\(latest.head)&tok=\(latest.queryText)")
    #if Hub
    case "load" where words.count >= 5:
      try LoadFigures(
        port: UInt16(words[1]) ?? 0,
        process: words[2],
        store: words[3],
        token: words[4]
      ).run(Array(words.dropFirst(5)))
    #endif
    default:
      print(
        "usage: HubFigures rules [FOLDER] | latest STORE | load PORT PROCESS STORE TOKEN [NAME…]"
      )
    }
  }
}
