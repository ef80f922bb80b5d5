#if Hub
import HubServer
import Sync

/// Makes a request of a head that was scanned, or says which rule it breaks.
///
/// What says where the body ends is read by these rules and by llhttp; where the two differ in anything, the request is
/// refused, so that no mistake of one alone can make two requests of one.
struct HeadReader {
  private let scanner: HeadScanner
  private var hosts = 0
  private var length: Int?
  private var isChunked = false
  private var expectsContinue = false
  private var coding = RequestHead.Coding.identity
  private var acceptsGzip = false
  /// A bit for each of ``singletons`` that has come.
  private var seen: UInt32 = 0
  private var headers: [NetworkRequest.Pair] = []

  static func read(_ scanner: HeadScanner) throws(RefusalError) -> RequestHead {
    var reader = HeadReader(scanner)
    return try reader.head()
  }

  private init(_ scanner: HeadScanner) { self.scanner = scanner }

  private mutating func head() throws(RefusalError) -> RequestHead {
    let target = try target()
    guard let method = Self.methods.first(where: { isEqual(0..<scanner.methodEnd, $0.utf8) }) else {
      throw RefusalError(501, "the method is unknown")
    }
    headers.reserveCapacity(scanner.fields.count)
    for field in scanner.fields { try take(field) }
    guard hosts == 1 else {
      throw RefusalError(400, "the request does not have exactly one Host header")
    }
    if isChunked, length != nil {
      throw RefusalError(400, "Content-Length beside Transfer-Encoding")
    }
    if isChunked, scanner.minor == 0 {
      throw RefusalError(400, "Transfer-Encoding in HTTP/1.0")
    }
    if length == nil, !isChunked, method == "POST" || method == "PUT" || method == "PATCH" {
      throw RefusalError(411, "the length of the body is missing")
    }
    let keepsAlive = try secondOpinion()
    return RequestHead(
      request: NetworkRequest(
        method: method,
        path: target.path,
        query: target.query,
        headers: headers
      ),
      minorVersion: scanner.minor,
      keepsAlive: keepsAlive,
      framing: isChunked ? .chunked : (length ?? 0) > 0 ? .length(length ?? 0) : .none,
      // RFC 9110, section 10.1.1: it means nothing in HTTP/1.0.
      expectsContinue: expectsContinue && scanner.minor == 1,
      coding: coding,
      acceptsGzip: acceptsGzip
    )
  }

  /// Those that some resource could have; which of them has which, the handler says.
  private static let methods = [
    "GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE",
  ]

  // MARK: - The target

  private func target() throws(RefusalError) -> (path: String, query: [NetworkRequest.Pair]) {
    let range = (scanner.methodEnd + 1)..<scanner.targetEnd
    guard scanner.bytes[range.lowerBound] == UInt8(ascii: "/") else {
      throw RefusalError(400, "the target does not begin with a slash")
    }
    let bytes = scanner.bytes[range]
    let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? range.upperBound
    guard PercentEncoding.isValid(bytes) else {
      throw RefusalError(400, "a percent sign without two hexadecimal digits")
    }
    let path = String(decoding: bytes[..<mark], as: UTF8.self)
    guard mark < range.upperBound else { return (path, []) }
    guard let query = PercentEncoding.query(bytes[(mark + 1)...]) else {
      throw RefusalError(400, "the query is not UTF-8")
    }
    return (path, query)
  }

  // MARK: - The headers

  private mutating func take(_ field: HeadScanner.Field) throws(RefusalError) {
    let value = scanner.bytes[field.value]
    // By the length first: most headers mean nothing here.
    switch field.name.count {
    case 4 where isNamed(field, "host"): try takeHost(value)
    case 6 where isNamed(field, "expect"):
      guard !expectsContinue, value.isEqualIgnoringCase("100-continue") else {
        throw RefusalError(417, "an expectation other than 100-continue")
      }
      expectsContinue = true
    case 14 where isNamed(field, "content-length"): try takeLength(value)
    case 15 where isNamed(field, "accept-encoding"):
      if GzipPreference.accepts(value) { acceptsGzip = true }
    case 16 where isNamed(field, "content-encoding"): takeCoding(value)
    case 17 where isNamed(field, "transfer-encoding"):
      guard !isChunked, value.isEqualIgnoringCase("chunked") else {
        throw RefusalError(400, "a transfer coding other than a single chunked")
      }
      isChunked = true
    default: try takeOnce(field)
    }
    headers.append(
      NetworkRequest.Pair(
        String(decoding: scanner.bytes[field.name], as: UTF8.self),
        String(decoding: value, as: UTF8.self)
      )
    )
  }

  /// The headers of requests that have one value, no list, beside those that are read here.
  ///
  /// Of two, one part of a chain takes the first, and another the last; so a request with two is refused as that with two
  /// hosts is, whatever they hold (RFC 9110, section 5.3; RFC 6265, section 5.4, of `Cookie`; RFC 4918 of WebDAV's three).
  private static let singletons: [StaticString] = [
    "authorization", "proxy-authorization", "content-type", "content-location", "content-range",
    "cookie", "date", "depth", "destination", "from", "if-modified-since", "if-range",
    "if-unmodified-since", "max-forwards", "origin", "overwrite", "range", "referer",
    "sync-protocol", "user-agent",
  ]

  private mutating func takeOnce(_ field: HeadScanner.Field) throws(RefusalError) {
    for (index, name) in Self.singletons.enumerated()
    where name.utf8CodeUnitCount == field.name.count && isNamed(field, name) {
      guard seen & 1 << index == 0 else {
        throw RefusalError(400, "more than one \(name) header")
      }
      seen |= 1 << index
    }
  }

  private mutating func takeHost(_ value: ArraySlice<UInt8>) throws(RefusalError) {
    hosts += 1
    guard !value.isEmpty, value.allSatisfy(ByteSet.host.contains) else {
      throw RefusalError(400, "the Host header is not a host")
    }
  }

  private mutating func takeLength(_ value: ArraySlice<UInt8>) throws(RefusalError) {
    guard length == nil else { throw RefusalError(400, "more than one Content-Length") }
    guard !value.isEmpty, value.allSatisfy(\.isDigit) else {
      throw RefusalError(400, "Content-Length is not a number")
    }
    var number = 0
    for digit in value {
      // Far above each limit, and far below what llhttp can count.
      guard number < 1_000_000_000_000_000 else { throw RefusalError(413, "the body is too long") }
      number = number * 10 + Int(digit - 0x30)
    }
    length = number
  }

  private mutating func takeCoding(_ value: ArraySlice<UInt8>) {
    let isKnown = coding == .identity
    if value.isEqualIgnoringCase("identity") { return }
    coding =
      isKnown && (value.isEqualIgnoringCase("gzip") || value.isEqualIgnoringCase("x-gzip"))
      ? .gzip : .unknown
  }

  /// Reads the head with llhttp, too; returns whether the connection stays open.
  private func secondOpinion() throws(RefusalError) -> Bool {
    guard let other = LlhttpHead.read(scanner.bytes) else {
      throw RefusalError(400, "llhttp refuses the head")
    }
    guard other.isMethod(scanner.bytes[..<scanner.methodEnd]), other.minor == scanner.minor,
      other.isChunked == isChunked, other.length == UInt64(length ?? 0)
    else { throw RefusalError(400, "llhttp reads the head differently") }
    return other.keepsAlive
  }

  private func isNamed(_ field: HeadScanner.Field, _ name: StaticString) -> Bool {
    scanner.bytes[field.name].isEqualIgnoringCase(name)
  }

  private func isEqual(_ range: Range<Int>, _ other: String.UTF8View) -> Bool {
    range.count == other.count && scanner.bytes[range].elementsEqual(other)
  }
}

/// A refusal on its way up.
struct RefusalError: Error {
  let refusal: TransportRefusal

  init(_ status: Int, _ reason: String) {
    refusal = TransportRefusal(status: status, reason: reason)
  }
}

extension ArraySlice<UInt8> {
  /// Compares with lower-case ASCII.
  func isEqualIgnoringCase(_ other: StaticString) -> Bool {
    guard count == other.utf8CodeUnitCount else { return false }
    return other.withUTF8Buffer { letters in
      for (index, byte) in enumerated() {
        let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
        if unsafe letters[index] != lower { return false }
      }
      return true
    }
  }
}
#endif
