#if Hub
import Foundation
import RunningPrograms
import Sync
import Testing

/// A request of curl that waits for news; it ends with its last user.
final class WaitingCurl: Sendable {
  private let curl: Curl
  private let files: String
  private let program: RunningProgram

  fileprivate init(_ curl: Curl, _ path: String) throws {
    self.curl = curl
    files = UUID().uuidString
    // One that comes while another occupies the token's place comes again: soon, and no more often than the token may.
    let line = """
      while :; do
        \(curl.line(path, into: files)) >\(files).numbers & echo $! >\(files).id
        wait $!
        grep -q '^429 ' \(files).numbers || exit 0
        sleep 0.1
      done
      """
    program = try curl.workplace.start(line, as: files)
  }

  deinit { end() }

  /// Ends the shell first, so that it begins no other call.
  private func end() {
    program.send(SIGKILL)
    let text = (try? curl.workplace.text("\(files).id")) ?? ""
    if let id = Int32(text.dropLast()) { kill(id, SIGKILL) }
  }

  /// Whether the hub has answered, or the program was ended.
  var isOver: Bool { program.ending != nil }

  /// What the hub answered in the end.
  func answer() async throws -> Curl.Answer {
    _ = await program.end()
    return try curl.answer(try curl.workplace.text("\(files).numbers"), files)
  }

  /// Goes away without a word.
  func leave() async {
    end()
    _ = await program.end()
  }
}

extension Curl {
  /// Begins to wait for what follows a commit; returns once the hub keeps the request.
  ///
  /// The hub must have been started with `waits-per-token=1`: that the place is taken is all that tells.
  func wait(after token: SyncToken, seconds: Int = 55) async throws -> WaitingCurl {
    let waiting = try WaitingCurl(self, waitPath(token, seconds: seconds))
    try await until(isWaitKept: true, after: token)
    return waiting
  }

  /// Begins to wait, makes a change, and gives the answer, which is that there is news.
  ///
  /// Where the time of the request was over before the change was made, as may be on a busy machine, it waits again for
  /// another change. A proxy allows no more time than that.
  func news(of change: () async throws -> Void) async throws -> Answer {
    while true {
      let waiting = try await wait(after: try await latest())
      try await change()
      let isLate = waiting.isOver
      let answer = try await waiting.answer()
      guard isLate, answer.status == 204 else { return answer }
    }
  }

  /// Returns once the hub keeps a request of the token, or none any more.
  func until(isWaitKept: Bool, after token: SyncToken) async throws {
    let path = waitPath(token, seconds: 0)
    while try await (call(path).status == 429) != isWaitKept {
      // Less often than the token may ask.
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}
#endif
