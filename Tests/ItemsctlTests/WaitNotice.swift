import Foundation

/// Says on standard error, once a minute, what a test still waits for.
///
/// The waits of these tests have no end of their own, so that a busy machine makes none of them fail: `Scripts/test`
/// limits a whole run. What is said here tells which wait the run was ended in, and what there was to see.
final class WaitNotice: Sendable {
  private let task: Task<Void, Never>

  /// Begins to wait; ``end()`` must follow.
  init(_ text: @escaping @Sendable () -> String) {
    task = Task.detached {
      while (try? await Task.sleep(for: .seconds(60))) != nil {
        try? FileHandle.standardError.write(contentsOf: Data("Still waiting: \(text())\n".utf8))
      }
    }
  }

  func end() { task.cancel() }
}

/// Waits until something holds that no signal tells of, such as what another process wrote to a file.
func wait(for what: String, until isTrue: () async throws -> Bool) async throws {
  let notice = WaitNotice { what }
  defer { notice.end() }
  while try await !isTrue() { try await Task.sleep(for: .milliseconds(10)) }
}
