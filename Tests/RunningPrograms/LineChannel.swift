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

/// A pair of sockets to the streams of a program, whose lines are read as they come, by a thread of its own.
package final class LineChannel: Sendable {
  private struct State {
    var lines: [String] = []
    var firstLine: ContinuousClock.Instant?
    var isAtEnd = false
    var waiting: [(word: String, from: Int, continuation: CheckedContinuation<String?, Never>)] = []
  }

  private let ours: Int32
  private let theirs: Int32
  private let state = Locked(State())

  package init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    // No other program that is started meanwhile inherits an end.
    #if canImport(Darwin)
    try SystemError.check { unsafe socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    try SystemError.check { unsafe socketpair(AF_UNIX, kind, 0, &ends) }
    #endif
    (ours, theirs) = (ends[0], ends[1])
  }

  deinit { close(ours) }

  /// Lets a program be started with the other end as a stream; reads from then on.
  package func start(
    _ start: (_ descriptor: Int32) throws(SystemError) -> RunningProgram
  ) throws(SystemError) -> RunningProgram {
    defer { close(theirs) }
    let program = try start(theirs)
    // The thread ends, and lets go of this, when the program has closed its end.
    Thread.detachNewThread { [self] in read() }
    return program
  }

  /// What was said so far.
  package var lines: [String] { state.withLock { $0.lines } }

  /// When the first line came.
  package var firstLine: ContinuousClock.Instant? { state.withLock { $0.firstLine } }

  /// How many lines came so far.
  package var count: Int { state.withLock { $0.lines.count } }

  /// Says a line; nothing happens if the program is gone.
  package func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    _ = unsafe send(ours, bytes, bytes.count, flags)
  }

  /// The first line behind so many that begins with this word; nil if the program ends without.
  package func line(_ word: String, after count: Int = 0) async -> String? {
    await withCheckedContinuation { continuation in
      let found = state.withLock { state -> String?? in
        if let line = state.lines.dropFirst(count).first(where: { $0.hasPrefix(word) }) {
          return line
        }
        if state.isAtEnd { return .some(nil) }
        state.waiting.append((word, count, continuation))
        return .none
      }
      if let found { continuation.resume(returning: found) }
    }
  }

  private func read() {
    var rest: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe recv(ours, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest += buffer[..<count]
      while let end = rest.firstIndex(of: 10) {
        take(String(decoding: rest[..<end], as: UTF8.self))
        rest.removeSubrange(...end)
      }
    }
    let waiting = state.withLock { state in
      state.isAtEnd = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for entry in waiting { entry.continuation.resume(returning: nil) }
  }

  private func take(_ line: String) {
    let served = state.withLock { state in
      if state.lines.isEmpty { state.firstLine = .now }
      state.lines.append(line)
      let isServed = state.waiting.map { line.hasPrefix($0.word) && state.lines.count > $0.from }
      let served = zip(state.waiting, isServed).filter(\.1).map(\.0.continuation)
      state.waiting = zip(state.waiting, isServed).filter { !$0.1 }.map(\.0)
      return served
    }
    for continuation in served { continuation.resume(returning: line) }
  }
}
