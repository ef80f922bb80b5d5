// A file of settings.
//
// | line | meaning |
// | --- | --- |
// | `key = value` | a setting; the value goes from the first to the last character that is no blank |
// | `# …` | a comment |
// | empty | nothing |
//
// UTF-8, each key at most once. It does not change once shipped.

import ArgumentParsing
import CommandKit
import Files

/// The lines of a file of settings.
struct ConfigurationFile: Sendable {
  /// A setting and its line number, from 1.
  struct Entry: Hashable, Sendable {
    let key: SettingKey
    let value: String
    let line: Int
  }

  let path: String
  private(set) var entries: [Entry] = []
  private var lines: [String]

  /// Reads the file; a missing one has no lines.
  init(_ path: String, isProject: Bool) throws(CommandError) {
    try self.init(path, text: ConfigurationFile.text(of: path), isProject: isProject)
  }

  /// Reads what stands in the file.
  init(_ path: String, text: String, isProject: Bool) throws(CommandError) {
    self.path = path
    // A line may end with a carriage return, too.
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
    if lines.last == "" { lines.removeLast() }
    for (index, line) in lines.enumerated() {
      guard let entry = try entry(line.trimmed, index + 1, isProject: isProject) else { continue }
      if let first = entries.first(where: { $0.key == entry.key }) {
        throw failure(index + 1, "'\(entry.key)' is set on line \(first.line) already")
      }
      entries.append(entry)
    }
  }

  private static let sizeLimit = 65_536

  private static func text(of path: String) throws(CommandError) -> String {
    guard FilePath(path).exists else { return "" }
    // A pipe, for example, could block every command.
    if FilePath(path).isSpecial {
      throw CommandError(
        .configuration,
        "Cannot read the settings in '\(path)': it is not a regular file."
      )
    }
    let bytes = try DescriptorSource(path: path).readAll(limit: sizeLimit, of: "'\(path)'")
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandError(
        .configuration,
        "Cannot read the settings in '\(path)': they are not UTF-8 text."
      )
    }
    return text
  }

  private func entry(
    _ line: String,
    _ number: Int,
    isProject: Bool
  ) throws(CommandError) -> Entry? {
    if line.isEmpty || line.hasPrefix("#") { return nil }
    guard let equals = line.firstIndex(of: "=") else {
      throw failure(number, "a setting looks like 'key = value'")
    }
    let name = String(line[..<equals]).trimmed
    let value = String(line[line.index(after: equals)...]).trimmed
    let key: SettingKey
    do throws(ValueError) {
      key = try SettingKey(argument: name)
    } catch {
      let guess = SettingKey.suggestion(for: name).map { "did you mean '\($0)'?" }
      let more = (guess ?? error.reason).map { "; \($0)" } ?? ""
      throw failure(number, "there is no setting '\(name)'\(more)")
    }
    if isProject, !key.isForProjects {
      throw failure(number, "'\(key)' can only be set in your own configuration")
    }
    if let problem = key.problem(with: value) {
      throw failure(number, "the value '\(value)' is invalid for '\(key)': \(problem)")
    }
    return Entry(key: key, value: value, line: number)
  }

  private func failure(_ line: Int, _ reason: String) -> CommandError {
    CommandError(
      .configuration,
      "In '\(path)', line \(line), \(reason)\(reason.hasSuffix("?") ? "" : ".")",
      help: ["Edit the file; 'itemsctl help configuration' lists what it may contain."]
    )
  }
}

// MARK: - Changes

extension ConfigurationFile {
  /// Sets a value, in the same line as before if there was one.
  mutating func set(_ key: SettingKey, to value: String) throws(CommandError) {
    let text = "\(key) = \(value)"
    if let entry = entries.first(where: { $0.key == key }) {
      lines[entry.line - 1] = text
    } else {
      lines.append(text)
    }
    try write()
  }

  /// Removes a setting; returns false if there was none.
  mutating func unset(_ key: SettingKey) throws(CommandError) -> Bool {
    guard let entry = entries.first(where: { $0.key == key }) else { return false }
    lines.remove(at: entry.line - 1)
    try write()
    return true
  }

  private func write() throws(CommandError) {
    let folders = try FilePath(path).parent?.makeFolderOrExplain() ?? []
    do throws(CommandError) {
      let file = try OutputFile(path)
      try file.sink.write(Array(lines.map { "\($0)\n" }.joined().utf8))
      try file.keep()
    } catch {
      FilePath.removeEmptyFolders(folders)
      throw error
    }
  }
}
