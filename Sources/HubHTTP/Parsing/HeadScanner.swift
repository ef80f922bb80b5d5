#if Hub
import HubServer

/// Finds the end of a request's head byte by byte, and refuses what is not written as RFC 9112 has it.
///
/// These are our rules above llhttp's, which is lenient in places and hides where lines end: CR LF alone ends a line,
/// single spaces part the request line, no line is folded, names are tokens right before their colon, and nothing holds
/// a control character. The limits are counted as bytes come.
struct HeadScanner {
  enum Outcome {
    case more
    /// The head is whole.
    case end
    case refused(TransportRefusal)
  }

  /// Where a header stands within ``bytes``.
  struct Field {
    var nameStart: Int32
    var nameEnd: Int32
    var valueStart: Int32
    /// Without the blanks behind the value.
    var valueEnd: Int32

    var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
  }

  private enum State {
    case method, target, version, requestLineFeed
    case lineStart, name, beforeValue, value, valueLineFeed, endLineFeed
  }

  private static let versionForm = Array("HTTP/".utf8)
  private static let longestMethod = 24

  let limits: HeadLimits
  /// What has come of the head.
  private(set) var bytes: [UInt8] = []
  private(set) var fields: [Field] = []
  private(set) var methodEnd = 0
  private(set) var targetEnd = 0
  private(set) var major: UInt8 = 0
  private(set) var minor: UInt8 = 0
  private var state = State.method
  private var headersStart = 0

  init(limits: HeadLimits) { self.limits = limits }

  /// Reads on, and takes over what belongs to the head.
  mutating func scan(_ input: UnsafeBufferPointer<UInt8>) -> (consumed: Int, outcome: Outcome) {
    let base = bytes.count
    var at = 0
    var outcome = Outcome.more
    scanning: while at < input.count {
      let (byte, place) = (unsafe input[at], base + at)
      at += 1
      if let refusal = take(byte, at: place) {
        outcome = .refused(refusal)
        break
      }
      if case .endLineFeed = state, byte == .lineFeed {
        outcome = .end
        break
      }
      // Most bytes of a head are those of values.
      if state == .value {
        let most = min(input.count, headersStart + limits.headers - base)
        while at < most, unsafe input[at].isFieldText { at += 1 }
      }
    }
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: input[..<at]))
    if case .end = outcome { trimValues() }
    return (at, outcome)
  }

  /// Takes one byte; says what is wrong with it.
  private mutating func take(_ byte: UInt8, at place: Int) -> TransportRefusal? {
    switch state {
    case .method, .target, .version, .requestLineFeed: return takeRequestLine(byte, at: place)
    default: return takeHeaderLine(byte, at: place)
    }
  }

  private mutating func takeRequestLine(_ byte: UInt8, at place: Int) -> TransportRefusal? {
    if place >= limits.requestLine, byte != .carriageReturn, state != .requestLineFeed {
      return TransportRefusal(status: 414, reason: "the request line is too long")
    }
    switch state {
    case .method:
      if byte == .space, place > 0 {
        methodEnd = place
        state = .target
      } else if !ByteSet.token.contains(byte) {
        return .badRequest("the method is not a token")
      } else if place >= Self.longestMethod {
        return TransportRefusal(status: 501, reason: "the method is unknown")
      }
    case .target:
      if byte == .space, place > methodEnd + 1 {
        targetEnd = place
        state = .version
      } else if place == methodEnd + 1, byte != UInt8(ascii: "/"), byte != UInt8(ascii: "*") {
        // What else it could be is told once the version is known: an asterisk comes with HTTP/2's preface.
        return .badRequest("the target does not begin with a slash")
      } else if !ByteSet.target.contains(byte) {
        return .badRequest("a character in the target must be percent-encoded")
      }
    case .version: return takeVersion(byte, at: place - targetEnd - 1)
    default:
      guard byte == .lineFeed else { return .badRequest("a line ends with CR alone") }
      headersStart = place + 1
      state = .lineStart
    }
    return nil
  }

  private mutating func takeVersion(_ byte: UInt8, at index: Int) -> TransportRefusal? {
    switch index {
    case 0..<5 where byte == Self.versionForm[index]: return nil
    case 5 where byte.isDigit: major = byte - 0x30
    case 6 where byte == UInt8(ascii: "."): return nil
    case 7 where byte.isDigit: minor = byte - 0x30
    case 8 where byte == .carriageReturn:
      state = .requestLineFeed
      guard major == 1, minor <= 1 else {
        return TransportRefusal(status: 505, reason: "the version is neither HTTP/1.0 nor HTTP/1.1")
      }
    default: return .badRequest("the request line does not end with a version of HTTP")
    }
    return nil
  }

  private mutating func takeHeaderLine(_ byte: UInt8, at place: Int) -> TransportRefusal? {
    if place >= headersStart + limits.headers, state != .endLineFeed,
      !(state == .lineStart && byte == .carriageReturn)
    {
      return TransportRefusal(status: 431, reason: "the headers are too long")
    }
    switch state {
    case .lineStart:
      if byte == .carriageReturn {
        state = .endLineFeed
      } else if byte == .space || byte == .tab {
        return .badRequest("a header is folded")
      } else if !ByteSet.token.contains(byte) {
        return .badRequest("a header has no name")
      } else if fields.count == limits.headerCount {
        return TransportRefusal(status: 431, reason: "too many headers")
      } else {
        if fields.isEmpty { fields.reserveCapacity(12) }
        fields.append(Field(nameStart: Int32(place), nameEnd: 0, valueStart: 0, valueEnd: 0))
        state = .name
      }
    case .name:
      if byte == .colon {
        fields[fields.count - 1].nameEnd = Int32(place)
        state = .beforeValue
      } else if !ByteSet.token.contains(byte) {
        return .badRequest("a header's name is not a token")
      }
    case .beforeValue, .value: return takeValue(byte, at: place)
    case .valueLineFeed:
      guard byte == .lineFeed else { return .badRequest("a line ends with CR alone") }
      state = .lineStart
    default:
      guard byte == .lineFeed else { return .badRequest("a line ends with CR alone") }
    }
    return nil
  }

  private mutating func takeValue(_ byte: UInt8, at place: Int) -> TransportRefusal? {
    if byte == .carriageReturn {
      if state == .beforeValue { fields[fields.count - 1].valueStart = Int32(place) }
      fields[fields.count - 1].valueEnd = Int32(place)
      state = .valueLineFeed
    } else if byte == .lineFeed {
      return .badRequest("a line ends with LF alone")
    } else if !byte.isFieldText {
      return .badRequest("a header's value has a control character")
    } else if state == .beforeValue, byte != .space, byte != .tab {
      fields[fields.count - 1].valueStart = Int32(place)
      state = .value
    }
    return nil
  }

  private mutating func trimValues() {
    for index in fields.indices {
      while fields[index].valueEnd > fields[index].valueStart {
        let last = bytes[Int(fields[index].valueEnd) - 1]
        guard last == .space || last == .tab else { break }
        fields[index].valueEnd -= 1
      }
    }
  }
}

extension TransportRefusal {
  static func badRequest(_ reason: String) -> TransportRefusal {
    TransportRefusal(status: 400, reason: reason)
  }
}
#endif
