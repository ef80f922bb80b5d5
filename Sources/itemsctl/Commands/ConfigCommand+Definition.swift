// The words that `config` understands.

import ArgumentParsing
import CommandKit
import Phrases

extension ConfigCommand {
  enum Keys {
    static let key = Argument<SettingKey>(
      "key",
      help: "The setting; 'itemsctl help configuration' explains each.",
      completion: .words(.settings)
    )
    static let value = Argument<String>(
      "value",
      help: "The new value.",
      dashedWords: { "For the value '-\($0)', write '-- -\($0)'" }
    )
    static let project = Flag(
      "project",
      help: "Change the project's file: the nearest '.itemsctl', else a new one in this folder."
    )
  }

  static let command = Command<CommandAction>(
    "config",
    phrase: { (try? SettingKey(argument: $0)) == nil ? nil : "config set \($0) <value>" },
    abstract: "Read and write settings.",
    examples: [
      Example("itemsctl config", "What is set, and where:"),
      Example("itemsctl config set sort -updated", "List the last changed item first:"),
      Example("itemsctl config set store items.json --project", "A store for this folder's work:"),
      Example(
        "itemsctl config set view.work 'list:work due:..friday --sort -priority'",
        "A list with a name:"
      ),
    ],
    subcommands: [
      Command(
        "list",
        abstract: "Print the settings and where they come from.",
        examples: [
          Example("itemsctl config list", "Every setting, also those that are not set:")
        ],
        action: action { try $0.list() }
      ),
      Command(
        "get",
        abstract: "Print the value of a setting.",
        examples: [
          Example("itemsctl config get remote", "The hub, for a script:")
        ],
        arguments: [Keys.key],
        action: action { try $0.get() }
      ),
      Command(
        "set",
        abstract: "Give a setting a value.",
        examples: [
          Example("itemsctl config set date-order day-month", "Read 3/4 as the third of April:")
        ],
        arguments: [Keys.key, Keys.value],
        options: [Keys.project],
        action: action { try $0.set() }
      ),
      Command(
        "unset",
        abstract: "Remove a setting.",
        examples: [
          Example("itemsctl config unset pager", "Use the usual pager again:")
        ],
        arguments: [Keys.key],
        options: [Keys.project],
        action: action { try $0.unset() }
      ),
    ],
    defaultSubcommand: "list"
  )

  private static func action(
    _ run: @escaping @Sendable (ConfigCommand) throws -> ExitCode
  ) -> CommandAction {
    CommandAction(store: nil) { try run(ConfigCommand(context: $0)) }
  }
}
