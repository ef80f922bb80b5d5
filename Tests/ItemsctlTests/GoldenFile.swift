import Foundation
import Testing

/// A file in the folder Golden, which holds what is to be printed.
///
/// With `UPDATE_GOLDEN=1` in the environment it is written anew instead of compared.
struct GoldenFile {
  let name: String

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")

  /// The names of the files in a folder.
  static func names(in subfolder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: subfolder).path)
  }

  var url: URL { GoldenFile.folder.appending(path: name) }

  /// What the file says; nothing where it is not there yet.
  var text: String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }

  /// Compares what is printed with the file.
  func expect(_ printed: String) throws {
    guard ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" else {
      let text = text
      #expect(
        printed == text,
        "\(name) is not what is printed (UPDATE_GOLDEN=1 writes it anew):\n\(printed)"
      )
      return
    }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try printed.write(to: url, atomically: true, encoding: .utf8)
  }
}
