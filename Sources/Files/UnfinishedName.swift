/// The name of a file that gets another one once it is whole, or of what SQLite put beside it.
///
/// A process that is killed leaves such a file, and a person may remove it.
///
/// | name | of what |
/// | --- | --- |
/// | `.items.sqlite.0123456789abcdef.tmp` | another one for each file that is made |
/// | `.items.json.tmp` | the one file that whoever has the lock of `items.json` may make |
package struct UnfinishedName: Sendable {
  /// The name without its ending, and without that of a database's companion.
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

  /// Whether the file was to get that name.
  package func isFor(_ name: String) -> Bool {
    let beginning = UnfinishedName.beginning
    return "\(start).".hasPrefix("\(beginning(name, true)).") || start == beginning(name, false)
  }

  /// The name that the file was to get, if it was one of those that are made with a mark.
  package var finalName: String? {
    let parts = start.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    guard let mark = parts.last, mark.utf8.count == 16, mark.allSatisfy(\.isHexDigit) else {
      return nil
    }
    return parts.dropLast().joined(separator: ".")
  }

  /// A dot and the name, of which the longest are cut: file systems allow 255 bytes.
  ///
  /// Without a mark, only the whole name tells two files apart: no more of it is cut than must be.
  fileprivate static func beginning(_ name: String, _ hasMark: Bool) -> Substring {
    var start = ".\(name)"[...]
    while start.utf8.count > (hasMark ? 201 : 243) { start.removeLast() }
    return start
  }

  /// Sixteen random hexadecimal digits.
  ///
  /// Not the process's number, which is the same each time in a container.
  fileprivate static func mark() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension FilePath {
  /// Where a file is made that is to get this path once it is whole, another one each time.
  package var unfinished: FilePath {
    let beginning = UnfinishedName.beginning(name, true)
    return sibling("\(beginning).\(UnfinishedName.mark())\(UnfinishedName.ending)")
  }

  /// Where such a file is made by who has the lock of the file at this path.
  package var unfinishedUnderLock: FilePath {
    sibling("\(UnfinishedName.beginning(name, false))\(UnfinishedName.ending)")
  }

  /// Whether this is the path of a file that is to get another one.
  package var isUnfinished: Bool { UnfinishedName(name) != nil }

  /// A new file in a folder for temporary files, which only the user may use.
  package static func temporary(
    in folder: String,
    prefix: String,
    suffix: String = ""
  ) throws(FileError) -> FileDescriptor {
    let path = "\(folder)/\(prefix).\(UnfinishedName.mark())\(suffix)"
    return try FileDescriptor(path, .createNew, permissions: 0o600)
  }
}
