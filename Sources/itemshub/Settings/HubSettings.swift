import ArgumentParsing
import CommandKit
import Files

/// What each setting is, and where it comes from: a flag, else a variable, else the file, else the default.
struct HubSettings: Sendable {
  /// The values of a setting with their origin.
  struct Value: Equatable, Sendable {
    var texts: [String]
    var origin: HubSettingOrigin
  }

  /// The file that was read; nil if there is none.
  let file: String?
  private let values: [HubSettingKey: Value]

  init(_ arguments: ParsedArguments, _ variables: [String: String]) throws(CommandError) {
    let defaults = HubSettings.defaults(variables)
    let path = try HubSettings.file(arguments, variables)
    file = path
    var entries: [SettingsFile.Entry] = []
    if let path { entries = try SettingsFile(path).entries }
    var values: [HubSettingKey: Value] = [:]
    for key in HubSettingKey.allCases {
      let lines = entries.filter { $0.key == key }
      if let texts = SettingFlags.texts(of: key, in: arguments) {
        values[key] = Value(texts: texts, origin: .flag)
      } else if let text = variables[key.variable], !text.isEmpty {
        let texts = key.isRepeated ? text.split(separator: " ").map(String.init) : [text]
        values[key] = Value(texts: texts, origin: .environment(key.variable))
      } else if let path, let first = lines.first {
        values[key] = Value(
          texts: lines.map(\.value),
          origin: .file(path: path, line: first.line)
        )
      } else {
        values[key] = Value(texts: defaults[key] ?? [], origin: .defaults)
      }
    }
    self.values = values
  }

  /// A setting's values; empty if it is unset.
  subscript(key: HubSettingKey) -> Value { values[key] ?? Value(texts: [], origin: .defaults) }

  /// The only value of a setting; nil if it is unset.
  func text(_ key: HubSettingKey) -> String? { self[key].texts.last }

  /// The file of settings: the one that is named, else the system's, else the user's own.
  private static func file(
    _ arguments: ParsedArguments,
    _ variables: [String: String]
  ) throws(CommandError) -> String? {
    if let path = arguments[SettingFlags.config] ?? variables["ITEMSHUB_CONFIG"] { return path }
    let home = variables["XDG_CONFIG_HOME"] ?? variables["HOME"].map { "\($0)/.config" }
    let own = home.map { "\($0)/itemshub/config" }
    return [systemFile, own].compactMap { $0 }.first { FilePath($0).exists }
  }

  /// The settings of a hub that runs as a service.
  static let systemFile = "/etc/itemshub/config"

  private static func defaults(_ variables: [String: String]) -> [HubSettingKey: [String]] {
    let data = variables["XDG_DATA_HOME"] ?? variables["HOME"].map { "\($0)/.local/share" }
    let folder = variables["STATE_DIRECTORY"] ?? data.map { "\($0)/itemshub" } ?? "."
    return [
      .store: ["\(folder)/hub.sqlite"], .listen: ["127.0.0.1:8731"], .metrics: ["127.0.0.1:8732"],
      .insecure: ["no"], .storeConnections: ["16"],
    ]
  }
}
