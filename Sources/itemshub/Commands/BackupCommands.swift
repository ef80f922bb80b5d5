import ArgumentParsing
import HubServer
import Sync

/// Copies the hub to a file, and takes such a copy in its place.
enum BackupCommands {
  private static let file = Argument<String>("file", help: "The backup.", completion: .files)
  private static let yes = Flag("yes", help: "Put the backup in the place of what is there.")
  private static let keepTokens = Flag(
    "keep-tokens",
    help: "Leave the backup's tokens good, those that were revoked after it, too."
  )

  static let backup = Command<CommandAction>(
    "backup",
    abstract: "Copy the hub to a new file, while devices write.",
    examples: [Example("itemshub backup /media/disk/hub.sqlite", "To another disk:")],
    arguments: [file],
    action: CommandAction { invocation in
      let path = invocation.arguments[file]
      try invocation.administration(missing: .refused).backup(to: path)
      try invocation.output.print("Backed up to '\(path)'")
      return .success
    }
  )

  static let restore = Command<CommandAction>(
    "restore",
    abstract: "Put a backup in the hub's place, while it runs or not.",
    discussion: """
      What the hub held is kept beside it. Devices notice that the hub has lost history, and offer it \
      everything that they have, so that nothing of theirs is lost. All tokens are revoked, as some \
      that were revoked after the backup would be good again.
      """,
    arguments: [file],
    options: [yes, keepTokens],
    action: CommandAction { invocation in
      let arguments = invocation.arguments
      let hub = try invocation.administration(missing: .made)
      guard try arguments[yes] || hub.spaces().isEmpty else {
        throw arguments.failure(
          "The hub holds spaces. Give '--yes' to put the backup in their place."
        )
      }
      let done = try hub.restore(from: arguments[file], keepsTokens: arguments[keepTokens])
      try invocation.output.print("Restored '\(arguments[file])'")
      invocation.output.say("What the hub held before is in '\(done.copy)'.")
      if done.revoked > 0 {
        invocation.output.say(
          "\(done.revoked) tokens were revoked; 'itemshub token create' makes new ones."
        )
      }
      return .success
    }
  )
}
