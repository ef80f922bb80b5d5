import ArgumentParsing
import CommandKit
import HubServer

/// The topics of `itemshub help`.
enum HubHelpTopics {
  static let all = [settings, limits, exitCodes]

  private static let settings = HelpTopic(
    "settings",
    abstract: "Settings and the file that holds them",
    text: """
      A flag on the command line comes first, then an environment variable, then the settings \
      file, then the default. 'itemshub config' shows each setting with its origin.

      \(settingList)

      The settings file is the first of these: the one that '--config' names, the one in \
      ITEMSHUB_CONFIG, \(HubSettings.systemFile), and itemshub/config below XDG_CONFIG_HOME, which is \
      ~/.config unless set. It holds lines such as 'listen = 127.0.0.1:8731', empty lines, and \
      comments after '#'. listen, peer-network, trusted-proxy and limit may occur several times; \
      in a variable, separate the values by blanks.

      The store is hub.sqlite in STATE_DIRECTORY, which systemd sets, else in itemshub below \
      XDG_DATA_HOME, which is ~/.local/share unless set.
      """
  )

  private static let limits = HelpTopic(
    "limits",
    abstract: "What the hub allows its callers, and how to change it",
    text: """
      '--limit waits-per-token=32' changes one, and may be given several times. The answer to a \
      caller beyond a limit says when to try again. When a space is full, its devices get an \
      answer that says so; the hub always accepts deletions.

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
    HubSettingKey.allCases.map { ("\($0.rawValue)", "\($0.help)") }
  )

  private static let limitList = list(ServerLimits().values.map { ($0.name, "\($0.value)") })

  private static func list(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, text in
      "  " + name + String(repeating: " ", count: width - name.count + 2) + text
    }.joined(separator: "\n")
  }
}
