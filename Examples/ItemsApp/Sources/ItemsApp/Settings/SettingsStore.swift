import Foundation
import Synchronization

/// Keeps the settings: in a file, or in memory for previews and tests.
///
/// A file that cannot be read or written costs nothing but the choices in it, so that no error is thrown.
package final class SettingsStore: Sendable {
  private let file: URL?
  private let current: Mutex<AppSettings>

  /// Opens the settings of a file; without one they are in memory.
  package init(file: URL? = nil) {
    self.file = file
    let data = file.flatMap { try? Data(contentsOf: $0) }
    let stored = data.flatMap { try? JSONDecoder().decode(AppSettings.self, from: $0) }
    current = Mutex(stored ?? AppSettings())
  }

  /// The settings; each change is written at once.
  package var settings: AppSettings {
    get { current.withLock { $0 } }
    set {
      current.withLock {
        $0 = newValue
        write(newValue)
      }
    }
  }

  private func write(_ settings: AppSettings) {
    guard let file, let data = try? JSONEncoder().encode(settings) else { return }
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try? data.write(to: file, options: .atomic)
  }
}
