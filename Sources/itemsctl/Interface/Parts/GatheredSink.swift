import CommandKit
import Storage

/// Keeps what a command prints.
final class GatheredSink: ByteSink {
  private let bytes = Locked<[UInt8]>([])

  /// The most that is kept: a screen shows no more in its time.
  private static let limit = 4 << 20

  func write(_ new: [UInt8]) throws(CommandError) {
    bytes.withLock { if $0.count < GatheredSink.limit { $0 += new } }
  }

  /// The lines, without those that were drawn over.
  var lines: [String] {
    let text = String(decoding: bytes.withLock { $0 }, as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false).last.map(String.init)
        ?? ""
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}

/// Nobody types.
struct NoInput: ByteSource {
  func next() throws(CommandError) -> [UInt8]? { nil }
}
