import ChildProcesses
import Files
import Foundation
import RunningPrograms
import Synchronization
import Testing

// A terminal that a test types on and looks at.

#if canImport(Glibc)
import Glibc
#endif

/// A shell's command line on a pseudo-terminal, which controls it as a real one would.
///
/// `$0` is the built command. Nothing here waits for a time: it waits for what is to appear.
final class PseudoTerminal: Sendable {
  /// Whether this machine has what it takes.
  static let isAvailable =
    BuiltCommand.path != nil && FileManager.default.isExecutableFile(atPath: setsid)

  private static let setsid = "/usr/bin/setsid"
  private let primary: Int32
  private let pieces: Pieces
  private let program: RunningProgram
  private let seen = Mutex<(all: [UInt8], read: Int)>(([], 0))

  /// Starts a command line.
  init(
    _ line: String,
    in workplace: Workplace,
    columns: UInt16 = 80,
    rows: UInt16 = 24,
    variables: [String: String] = [:]
  ) throws {
    let (primary, secondary) = try Self.open(columns: columns, rows: rows)
    defer { close(secondary) }
    self.primary = primary
    // The reader has a descriptor of its own, which it closes when nobody is left to write.
    pieces = Pieces(fcntl(primary, F_DUPFD_CLOEXEC, 3))
    let standard = [
      "HOME": workplace.path, "PATH": "/usr/bin:/bin", "TZ": "UTC", "TERM": "xterm-256color",
      "LANG": "C.UTF-8",
    ]
    program = try RunningProgram(
      [Self.setsid, "-c", "-w", "/bin/sh", "-c", line, try #require(BuiltCommand.path)],
      variables: standard.merging(variables) { $1 },
      folder: workplace.path,
      input: secondary,
      output: secondary,
      errors: secondary
    )
  }

  deinit {
    program.send(SIGTERM)
    close(primary)
  }

  /// Both sides of a new terminal, which no other program that is started inherits.
  private static func open(columns: UInt16, rows: UInt16) throws -> (Int32, Int32) {
    var (primary, secondary): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    let error = ChildProcess.withoutStarts { () -> SystemError? in
      guard unsafe openpty(&primary, &secondary, nil, nil, &size) == 0 else { return .current }
      for end in [primary, secondary] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return nil
    }
    if let error { throw error }
    return (primary, secondary)
  }

  /// Types keys.
  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(primary, $0.baseAddress, $0.count) }
  }

  /// Waits until a text appears behind the last one waited for; gives what stood before it.
  @discardableResult
  func wait(for text: String) async throws -> String {
    let wanted = Array(text.utf8)
    let notice = notice(of: "'\(text)'")
    defer { notice.end() }
    while true {
      let found = seen.withLock { seen -> String? in
        let rest = seen.all[seen.read...]
        guard let range = rest.firstRange(of: wanted) else { return nil }
        seen.read = range.upperBound
        return String(decoding: rest[..<range.lowerBound], as: UTF8.self)
      }
      if let found { return found }
      guard await readMore() else {
        throw Missing(text: text, seen: output)
      }
    }
  }

  /// A text that did not appear.
  struct Missing: Error, CustomStringConvertible {
    var text: String
    var seen: String
    var description: String { "'\(text)' did not appear in:\n\(seen)" }
  }

  /// All that appeared so far, with line feeds alone at the ends of lines.
  var output: String {
    seen.withLock { String(decoding: $0.all, as: UTF8.self) }.replacing("\r\n", with: "\n")
  }

  /// Waits for the end of the command line: its exit code and all that appeared.
  func end() async -> (code: Int32, output: String) {
    let notice = notice(of: "its end")
    defer { notice.end() }
    while await readMore() {}
    return (await program.end().shellCode, output)
  }

  /// What a terminal gets when the cursor is shown again and its own screen is back.
  static let givenBack = "\u{1B}[?25h\u{1B}[?1049l"

  /// Waits for the end of a line that prints the terminal's settings first and last, then `end`; returns its output.
  ///
  /// The settings must be what they were, the screen given back, and `code=` followed by this code.
  @discardableResult
  func expectRestored(code: Int) async -> String {
    let (_, output) = await end()
    #expect(output.contains("code=\(code)\n"), "\(output)")
    // A key that came when the command had ended already stands behind the end.
    let lines = output.split(separator: "\n").prefix { $0 != "end" }
    #expect(lines.count > 1 && lines.first == lines.last, "\(output)")
    #expect(output.contains(Self.givenBack))
    return output
  }

  private func notice(of what: String) -> WaitNotice {
    WaitNotice { [weak self] in "a terminal for \(what), which shows:\n\(self?.output ?? "")" }
  }

  /// Waits for more to read; false when there is nobody left to write.
  private func readMore() async -> Bool {
    guard let bytes = await pieces.next() else { return false }
    seen.withLock { $0.all += bytes }
    return true
  }
}

/// What a descriptor gives, read on a thread of its own: those of queues are few, and would be taken.
private final class Pieces: Sendable {
  private let pieces = Mutex<(waiting: [[UInt8]], isAtEnd: Bool)>(([], false))
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  init(_ descriptor: Int32) {
    (signals, signal) = AsyncStream.makeStream()
    Thread.detachNewThread { [self] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = unsafe buffer.withUnsafeMutableBytes {
          unsafe read(descriptor, $0.baseAddress, $0.count)
        }
        pieces.withLock {
          if count > 0 { $0.waiting.append(Array(buffer[..<count])) } else { $0.isAtEnd = true }
        }
        signal.yield()
        if count <= 0 { break }
      }
      close(descriptor)
    }
  }

  /// The next bytes; nil at the end.
  func next() async -> [UInt8]? {
    while true {
      let (bytes, isAtEnd) = pieces.withLock { pieces in
        (pieces.waiting.isEmpty ? nil : pieces.waiting.removeFirst(), pieces.isAtEnd)
      }
      if bytes != nil || isAtEnd { return bytes }
      var iterator = signals.makeAsyncIterator()
      _ = await iterator.next()
    }
  }
}
