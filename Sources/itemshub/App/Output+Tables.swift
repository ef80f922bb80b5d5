import CommandKit
import Storage
import Sync

extension Output {
  /// Writes text of what was asked for.
  func write(_ text: String) throws(CommandError) { try write(Array(text.utf8)) }

  /// Writes a table.
  func print(_ table: TextTable) throws(CommandError) {
    for line in table.lines { try print(line) }
  }

  /// Writes JSON in a line.
  func print(json: JSONValue) throws(CommandError) {
    try print(String(decoding: json.canonicalBytes, as: UTF8.self))
  }

  /// Writes a line to the person beside it; nothing fails if nobody reads it.
  func say(_ line: String) { fail("\(line)\n") }
}
