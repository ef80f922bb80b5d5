// The file of settings.
//
// | line | meaning |
// | --- | --- |
// | `key = value` | a setting; the value goes from the first to the last character that is no blank |
// | `# …` | a comment |
// | empty | nothing |
//
// UTF-8; `listen`, `peer-network`, `trusted-proxy` and `limit` may come several times. It does not change once shipped.

import ArgumentParsing
import CommandKit
import Files

/// The lines of a file of settings.
struct SettingsFile {
  /// A setting with its line, from 1.
  struct Entry: Equatable {
    let key: HubSettingKey
    let value: String
    let line: Int
  }

  let path: String
  private(set) var entries: [Entry] = []

  /// The longest file that is read, in bytes.
  private static let sizeLimit = 65_536

  /// Reads a file.
  init(_ path: String) throws(CommandError) {
    let bytes: [UInt8]
    do throws(FileError) {
      let file = try FileDescriptor(path, .read)
      // A pipe, for example, could have no end.
      bytes = try file.status().kind == .file ? file.readAll() : [0xFF]
    } catch {
      throw CommandError(
        .configuration,
        "Cannot read the settings in '\(path)': \(error.reason)."
      )
    }
    guard bytes.count <= SettingsFile.sizeLimit, let text = String(validating: bytes, as: UTF8.self)
    else {
      throw CommandError(
        .configuration,
        "Cannot read the settings in '\(path)': it is not a text file, or it is too large."
      )
    }
    try self.init(path, text: text)
  }

  /// Reads what stands in a file.
  init(_ path: String, text: String) throws(CommandError) {
    self.path = path
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      entries.append(try entry(line, index + 1))
    }
  }

  private func entry(_ line: Substring, _ number: Int) throws(CommandError) -> Entry {
    guard let equals = line.firstIndex(of: "=") else {
      throw failure(number, "a setting looks like 'key = value'")
    }
    let name = String(line[..<equals].trimmed)
    let value = String(line[line.index(after: equals)...].trimmed)
    guard let key = HubSettingKey(rawValue: name) else {
      // A connection string that stands alone may hold a password.
      guard name.utf8.count <= 40, !name.contains(where: { ":@/".contains($0) }) else {
        throw failure(number, "there is no such setting")
      }
      let guess = suggestion(for: name, among: HubSettingKey.allCases.map(\.rawValue))
      throw failure(
        number,
        "there is no setting '\(name)'" + (guess.map { "; did you mean '\($0)'?" } ?? "")
      )
    }
    guard !value.isEmpty else { throw failure(number, "'\(name)' has no value") }
    if !key.isRepeated, let first = entries.first(where: { $0.key == key }) {
      throw failure(number, "'\(name)' is set on line \(first.line) already")
    }
    return Entry(key: key, value: value, line: number)
  }

  private func failure(_ line: Int, _ reason: String) -> CommandError {
    CommandError(
      .configuration,
      "In '\(path)', line \(line), \(reason)\(reason.hasSuffix("?") ? "" : ".")",
      help: "Edit the file; 'itemshub help settings' lists what it may contain."
    )
  }
}

extension StringProtocol {
  /// The text without blanks at both ends.
  var trimmed: SubSequence {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    var text = drop(while: isBlank)
    while let last = text.last, isBlank(last) { text = text.dropLast() }
    return text
  }
}
