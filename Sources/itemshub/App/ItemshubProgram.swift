import ArgumentParsing
import Storage

/// The program that `Main` parses with.
enum ItemshubProgram {
  static let program: Program<HubAction> = Program(
    root: Command<HubAction>(
      Itemshub.name,
      abstract: "Run a hub, where devices sync their items.",
      examples: [
        Example("itemshub serve", "Run the hub:"),
        Example("itemshub token create main --label \"my laptop\"", "Give a device access:"),
      ],
      groups: [SettingFlags.group],
      subcommandGroups: [
        SubcommandGroup(
          "HUB SUBCOMMANDS",
          [
            Subcommand("serve", ServeCommand.command), Subcommand("status", StatusCommand.command),
            Subcommand("config", HubConfigCommand.command),
          ]
        ),
        SubcommandGroup(
          "SPACE SUBCOMMANDS",
          [
            Subcommand("token", TokenCommands.command), Subcommand("space", SpaceCommands.command),
            Subcommand("log", HubLogCommand.command),
          ]
        ),
        SubcommandGroup(
          "FILE SUBCOMMANDS",
          [
            Subcommand("backup", BackupCommands.backup),
            Subcommand("restore", BackupCommands.restore),
            Subcommand("doctor", HubDoctorCommand.command),
          ]
        ),
        SubcommandGroup(
          "PROGRAM SUBCOMMANDS",
          [
            Subcommand("man", HubManCommand.command),
            Subcommand("completions", CompletionCommands.completions),
            Subcommand("__complete", CompletionCommands.complete),
          ]
        ),
      ]
    ),
    version: "\(Itemshub.name) \(PackageRelease.version)",
    topics: HubHelpTopics.all
  )
}
