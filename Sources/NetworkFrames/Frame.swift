// The messages between a command and its helper, as they go over pipes.
//
// | part    | bytes | meaning                                     |
// | head    | 4     | the length of the head, big-endian          |
// | body    | 4     | the length of the body, big-endian          |
// | head    | …     | an object of JSON, see FrameMessage.swift   |
// | body    | …     | the body of a request or of a response      |
//
// Both ends are built together; their version is compared before the first request.

/// One message between a command and its helper.
package struct Frame: Sendable, Equatable {
  /// JSON that says what the message is.
  package var head: [UInt8]
  /// The body that comes with it.
  package var body: [UInt8]

  package init(head: [UInt8], body: [UInt8] = []) {
    self.head = head
    self.body = body
  }

  /// The frame in its form on the pipe.
  package var bytes: [UInt8] { Frame.length(head.count) + Frame.length(body.count) + head + body }

  /// The largest head or body, in bytes; a frame that claims more is invalid.
  package static let maxPartBytes = 256 * 1_048_576

  private static func length(_ count: Int) -> [UInt8] {
    precondition(count <= maxPartBytes, "A frame's part is too long.")
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
  }
}

/// Assembles frames from the pieces in which they come.
package struct FrameReader: Sendable {
  private var bytes: [UInt8] = []
  private var start = 0

  package init() {}

  /// Takes the next piece.
  package mutating func append(_ piece: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += piece
  }

  /// The next whole frame, or nil until more has come.
  ///
  /// - Throws: ``FrameError`` for an invalid frame; nothing after it can be read.
  package mutating func next() throws(FrameError) -> Frame? {
    guard bytes.count - start >= 8 else { return nil }
    let (head, body) = (length(at: start), length(at: start + 4))
    guard max(head, body) <= Frame.maxPartBytes else { throw FrameError() }
    let bodyStart = start + 8 + head
    guard bytes.count >= bodyStart + body else { return nil }
    let frame = Frame(
      head: Array(bytes[(start + 8)..<bodyStart]),
      body: Array(bytes[bodyStart..<(bodyStart + body)])
    )
    start = bodyStart + body
    return frame
  }

  private func length(at index: Int) -> Int {
    bytes[index..<(index + 4)].reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The error for bytes that are not a valid message.
package struct FrameError: Error, Equatable {
  package init() {}
}
