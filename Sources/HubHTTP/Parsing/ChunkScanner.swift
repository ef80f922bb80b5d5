#if Hub
import HubServer

/// Finds the end of a chunked body (RFC 9112, section 7.1), as strictly as ``HeadScanner`` reads heads.
///
/// Sizes are hexadecimal digits alone; extensions and trailers are limited and mean nothing.
struct ChunkScanner {
  enum Outcome {
    case more
    /// The body is whole, trailers included.
    case end
    case refused(TransportRefusal)
  }

  private enum State {
    case sizeStart, size, sizeExtension, sizeLineFeed, data, dataReturn, dataLineFeed
    case trailerStart, trailerName, trailerValue, trailerLineFeed, endLineFeed
  }

  /// The bytes of all extensions together.
  private static let extensionLimit = 1_024
  /// The digits of a size; leading zeros, too.
  private static let digitLimit = 16

  private let limits: HeadLimits
  private let bodyLimit: Int
  /// The bytes of the body so far, announced ones included.
  private(set) var count = 0
  private var state = State.sizeStart
  private var remaining = 0
  private var digits = 0
  private var extensionBytes = 0
  private var trailerBytes = 0
  private var trailers = 0

  init(limits: HeadLimits, bodyLimit: Int) {
    self.limits = limits
    self.bodyLimit = bodyLimit
  }

  /// Reads on; what follows the body's last byte is not consumed.
  mutating func scan(_ input: UnsafeBufferPointer<UInt8>) -> (consumed: Int, outcome: Outcome) {
    var at = 0
    while at < input.count {
      if state == .data {
        let part = min(remaining, input.count - at)
        at += part
        remaining -= part
        if remaining == 0 { state = .dataReturn }
        continue
      }
      let byte = unsafe input[at]
      at += 1
      if let refusal = take(byte) { return (at, .refused(refusal)) }
      if state == .endLineFeed, byte == .lineFeed { return (at, .end) }
    }
    return (at, .more)
  }

  private mutating func take(_ byte: UInt8) -> TransportRefusal? {
    switch state {
    case .sizeStart, .size, .sizeExtension, .sizeLineFeed: return takeSize(byte)
    case .dataReturn:
      guard byte == .carriageReturn else { return .badRequest("a chunk is longer than its size") }
      state = .dataLineFeed
    case .dataLineFeed:
      guard byte == .lineFeed else { return .badRequest("a line ends with CR alone") }
      (state, digits, remaining) = (.sizeStart, 0, 0)
    default: return takeTrailer(byte)
    }
    return nil
  }

  private mutating func takeSize(_ byte: UInt8) -> TransportRefusal? {
    switch state {
    case .sizeStart, .size:
      if let digit = byte.hexValue { return takeDigit(digit) }
      guard state == .size else { return .badRequest("a chunk has no size") }
      if byte == .carriageReturn {
        state = .sizeLineFeed
      } else if byte == UInt8(ascii: ";") {
        state = .sizeExtension
      } else {
        return .badRequest("a chunk's size is not a number")
      }
    case .sizeExtension:
      extensionBytes += 1
      if byte == .carriageReturn {
        state = .sizeLineFeed
      } else if !byte.isFieldText {
        return .badRequest("a chunk's extension has a control character")
      } else if extensionBytes > Self.extensionLimit {
        return .badRequest("the chunks' extensions are too long")
      }
    default:
      guard byte == .lineFeed else { return .badRequest("a line ends with CR alone") }
      count += remaining
      state = remaining == 0 ? .trailerStart : .data
    }
    return nil
  }

  private mutating func takeDigit(_ digit: UInt8) -> TransportRefusal? {
    digits += 1
    guard digits <= Self.digitLimit else {
      return .badRequest("a chunk's size has too many digits")
    }
    state = .size
    remaining = remaining << 4 | Int(digit)
    guard remaining <= bodyLimit - count else {
      return TransportRefusal(status: 413, reason: "the body is too long")
    }
    return nil
  }

  private mutating func takeTrailer(_ byte: UInt8) -> TransportRefusal? {
    trailerBytes += 1
    if trailerBytes > limits.headers {
      return TransportRefusal(status: 431, reason: "the trailers are too long")
    }
    switch state {
    case .trailerStart:
      if byte == .carriageReturn {
        state = .endLineFeed
        return nil
      }
      trailers += 1
      guard trailers <= limits.headerCount else {
        return TransportRefusal(status: 431, reason: "too many trailers")
      }
      guard ByteSet.token.contains(byte) else { return .badRequest("a trailer has no name") }
      state = .trailerName
    case .trailerName:
      if byte == .colon {
        state = .trailerValue
      } else if !ByteSet.token.contains(byte) {
        return .badRequest("a trailer's name is not a token")
      }
    case .trailerValue:
      if byte == .carriageReturn {
        state = .trailerLineFeed
      } else if !byte.isFieldText {
        return .badRequest("a trailer's value has a control character")
      }
    case .trailerLineFeed:
      guard byte == .lineFeed else { return .badRequest("a line ends with CR alone") }
      state = .trailerStart
    default:
      guard byte == .lineFeed else { return .badRequest("a line ends with CR alone") }
    }
    return nil
  }
}
#endif
