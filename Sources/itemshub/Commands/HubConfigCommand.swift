import ArgumentParsing
import CommandKit
import HubServer

/// Shows every setting, and where its value comes from.
enum HubConfigCommand {
  static let command = Command<HubAction>(
    "config",
    abstract: "Show the settings and where each comes from.",
    discussion: """
      A flag comes first, then an environment variable, then the settings file.
      """,
    options: SettingFlags.serving,
    action: HubAction { invocation in
      let settings = try invocation.settings()
      var table = TextTable(["setting", "value", "from"])
      for key in HubSettingKey.allCases {
        var value = settings[key]
        let isSet = !value.texts.isEmpty
        // A connection string may hold a password.
        if key == .store, let text = value.texts.last, StoreName.isDatabase(text) {
          value.texts = [(try? invocation.storeChoice().place) ?? "a connection string"]
        }
        table.add([
          key.rawValue, isSet ? value.texts.joined(separator: " ") : "-",
          isSet ? value.origin.name : "-",
        ])
      }
      try invocation.output.print(table)
      var limits = TextTable(["limit", "value"])
      for (name, value) in try settings.limits().values { limits.add([name, "\(value)"]) }
      try invocation.output.print("")
      try invocation.output.print(limits)
      return .success
    }
  )
}
