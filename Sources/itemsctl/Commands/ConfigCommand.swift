import ArgumentParsing
import CommandKit
import Files
import ItemFormats
import Phrases
import Storage

/// Lists, reads and writes settings.
struct ConfigCommand {
  let context: CommandContext

  private var output: Output { context.output }

  /// Prints each setting, its value and where it comes from.
  func list() throws -> ExitCode {
    let settings = try Settings(context.world.environment)
    let keys = SettingKey.single + settings.viewNames.map { .view($0) }
    let rows = keys.map { ($0, settings[$0]) }
    let width = keys.map(\.name.displayWidth).max() ?? 0
    switch context.format {
    case .json, .ndjson:
      for (key, value) in rows {
        let object: OrderedObject = [
          "schema": .number(1), "key": .string(key.name), "value": .string(value?.text),
          "origin": .string(value?.origin.name),
        ]
        try output.print(object.text())
      }
    default:
      for (key, value) in rows {
        guard output.appearance.isTerminal else {
          if let value { try output.print("\(key)\t\(value.text)\t\(value.origin.name.visible)") }
          continue
        }
        try output.print(line(key, value, nameWidth: width))
      }
    }
    if let path = settings.distrusted {
      try output.message("'\(path)' is not read: it belongs to another user.")
    }
    return .success
  }

  private func line(_ key: SettingKey, _ value: Settings.Value?, nameWidth: Int) -> String {
    let usesColor = output.appearance.usesColor
    let name = key.name.padded(toWidth: nameWidth + 2)
    guard let value else { return "\(name)\("not set".painted(.faint, if: usesColor))" }
    let origin = "(\(value.origin.name.visible))".painted(.faint, if: usesColor)
    return "\(name)\(value.text.visible)  \(origin)"
  }

  /// Prints the value of one setting; exits with 1 if it is not set.
  func get() throws -> ExitCode {
    let key = context.arguments[Keys.key]
    guard let value = try Settings(context.world.environment)[key] else { return .failure }
    try output.print(value.text.visible)
    return .success
  }

  /// Gives a setting a value.
  func set() throws -> ExitCode {
    let (key, value) = (context.arguments[Keys.key], context.arguments[Keys.value].trimmed)
    let path = try path()
    if let problem = key.problem(with: value) {
      throw context.arguments.invalidValue(value, for: Keys.value, reason: problem)
    }
    if case .view(let name) = key {
      // Settings that are wrong may be what this one puts right.
      let views = (try? Settings(context.world.environment))?.views ?? .builtIn
      do throws(ValueError) {
        try SavedView.check(value, named: name, among: views)
      } catch {
        throw context.arguments.invalidValue(value, for: Keys.value, reason: error.reason)
      }
    }
    var file = try ConfigurationFile(path, isProject: context.arguments[Keys.project])
    try file.set(key, to: stored(value, key, in: path))
    try output.report("Set '\(key)' in '\(path.visible)'")
    if let winner = try Settings(context.world.environment)[key], winner.origin.path != path {
      try output.message("It has no effect here: \(winner.origin.name) says '\(winner.text)'.")
    }
    return .success
  }

  /// The value as the file is to hold it: a store's path is typed from the folder one is in.
  private func stored(_ value: String, _ key: SettingKey, in file: String) -> String {
    let isWhole = value.hasPrefix("/") || value.hasPrefix("~/") || value == "memory:"
    guard key == .store, !isWhole, let here = context.world.environment.folder else { return value }
    let path = "\(here == "/" ? "" : here)/\(value)"
    guard context.arguments[Keys.project], let folder = FilePath(file).parent?.description,
      path.hasPrefix("\(folder)/")
    else { return path }
    // A project may be moved.
    return String(path.dropFirst(folder.count + 1))
  }

  /// Takes a setting away.
  func unset() throws -> ExitCode {
    let key = context.arguments[Keys.key]
    let path = try path()
    var file = try ConfigurationFile(path, isProject: context.arguments[Keys.project])
    guard try file.unset(key) else {
      throw CommandError(.failure, "'\(key)' is not set in '\(path)'.")
    }
    try output.report("Unset '\(key)' in '\(path.visible)'")
    return .success
  }

  /// The file that is written to.
  private func path() throws -> String {
    guard context.arguments[Keys.project] else {
      guard let path = ConfigurationPath.user(context.world.environment) else {
        throw CommandError(
          .configuration,
          "Cannot find the folder for settings: neither HOME nor XDG_CONFIG_HOME is set."
        )
      }
      return path
    }
    let key = context.arguments[Keys.key]
    guard key.isForProjects else {
      throw context.arguments.failure(
        "'\(key)' can only be set in your own configuration: leave '--project' out."
      )
    }
    if case .own(let path) = ConfigurationPath.project(context.world.environment) { return path }
    guard let folder = context.world.environment.folder else {
      throw CommandError(
        .failure,
        "The current folder does not exist any more. Change to another one."
      )
    }
    return "\(folder == "/" ? "" : folder)/\(ConfigurationPath.projectName)"
  }
}
