/// The texts that name a store.
enum StorePath {
  static let endings = "it must be 'memory:' or end in .sqlite, .sqlite3, .db or .json"

  /// Why a text cannot name a store; nil if it can.
  static func problem(with text: String) -> String? { isStore(text) ? nil : endings }

  /// Whether a text names a store.
  static func isStore(_ text: String) -> Bool { text == "memory:" || isFile(text) }

  /// Whether a path names a store in a file.
  static func isFile(_ path: String) -> Bool {
    [".sqlite", ".sqlite3", ".db", ".json"].contains { path.hasSuffix($0) }
  }
}
