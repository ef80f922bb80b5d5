package import ChildProcesses
package import Files
import Foundation
import Storage

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A program that a test started; a thread of its own waits for its end, and none of Swift's few.
package final class RunningProgram: Sendable {
  private struct State {
    var end: ChildProcess.End?
    var waiting: [CheckedContinuation<ChildProcess.End, Never>] = []
  }

  private let child: ChildProcess
  private let state = Locked(State())

  /// Starts a program, as ``ChildProcess`` does.
  ///
  /// With `nil` it has our variables and our folder, nothing to read, and writes where we write.
  package init(
    _ words: [String],
    variables: [String: String]? = nil,
    folder: String? = nil,
    input: Int32? = nil,
    output: Int32? = nil,
    errors: Int32? = nil
  ) throws(SystemError) {
    let input =
      if let input { FileDescriptor(borrowing: input, "input") } else { try Self.nothing() }
    // Only a program itself can go elsewhere, by the calls that every system has.
    let move = folder.map { ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, $0] } ?? []
    child = try ChildProcess(
      move + words,
      variables: variables ?? ProcessInfo.processInfo.environment,
      input: input,
      output: output.map { FileDescriptor(borrowing: $0, "output") },
      errors: errors.map { FileDescriptor(borrowing: $0, "errors") }
    )
    Thread.detachNewThread { [self] in reap() }
  }

  private static func nothing() throws(SystemError) -> FileDescriptor {
    do throws(FileError) {
      return try FileDescriptor("/dev/null", .read)
    } catch {
      throw error.reason
    }
  }

  /// The number of its process.
  package var process: Int32 { child.id }

  /// How it ended; nil while it runs.
  package var ending: ChildProcess.End? { state.withLock { $0.end } }

  /// How it ended, when it has.
  package func end() async -> ChildProcess.End {
    await withCheckedContinuation { continuation in
      let end = state.withLock { state in
        if state.end == nil { state.waiting.append(continuation) }
        return state.end
      }
      if let end { continuation.resume(returning: end) }
    }
  }

  /// Sends it a signal; nothing once it is over.
  package func send(_ signal: Int32) {
    // Its number is its own until it is reaped, which happens under the same lock.
    state.withLock { state in if state.end == nil { kill(child.id, signal) } }
  }

  private func reap() {
    var information = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(child.id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR
    {}
    let (end, waiting) = state.withLock { state in
      let end = child.end() ?? .code(-1)
      state.end = end
      defer { state.waiting = [] }
      return (end, state.waiting)
    }
    for continuation in waiting { continuation.resume(returning: end) }
  }
}

extension ChildProcess.End {
  /// The exit code as a shell has it: 128 more than the signal.
  package var shellCode: Int32 {
    switch self {
    case .code(let code): code
    case .signal(let signal): 128 + signal
    }
  }
}
