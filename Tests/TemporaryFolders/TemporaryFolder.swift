import Foundation

/// A new folder that is removed with its last user.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "item-store-tests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes a folder in the folder.
  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: file(name),
      withIntermediateDirectories: true
    )
  }

  /// Writes a file and returns its path.
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    try Data(bytes).write(to: URL(filePath: file(name)))
    return file(name)
  }

  /// The bytes of a file.
  package func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: file(name))))
  }

  #if os(Linux)
  /// How many files of the folder this process has open.
  package func openFileCount() throws -> Int {
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    // The descriptor of the listing itself is gone by now.
    let paths = descriptors.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    return paths.count { $0.hasPrefix(path + "/") }
  }
  #endif
}
