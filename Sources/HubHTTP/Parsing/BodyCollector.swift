#if Hub
import HubServer

/// Gathers a body, inflated where it is compressed, and never more of it than its limit.
struct BodyCollector {
  let limit: Int
  private(set) var bytes: [UInt8] = []
  private let inflater: GzipInflater?

  /// Begins with memory for the bytes that are expected, up to a bound.
  init(limit: Int, isCompressed: Bool, expected: Int) throws(RefusalError) {
    self.limit = limit
    inflater = isCompressed ? GzipInflater() : nil
    guard !isCompressed || inflater != nil else { throw RefusalError(503, "no memory") }
    // Who announces much has not sent it yet.
    bytes.reserveCapacity(min(expected, limit, 16_384))
  }

  /// Adds a part as it was sent.
  mutating func append(_ part: UnsafeBufferPointer<UInt8>) -> TransportRefusal? {
    guard let inflater else {
      unsafe bytes.append(contentsOf: part)
      return nil
    }
    switch unsafe inflater.inflate(part, into: &bytes, limit: limit) {
    case .ok: return nil
    case .tooLong:
      bytes = []
      return TransportRefusal(status: 413, reason: "the body is too long once it is decompressed")
    case .damaged: return .badRequest("the body is not gzip")
    }
  }

  /// What is wrong with a body that has ended here.
  var refusalAtEnd: TransportRefusal? {
    guard let inflater, !inflater.isComplete else { return nil }
    return .badRequest("the gzip body ends too early")
  }
}
#endif
