// Which store a command line means.

import ArgumentParsing
import Storage

/// A store, before it is opened.
enum StoreChoice: Sendable {
  /// In memory, gone with the process.
  case memory(Fixture)
  /// A file; the default one is made, folder and all, when something is put into it.
  case file(path: String, isDefault: Bool)

  /// The endings that tell what a file holds.
  static let sqliteEndings = [".sqlite", ".sqlite3", ".db"]
  static let jsonEnding = ".json"

  /// What `--store`, `--context` and `--fixture` say, then ITEMSCTL_STORE, then the default.
  init(_ arguments: ParsedArguments, _ surroundings: Surroundings) throws {
    let fixture = arguments[GlobalOptions.fixture]?.fixture
    switch arguments[GlobalOptions.context] {
    case .preview: self = .memory(fixture ?? .full)
    case .test: self = .memory(fixture ?? .empty)
    case .live: self = try StoreChoice(live: arguments, surroundings)
    }
    switch self {
    case .memory: if let fixture { self = .memory(fixture) }
    case .file:
      guard fixture == nil else {
        throw arguments.failure(
          "'--fixture' fills stores in memory only; add '--store memory:' or '--context preview'."
        )
      }
    }
  }

  private init(live arguments: ParsedArguments, _ surroundings: Surroundings) throws {
    if let given = arguments[GlobalOptions.store] {
      guard StoreChoice.isStore(given) else {
        throw arguments.invalidValue(given, for: GlobalOptions.store, reason: StoreChoice.endings)
      }
      self = given == "memory:" ? .memory(.empty) : .file(path: given, isDefault: false)
    } else if let given = surroundings.variable("ITEMSCTL_STORE") {
      guard StoreChoice.isStore(given) else {
        throw CommandFailure(
          .configuration,
          "The value '\(given)' is invalid for the variable ITEMSCTL_STORE: \(StoreChoice.endings)."
        )
      }
      self = given == "memory:" ? .memory(.empty) : .file(path: given, isDefault: false)
    } else if let folder = surroundings.dataFolder {
      self = .file(path: "\(folder)/items.sqlite", isDefault: true)
    } else {
      throw CommandFailure(
        .configuration,
        "There is no place for the store: neither HOME nor XDG_DATA_HOME is set.",
        help: ["Give one by '--store PATH' or ITEMSCTL_STORE."]
      )
    }
  }

  private static let endings = "it must be 'memory:' or end in .sqlite, .sqlite3, .db or .json"

  private static func isStore(_ text: String) -> Bool {
    text == "memory:" || (sqliteEndings + [jsonEnding]).contains { text.hasSuffix($0) }
  }
}
