import Storage
import Sync

/// Writes one JSON object a line; what comes too fast is counted and left out.
///
/// | member     | meaning                                                          |
/// | `time`     | ms since 1970, UTC                                                |
/// | `level`    | `info`, `warning` or `error`                                      |
/// | `event`    | what happened, such as `request`                                  |
/// | others     | see who logs; a token stands there by its id alone                |
final class ServerLog: Sendable {
  enum Level: String { case info, warning, error }

  private struct State {
    var bucket = TokenBucket()
    var dropped = 0
  }

  private let environment: ServerEnvironment
  private let state = Locked(State())

  init(_ environment: ServerEnvironment) { self.environment = environment }

  /// Writes a line.
  func write(
    _ level: Level,
    _ event: String,
    _ members: [(String, JSONValue)],
    _ limits: ServerLimits
  ) {
    let rate = limits.logLinesPerSecond
    let now = environment.monotonic()
    let dropped = state.withLock { state -> Int? in
      guard state.bucket.take(1, rate: rate, burst: 2 * rate, at: now) == nil else {
        state.dropped += 1
        return nil
      }
      defer { state.dropped = 0 }
      return state.dropped
    }
    guard let dropped else { return }
    if dropped > 0 { emit(.warning, "left-out", [("lines", .integer(Int64(dropped)))]) }
    emit(level, event, members)
  }

  private func emit(_ level: Level, _ event: String, _ members: [(String, JSONValue)]) {
    var writer = JSONWriter()
    writer.beginObject()
    let head: [(String, JSONValue)] = [
      ("time", .integer(environment.now())), ("level", .string(level.rawValue)),
      ("event", .string(event)),
    ]
    for (name, value) in head + members {
      writer.writeKey(name)
      // No double, so nothing that JSON cannot say.
      try? writer.writeValue(value)
    }
    writer.endObject()
    writer.endLine()
    environment.log(ServerLog.escaped(writer.bytes))
  }

  /// Escapes U+007F to U+009F, too, by which a terminal can be driven, and the separators U+2028 and U+2029.
  private static func escaped(_ line: [UInt8]) -> [UInt8] {
    guard line.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else { return line }
    var text = ""
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return Array(text.utf8)
  }
}
