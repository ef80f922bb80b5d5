import Storage

/// The name of a file that a killed process left: `.items.sqlite.0123456789abcdef.tmp`, or its log.
struct UnfinishedName {
  /// The name without its ending.
  private let start: Substring

  /// Nil for any other name.
  init?(_ name: String) {
    var name = name[...]
    // A JSON file is written anew beside itself, also while it is unfinished.
    if name.hasPrefix(".."), name.hasSuffix(".tmp.tmp") { name = name.dropFirst().dropLast(4) }
    // An unfinished database has a log of its own.
    let endings = [".tmp", ".tmp-wal", ".tmp-shm", ".tmp-journal"]
    guard name.hasPrefix("."), let ending = endings.first(where: { name.hasSuffix($0) }) else {
      return nil
    }
    start = name.dropLast(ending.count)
  }

  /// Whether it was to become that store, or a copy in the same folder, such as a backup that has never
  /// got its name.
  func concerns(_ store: StoreFile) -> Bool {
    "\(start).".hasPrefix(store.unfinishedPrefix) || isOfCopy
  }

  private var isOfCopy: Bool {
    let parts = start.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    guard let mark = parts.last, mark.utf8.count == 16, mark.allSatisfy(\.isHexDigit) else {
      return false
    }
    return StorePath.isFile(parts.dropLast().joined(separator: "."))
  }
}
