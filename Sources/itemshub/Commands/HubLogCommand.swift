import ArgumentParsing
import CommandKit
import HubServer
import Storage
import Sync

/// Shows what was done to the hub, and whom it refused.
enum HubLogCommand {
  private static let limit = Option<Int>(
    "limit",
    short: "n",
    help: "How many entries.",
    default: 50
  )
  private static let json = Flag("json", help: "Print JSON.")

  static let command = Command<HubAction>(
    "log",
    abstract: "Show what was done to the hub, and which callers it refused, latest first.",
    discussion: "The last 10,000 entries are kept, for 90 days.",
    options: [limit, json],
    action: HubAction { invocation in
      let hub = try invocation.administration(missing: .refused)
      let entries = try hub.log(limit: max(1, invocation.arguments[limit]))
      if invocation.arguments[json] {
        for entry in entries { try invocation.output.print(json: entry.json) }
        return .success
      }
      let labels = try Dictionary(hub.tokens().map { ($0.id, $0.label) }) { first, _ in first }
      var table = TextTable(["time", "action", "space", "token", "label", "detail"])
      for entry in entries {
        table.add([
          Times.text(entry.time), entry.action, entry.space ?? "-", entry.token ?? "-",
          entry.token.flatMap { labels[$0] } ?? "", entry.detail,
        ])
      }
      try invocation.output.print(table)
      return .success
    }
  )
}

extension AuditEntry {
  fileprivate var json: JSONValue {
    .object([
      "time": .integer(time), "action": .string(action),
      "space": space.map { .string($0) } ?? .null, "token": token.map { .string($0) } ?? .null,
      "detail": .string(detail),
    ])
  }
}
