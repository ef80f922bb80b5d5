/// The temporary name of a file that is being written, or of a file that SQLite put beside it.
///
/// A killed process leaves such a file; it can be removed.
///
/// | name | of what |
/// | --- | --- |
/// | `.items.sqlite.0123456789abcdef.tmp` | a new file; each has its own digits |
/// | `.items.json.tmp` | the new version, written under the lock of `items.json` |
package struct UnfinishedName: Sendable {
  /// The name without `.tmp` and the ending of a database's companion.
  private let start: Substring

  fileprivate static let ending = ".tmp"

  /// Nil for any other name.
  package init?(_ name: String) {
    var name = name[...]
    // A file that is replaced under a lock while it is itself unfinished.
    let ending = UnfinishedName.ending
    if name.hasPrefix(".."), name.hasSuffix(ending + ending) {
      name = name.dropFirst().dropLast(ending.count)
    }
    let endings = [ending] + DatabaseCompanion.allCases.map { ending + $0.rawValue }
    guard name.hasPrefix("."), let found = endings.first(where: { name.hasSuffix($0) }) else {
      return nil
    }
    start = name.dropLast(found.count)
  }

  /// Whether it is a temporary name of a file of that name.
  package func isFor(_ name: String) -> Bool {
    let beginning = UnfinishedName.beginning
    return "\(start).".hasPrefix("\(beginning(name, true)).") || start == beginning(name, false)
  }

  /// The file's final name; nil for a name without random digits.
  package var finalName: String? {
    let parts = start.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    guard let mark = parts.last, mark.utf8.count == 16, mark.allSatisfy(\.isHexDigit) else {
      return nil
    }
    return parts.dropLast().joined(separator: ".")
  }

  /// A dot and the name, shortened if necessary: file systems allow 255 bytes.
  ///
  /// Without random digits, as much of the name as possible stays, so that two files have different names.
  fileprivate static func beginning(_ name: String, _ hasMark: Bool) -> Substring {
    var start = ".\(name)"[...]
    while start.utf8.count > (hasMark ? 201 : 243) { start.removeLast() }
    return start
  }

  /// Sixteen random hexadecimal digits.
  ///
  /// Not the process id, which is the same each time in a container.
  fileprivate static func mark() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension FilePath {
  /// A temporary name beside this path, another one each time.
  package var unfinished: FilePath {
    let beginning = UnfinishedName.beginning(name, true)
    return sibling("\(beginning).\(UnfinishedName.mark())\(UnfinishedName.ending)")
  }

  /// The temporary name for the process that holds the lock of the file at this path.
  package var unfinishedUnderLock: FilePath {
    sibling("\(UnfinishedName.beginning(name, false))\(UnfinishedName.ending)")
  }

  /// Whether this is a temporary name.
  package var isUnfinished: Bool { UnfinishedName(name) != nil }

  /// A new file in a folder for temporary files, for the user alone.
  package static func temporary(
    in folder: String,
    prefix: String,
    suffix: String = ""
  ) throws(FileError) -> FileDescriptor {
    let path = "\(folder)/\(prefix).\(UnfinishedName.mark())\(suffix)"
    return try FileDescriptor(path, .createNew, permissions: 0o600)
  }
}
