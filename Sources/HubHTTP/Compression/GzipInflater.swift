#if Hub
import CZlib

/// Inflates a gzip body as it comes, up to a limit; used by one thread at a time, and frees zlib's state.
@safe final class GzipInflater {
  enum Outcome {
    case ok
    /// The body is larger than the limit; nothing beyond it was kept.
    case tooLong
    /// What came is no gzip, or something follows its end.
    case damaged
  }

  private var stream = unsafe z_stream()
  private var hasEnded = false

  /// Nil where there is no memory.
  init?() {
    // 16 more than the largest window: a gzip header has to be there.
    guard unsafe czlib_inflate_init(&stream, 15 + 16) == Z_OK else { return nil }
  }

  deinit { unsafe inflateEnd(&stream) }

  /// Whether the end has come, with the right checksum and length.
  var isComplete: Bool { hasEnded }

  /// Adds what the bytes inflate to.
  func inflate(
    _ bytes: UnsafeBufferPointer<UInt8>,
    into body: inout [UInt8],
    limit: Int
  ) -> Outcome {
    unsafe stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
    unsafe stream.avail_in = UInt32(bytes.count)
    while unsafe stream.avail_in > 0 {
      // A gzip file may have several members; a body has one.
      guard !hasEnded else { return .damaged }
      // One byte above the limit tells that there is more.
      let room = min(limit + 1 - body.count, 16_384)
      let (part, result) = inflatePart(room)
      body += part
      if body.count > limit { return .tooLong }
      switch result {
      case Z_STREAM_END: hasEnded = true
      case Z_OK: continue
      default: return .damaged
      }
    }
    return .ok
  }

  private func inflatePart(_ room: Int) -> (part: [UInt8], result: Int32) {
    var result = Z_OK
    let part = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      unsafe stream.next_out = buffer.baseAddress
      unsafe stream.avail_out = UInt32(room)
      result = unsafe CZlib.inflate(&stream, Z_NO_FLUSH)
      count = unsafe room - Int(stream.avail_out)
    }
    return (part, result)
  }
}
#endif
