import ArgumentParsing
import CommandKit
import Files
import Storage
import Sync

#if Postgres
import PostgresHub
#endif

/// Looks the store over, and mends it on demand.
enum HubDoctorCommand {
  private static let fix = Flag("fix", help: "Fix what can be fixed, after making a copy.")

  static let command = Command<HubAction>(
    "doctor",
    abstract: "Check the hub's file, and fix it.",
    discussion: """
      A daemon may run during the check, but not during the fix. '--fix' removes rows that cannot \
      be read, so that only the copy has them; the devices of such a space are asked for \
      everything again.
      """,
    options: [fix],
    action: HubAction { invocation in
      #if Postgres
      if case .database(let settings) = try invocation.storeChoice() {
        return try check(settings, invocation)
      }
      #endif
      let path = try invocation.storePath()
      let file = HubFile(path)
      var findings = try file.check()
      if invocation.arguments[fix], !findings.isEmpty {
        if let other = ServeRecord.running(on: path) {
          throw CommandError(
            .busy,
            "A daemon serves the hub (process \(other.process)).",
            help: "Stop it first, so that no device writes during the fix."
          )
        }
        let repair = try file.repair()
        invocation.output.say("A copy of the file before the fix is at '\(repair.copy)'.")
        findings = repair.left
      }
      if let mode = (try? FilePath(path).status())?.permissions, mode & 0o077 != 0 {
        invocation.output.say("Others on this machine may read '\(path)': run 'chmod 600' on it.")
      }
      for finding in findings { try invocation.output.print(finding.message.printable) }
      guard findings.isEmpty else {
        if !invocation.arguments[fix] { invocation.output.say("'itemshub doctor --fix' fixes it.") }
        return .badData
      }
      try invocation.output.print("The hub is as it should be")
      return .success
    }
  )

  #if Postgres
  private static func check(
    _ settings: PostgresSettings,
    _ invocation: Invocation
  ) throws -> ExitCode {
    guard !invocation.arguments[fix] else {
      throw CommandError(
        .usage,
        "'doctor --fix' works only for a hub in a file.",
        help: "Restore the database from its backup; devices then send later changes again."
      )
    }
    let findings = try PostgresAdministrationStore(settings).findings()
    for finding in findings { try invocation.output.print(finding.printable) }
    if findings.isEmpty { try invocation.output.print("The hub is as it should be") }
    return findings.isEmpty ? .success : .badData
  }
  #endif
}
