import ArgumentParsing
import CommandKit
import Files
import HubServer
import Sync

/// Copies the hub to a file, and takes such a copy in its place.
enum BackupCommands {
  private static let file = Argument<String>("file", help: "The backup.", completion: .files)
  private static let yes = Flag("yes", help: "Replace what the hub contains.")
  private static let keepTokens = Flag(
    "keep-tokens",
    help: "Keep the backup's tokens valid, even those that were revoked after it."
  )

  static let backup = Command<HubAction>(
    "backup",
    abstract: "Copy the hub to a new file, while devices write.",
    examples: [Example("itemshub backup /media/disk/hub.sqlite", "To another disk:")],
    arguments: [file],
    action: HubAction { invocation in
      let path = invocation.arguments[file]
      try invocation.administration(missing: .refused).backup(to: path)
      try invocation.output.print("Backed up to '\(path)'")
      return .success
    }
  )

  static let restore = Command<HubAction>(
    "restore",
    abstract: "Replace the hub with a backup; the daemon may run meanwhile.",
    discussion: """
      A copy of the hub before the restore stays beside it. Devices notice that the hub has lost \
      history, and offer it everything that they have, so nothing of theirs is lost. All tokens \
      are revoked, because tokens that were revoked after the backup would be valid again.
      """,
    arguments: [file],
    options: [yes, keepTokens],
    action: HubAction { invocation in
      let arguments = invocation.arguments
      let hub = try invocation.administration(missing: .made)
      try checkIsThere(arguments[file])
      let spaces = try hub.spaces()
      guard arguments[yes] || spaces.isEmpty else {
        throw arguments.failure(whatGoes(spaces, keepsTokens: arguments[keepTokens]))
      }
      let done = try hub.restore(from: arguments[file], keepsTokens: arguments[keepTokens])
      try invocation.output.print("Restored '\(arguments[file])'")
      invocation.output.say("A copy of the hub before the restore is at '\(done.copy)'.")
      if done.revoked > 0 {
        invocation.output.say(
          done.revoked == 1
            ? "Its token was revoked; 'itemshub token create' makes a new one."
            : "Its \(done.revoked) tokens were revoked; 'itemshub token create' makes new ones."
        )
      }
      return .success
    }
  )

  private static func checkIsThere(_ path: String) throws(CommandError) {
    guard !FilePath(path).exists else { return }
    throw CommandError(
      .noInput,
      "There is no backup at '\(path)'.",
      help: "Give the path of a file that 'itemshub backup' made."
    )
  }

  /// What a restored backup takes the place of, and what becomes of the tokens.
  private static func whatGoes(_ spaces: [SpaceSummary], keepsTokens: Bool) -> String {
    let names = spaces.prefix(3).map { "'\($0.name)' (\(counted(Int($0.usage.items))))" }
    let rest = spaces.count > 3 ? " and \(spaces.count - 3) more" : ""
    let tokens =
      keepsTokens
      ? "The backup's tokens become valid again, even those that were revoked since"
      : "All tokens are revoked, so each device needs a new one; '--keep-tokens' keeps the backup's tokens"
    return "This replaces the contents of the hub with the backup: "
      + "\(names.joined(separator: ", "))\(rest). A copy of it stays beside it. "
      + "\(tokens). Give '--yes' to go on."
  }
}
