import ArgumentParsing
import CommandKit
import Files
import HubServer
import Storage
import Sync

#if Postgres
import PostgresHub
#endif

/// Shows whether a daemon serves the store, and what the store holds.
enum StatusCommand {
  private static let json = Flag("json", help: "Print JSON.")

  static let command = Command<HubAction>(
    "status",
    abstract: "Show whether the hub runs, and what it contains.",
    discussion: "Exits with 69 if no daemon serves the store.",
    options: [json],
    action: HubAction { invocation in
      #if Postgres
      if case .database(let settings) = try invocation.storeChoice() {
        return try show(settings, invocation)
      }
      #endif
      let path = try invocation.storePath()
      let running = ServeRecord.running(on: path)
      let hub = try invocation.administration(missing: .refused)
      let spaces = try hub.spaces()
      let items = spaces.reduce(0) { $0 + $1.usage.items }
      let size = FilePath(path).withCompanions.compactMap(\.size).reduce(0, +)
      let commit = try hub.lastCommit()
      if invocation.arguments[json] {
        try invocation.output.print(
          json: .object([
            "store": .string(path), "bytes": .integer(size),
            "pid": running.map { .integer(Int64($0.process)) } ?? .null,
            "listen": .array((running?.addresses ?? []).map { .string($0) }),
            "since": running.map { .integer($0.since) } ?? .null,
            "lastCommit": commit.map { .integer($0) } ?? .null,
            "spaces": .integer(Int64(spaces.count)), "items": .integer(items),
          ])
        )
      } else {
        let process = running.map { "process \($0.process), since \(Times.text($0.since))" }
        for (name, value) in [
          ("running", process ?? "no"),
          ("listens on", running?.addresses.joined(separator: " ") ?? "-"),
          ("store", path), ("size", "\(size) bytes"), ("last commit", Times.text(commit)),
          ("spaces", "\(spaces.count)"), ("items", "\(items)"),
        ] {
          let blanks = String(repeating: " ", count: 13 - name.count)
          try invocation.output.print(name + blanks + value.printable)
        }
      }
      return running == nil ? .unavailable : .success
    }
  )

  #if Postgres
  private static func show(
    _ settings: PostgresSettings,
    _ invocation: Invocation
  ) throws -> ExitCode {
    let status = try PostgresAdministrationStore(settings).status()
    let hub = try invocation.administration(missing: .refused)
    let spaces = try hub.spaces()
    let items = spaces.reduce(0) { $0 + $1.usage.items }
    let commit = try hub.lastCommit()
    if invocation.arguments[json] {
      try invocation.output.print(
        json: .object([
          "store": .string(status.place), "bytes": .integer(status.bytes),
          "daemons": .array(status.daemons.map { .string($0) }),
          "lastCommit": commit.map { .integer($0) } ?? .null,
          "spaces": .integer(Int64(spaces.count)), "items": .integer(items),
        ])
      )
    } else {
      for (name, value) in [
        (
          "running",
          status.daemons.isEmpty ? "no" : "on \(status.daemons.joined(separator: " and "))"
        ),
        ("store", "PostgreSQL at \(status.place)"), ("size", "\(status.bytes) bytes"),
        ("last commit", Times.text(commit)), ("spaces", "\(spaces.count)"), ("items", "\(items)"),
      ] {
        let blanks = String(repeating: " ", count: 13 - name.count)
        try invocation.output.print(name + blanks + value.printable)
      }
    }
    return status.daemons.isEmpty ? .unavailable : .success
  }
  #endif
}
