// The whole command line.

import ArgumentParsing

/// The program that `Main` parses with.
enum ItemsctlProgram {
  static let name = "itemsctl"
  static let version = "0.1.0"
  /// The day of the version, for the manual page.
  static let date = "November 21, 2026"

  static let program: Program<CommandAction> = Program(
    root: Command<CommandAction>(
      name,
      abstract: "Keep items, offline first.",
      examples: [
        Example("itemsctl add \"Buy milk\" +shop due:tomorrow", "Add an item:"),
        Example("itemsctl list +shop", "See what is open:"),
        Example("itemsctl done 12", "Finish it:"),
      ],
      groups: [GlobalOptions.group],
      subcommandGroups: [
        SubcommandGroup(
          "ITEM SUBCOMMANDS",
          [AddCommand.command, ListCommand.command, SearchCommand.command, ShowCommand.command]
        ),
        SubcommandGroup(
          "CHANGE SUBCOMMANDS",
          [
            EditCommand.command, StatusCommands.done, StatusCommands.cancel, StatusCommands.reopen,
            TagCommand.command, RemovalCommands.delete, RemovalCommands.restore,
            RemovalCommands.purge,
          ]
        ),
        SubcommandGroup(
          "HISTORY SUBCOMMANDS",
          [UndoCommand.undo, UndoCommand.redo, LogCommand.command]
        ),
        SubcommandGroup("VIEW SUBCOMMANDS", [StatsCommand.command, WatchCommand.command]),
        SubcommandGroup(
          "FILE SUBCOMMANDS",
          [
            ImportCommand.command, ExportCommand.command, ConvertCommand.command,
            BackupCommand.command, DoctorCommand.command,
          ]
        ),
        SubcommandGroup("SYNC SUBCOMMANDS", [SyncCommand.command, ConflictsCommand.command]),
        SubcommandGroup(
          "PROGRAM SUBCOMMANDS",
          [
            ConfigCommand.command, CompletionsCommand.command, ManCommand.command,
            CompleteCommand.command,
          ]
        ),
      ],
      defaultSubcommand: "list"
    ),
    version: "\(name) \(version)",
    topics: HelpTopics.all
  )
}
