/// Tells apart the messages of HTTP/1.1 in a stream of bytes, each with a length of its own or without a body.
struct MessageScanner {
  /// The bytes of the message that is not whole yet.
  private var pending: [UInt8] = []
  /// Where the head of that message ends, once that is known.
  private var headEnd: Int?
  private var length = 0

  /// Takes bytes as they come; returns the messages that they complete.
  mutating func add(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    var whole: [[UInt8]] = []
    var rest = bytes
    while let byte = rest.first {
      if let headEnd {
        let part = rest.prefix(headEnd + length - pending.count)
        pending += part
        rest = rest.dropFirst(part.count)
      } else {
        pending.append(byte)
        rest = rest.dropFirst()
        guard pending.suffix(4).elementsEqual([13, 10, 13, 10]) else { continue }
        headEnd = pending.count
        length = MessageScanner.length(of: pending)
      }
      guard let headEnd, pending.count == headEnd + length else { continue }
      whole.append(pending)
      (pending, self.headEnd) = ([], nil)
    }
    return whole
  }

  private static func length(of head: [UInt8]) -> Int {
    for line in String(decoding: head, as: UTF8.self).split(separator: "\r\n") {
      let sides = line.split(separator: ":", maxSplits: 1)
      guard sides.count == 2, sides[0].lowercased() == "content-length" else { continue }
      return Int(sides[1].filter { $0 != " " }) ?? 0
    }
    return 0
  }
}
