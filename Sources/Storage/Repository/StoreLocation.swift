#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where a store is kept; the case decides which backend opens it.
public enum StoreLocation: Sendable, Hashable {
  /// A SQLite database.
  case sqlite(path: String)
  /// A JSON file.
  case json(path: String)
  /// In memory: empty at first, and gone with its last user.
  case memory

  /// The location for a path: `memory:`, a JSON file if it ends in `.json`, else a SQLite database.
  public init(_ path: String) {
    if path == "memory:" {
      self = .memory
    } else if path.hasSuffix(".json") {
      self = .json(path: path)
    } else {
      self = .sqlite(path: path)
    }
  }

  /// The path of the file, unless the store is in memory.
  public var path: String? {
    switch self {
    case .sqlite(let path), .json(let path): path
    case .memory: nil
    }
  }
}

extension StoreLocation {
  /// A program's own store: `items.sqlite` in its folder among the user's data.
  ///
  /// The folder is `$XDG_DATA_HOME/PROGRAM`, by default `~/.local/share/PROGRAM`, and on Apple's
  /// systems `~/Library/Application Support/PROGRAM`. This does not create it. Nil without a home
  /// folder. Without `environment`, that of the process is read.
  /// See <https://specifications.freedesktop.org/basedir-spec/latest/>.
  public static func standard(
    program: String,
    environment: [String: String]? = nil
  ) -> StoreLocation? {
    let environment = environment ?? ProcessInfo.processInfo.environment
    guard let folder = dataFolder(environment) else { return nil }
    return .sqlite(path: "\(folder)/\(program)/items.sqlite")
  }

  private static func dataFolder(_ environment: [String: String]) -> String? {
    // The specification says to ignore relative paths.
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    #if canImport(Darwin)
    return "\(home)/Library/Application Support"
    #else
    return "\(home)/.local/share"
    #endif
  }
}
