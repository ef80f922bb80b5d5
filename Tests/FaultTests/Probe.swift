import ChildProcesses
import Foundation
import RunningPrograms
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A running `StoreProbe`; see there for what it does.
final class Probe: Sendable {
  /// The program's path; nil if it was not built.
  static let path = BuiltProgram.path("StoreProbe")

  private let program: RunningProgram
  /// Both its standard input and output.
  private let channel: Int32
  /// A thread of its own for what waits: none of Swift's few.
  private let queue = DispatchQueue(label: "probe")

  /// Starts the probe with these words.
  convenience init(_ words: String...) throws {
    try self.init(words)
  }

  init(_ words: [String]) throws {
    let path = try #require(Self.path)
    let (ours, theirs) = try Self.makeChannel()
    defer { close(theirs) }
    channel = ours
    program = try RunningProgram([path] + words, input: theirs, output: theirs)
  }

  deinit {
    close(channel)
  }

  /// What a probe said, and how it ended.
  struct Result: Sendable {
    var lines: [String]
    /// The exit code, or 128 more than the signal.
    var code: Int32

    /// The rest of the lines that begin with this word.
    func said(_ word: String) -> [String] {
      lines.filter { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
    }
  }

  /// Waits for the end.
  func result() async -> Result {
    let lines = await onQueue { self.lines() }
    return Result(lines: lines, code: await program.end().shellCode)
  }

  /// Lets it say its first line, then kills it after so many microseconds.
  func killed(after microseconds: Int) async -> Result {
    let lines = await onQueue {
      let first = self.line()
      // The moment of the kill is what is drawn; nothing is waited for.
      usleep(UInt32(microseconds))
      self.program.send(SIGKILL)
      return (first.map { [$0] } ?? []) + self.lines()
    }
    return Result(lines: lines, code: await program.end().shellCode)
  }

  /// The next line; nil at the end.
  func nextLine() async -> String? { await onQueue { self.line() } }

  /// Waits for a line that begins so.
  func wait(for word: String) async -> String? {
    while let line = await nextLine() {
      if line.hasPrefix(word) { return line }
    }
    return nil
  }

  /// What the probe waits for on its standard input.
  func signal() {
    var byte: UInt8 = 10
    unsafe write(channel, &byte, 1)
  }
}

extension Probe {
  private func onQueue<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }

  /// Read byte by byte: so nothing is kept between the calls.
  private func line() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while unsafe read(channel, &byte, 1) == 1 {
      if byte == 10 { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }

  private func lines() -> [String] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(channel, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    // A line that was cut short was not said.
    return bytes.split(separator: 10, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// A pair of sockets that no other child inherits.
  private static func makeChannel() throws -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
    let code = unsafe socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let code = unsafe socketpair(AF_UNIX, kind, 0, &ends)
    #endif
    try #require(code == 0, "socketpair: \(errno)")
    return (ends[0], ends[1])
  }
}
