import ArgumentParsing
import HubServer

/// The topics of `itemshub help`.
enum HelpTopics {
  static let all = [settings, limits, exitCodes]

  private static let settings = HelpTopic(
    "settings",
    abstract: "Settings and the file that holds them",
    text: """
      A flag of the command line comes first, then a variable of the environment, then the file of \
      settings, then the default. 'itemshub config' shows each with its origin.

      \(settingList)

      The file is the one of '--config', else of ITEMSHUB_CONFIG, else \(Settings.systemFile), else \
      itemshub/config below XDG_CONFIG_HOME, which is ~/.config unless set. It holds lines such as \
      'listen = 127.0.0.1:8731', empty lines, and comments behind '#'. listen, peer-network, trusted-proxy and limit \
      may stand there several times; in a variable, blanks are between the values.

      The store is hub.sqlite in STATE_DIRECTORY, as systemd sets it, else in itemshub below \
      XDG_DATA_HOME, which is ~/.local/share unless set.
      """
  )

  private static let limits = HelpTopic(
    "limits",
    abstract: "What callers may have, and how to change it",
    text: """
      '--limit waits-per-token=32' changes one, and may be given several times. Who goes beyond a \
      limit is told when to come back; what a space may hold is told to its devices as such, and \
      deletions are always taken.

      \(limitList)
      """
  )

  private static let exitCodes = HelpTopic(
    "exit-codes",
    abstract: "What the exit codes mean",
    text: ExitCode.meanings.map { code, meaning in
      let number = "\(code.rawValue)"
      return String(repeating: " ", count: 5 - number.count) + "\(number)  \(meaning)"
    }.joined(separator: "\n")
  )

  private static let settingList = list(
    SettingKey.allCases.map { ("\($0.rawValue)", "\($0.help)") }
  )

  private static let limitList = list(ServerLimits().values.map { ($0.name, "\($0.value)") })

  private static func list(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, text in
      "  " + name + String(repeating: " ", count: width - name.count + 2) + text
    }.joined(separator: "\n")
  }
}
