// What the environment and the files of configuration say.
//
// An option of the command line comes before them all; then a variable of the command's own, then the
// project's file, then the user's.

import ArgumentParsing
import CommandKit

/// The settings in force.
struct Settings: Sendable {
  /// A setting's value and who gave it.
  struct Value: Hashable, Sendable {
    let text: String
    let origin: SettingOrigin
  }

  private var values: [SettingKey: Value] = [:]
  /// A project file that is ignored because another user owns it.
  private(set) var distrusted: String?

  /// None at all.
  static let none = Settings()

  private init() {}

  /// Reads the files that there are.
  init(_ environment: ProcessEnvironment) throws(CommandError) {
    if let path = ConfigurationPath.user(environment) {
      for entry in try ConfigurationFile(path, isProject: false).entries {
        let origin = SettingOrigin.user(path: path, line: entry.line)
        values[entry.key] = Value(text: entry.value, origin: origin)
      }
    }
    switch ConfigurationPath.project(environment) {
    case .none: break
    case .foreign(let path): distrusted = path
    case .own(let path):
      for entry in try ConfigurationFile(path, isProject: true).entries {
        let origin = SettingOrigin.project(path: path, line: entry.line)
        values[entry.key] = Value(text: entry.value, origin: origin)
      }
    }
    for key in SettingKey.single {
      guard let name = key.variable, let text = environment.variable(name) else { continue }
      values[key] = Value(text: text, origin: .environment(name))
    }
  }

  subscript(key: SettingKey) -> Value? { values[key] }

  /// The settings that have a value.
  var keys: Dictionary<SettingKey, Value>.Keys { values.keys }

  /// The value of a setting as its type; values of files were checked when read.
  func value<Word: ArgumentValue>(_ key: SettingKey, as type: Word.Type) -> Word? {
    values[key].flatMap { try? Word(argument: $0.text) }
  }
}
