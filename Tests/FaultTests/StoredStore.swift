import Foundation

/// Stores that earlier versions wrote.
enum StoredStore {
  /// The titles of their items.
  static let titles: Set<String> = ["Buy milk", "Crème brûlée 🍮"]

  static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../StoredStores/\(name)").standardizedFileURL.path
  }
}
