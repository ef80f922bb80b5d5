import ArgumentParsing

/// The program that `Main` parses with.
enum ItemshubProgram {
  static let program: Program<CommandAction> = Program(
    root: Command<CommandAction>(
      Release.program,
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
            Subcommand("config", ConfigCommand.command),
          ]
        ),
        SubcommandGroup(
          "SPACE SUBCOMMANDS",
          [
            Subcommand("token", TokenCommands.command), Subcommand("space", SpaceCommands.command),
            Subcommand("log", LogCommand.command),
          ]
        ),
        SubcommandGroup(
          "FILE SUBCOMMANDS",
          [
            Subcommand("backup", BackupCommands.backup),
            Subcommand("restore", BackupCommands.restore),
            Subcommand("doctor", DoctorCommand.command),
          ]
        ),
        SubcommandGroup(
          "PROGRAM SUBCOMMANDS",
          [
            Subcommand("man", ManCommand.command),
            Subcommand("completions", CompletionCommands.completions),
            Subcommand("__complete", CompletionCommands.complete),
          ]
        ),
      ]
    ),
    version: "\(Release.program) \(Release.version)",
    topics: HelpTopics.all
  )
}
