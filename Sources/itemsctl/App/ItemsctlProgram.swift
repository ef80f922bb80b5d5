import ArgumentParsing
import Storage

/// The program that `Main` parses with.
enum ItemsctlProgram {
  static let program: Program<CommandAction> = Program(
    root: Command<CommandAction>(
      Itemsctl.name,
      phrase: CommandPhrase.meant,
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
          [
            Subcommand("add", aliases: ["new"], AddCommand.command),
            Subcommand("list", aliases: ["ls"], ListCommand.command),
            Subcommand("search", aliases: ["find"], SearchCommand.command),
            Subcommand("show", ShowCommand.command),
            Subcommand("count", CountCommand.command),
          ]
        ),
        SubcommandGroup(
          "CHANGE SUBCOMMANDS",
          [
            Subcommand("edit", aliases: ["modify"], EditCommand.command),
            Subcommand("done", aliases: ["complete"], StatusCommands.done),
            Subcommand("skip", StatusCommands.skip), Subcommand("cancel", StatusCommands.cancel),
            Subcommand("reopen", StatusCommands.reopen), Subcommand("tag", TagCommand.command),
            Subcommand("place", PlaceCommand.command),
            Subcommand("lists", ListsCommand.command),
            Subcommand("delete", aliases: ["rm"], RemovalCommands.delete),
            Subcommand("restore", RemovalCommands.restore),
            Subcommand("purge", RemovalCommands.purge),
          ]
        ),
        SubcommandGroup(
          "HISTORY SUBCOMMANDS",
          [
            Subcommand("undo", UndoCommand.undo), Subcommand("redo", UndoCommand.redo),
            Subcommand("log", LogCommand.command),
          ]
        ),
        SubcommandGroup(
          "VIEW SUBCOMMANDS",
          [
            Subcommand("ui", UICommand.command), Subcommand("stats", StatsCommand.command),
            Subcommand("watch", WatchCommand.command),
            Subcommand("remind", RemindCommand.command),
          ]
        ),
        SubcommandGroup(
          "FILE SUBCOMMANDS",
          [
            Subcommand("import", ImportCommand.command),
            Subcommand("export", ExportCommand.command),
            Subcommand("convert", ConvertCommand.command),
            Subcommand("backup", BackupCommand.command),
            Subcommand("doctor", DoctorCommand.command),
          ]
        ),
        SubcommandGroup(
          "SYNC SUBCOMMANDS",
          [
            Subcommand("sync", SyncCommand.command),
            Subcommand("conflicts", ConflictsCommand.commandAtTop),
            Subcommand("login", LoginCommand.command),
            Subcommand("join", JoinCommand.command),
            Subcommand("logout", LogoutCommand.command),
            Subcommand("service", ServiceCommand.command),
          ]
        ),
        SubcommandGroup(
          "PROGRAM SUBCOMMANDS",
          [
            Subcommand("config", ConfigCommand.command),
            Subcommand("completions", CompletionsCommand.command),
            Subcommand("man", ManCommand.command),
            Subcommand(HookDelivery.command, HooksCommand.command),
            Subcommand("__complete", CompleteCommand.command(of: program)),
          ]
        ),
      ],
      defaultSubcommand: "list"
    ),
    version: "\(Itemsctl.name) \(PackageRelease.version)",
    topics: HelpTopics.all
  )
}
