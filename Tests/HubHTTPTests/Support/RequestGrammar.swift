#if Hub
import Storage

/// Streams of requests as the grammar of RFC 9112 has them, and with faults.
struct RequestGrammar {
  /// A request that every parser has to take.
  struct Sample {
    var method: String
    var path: String
    var body: [UInt8]
    var bytes: [UInt8]
  }

  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A stream of one to three requests without a fault.
  mutating func stream() -> [Sample] {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in sample() }
  }

  /// Changes a stream in one to three places.
  mutating func mutated(_ stream: [UInt8]) -> [UInt8] {
    var stream = stream
    for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&stream) }
    return stream
  }

  /// Places at which a stream is cut.
  mutating func cuts(of count: Int) -> [Int] { random.cuts(of: count) }

  mutating func oneIn(_ count: Int) -> Bool { random.oneIn(count) }

  // MARK: - Without a fault

  private mutating func sample() -> Sample {
    let method = random.pick([
      "GET", "GET", "HEAD", "POST", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
    ])
    let needsLength = ["POST", "PUT", "PATCH"].contains(method)
    let body = needsLength || random.oneIn(5) ? payload() : []
    let isChunked = needsLength && random.oneIn(2)
    var headers = ["Host: " + random.pick(["a", "hub.example:8731", "[::1]:80", "127.0.0.1"])]
    if isChunked {
      headers.append(random.pick(["Transfer-Encoding: chunked", "transfer-encoding:\tCHUNKED "]))
    } else if needsLength || !body.isEmpty {
      let zeros = random.oneIn(8) ? "00" : ""
      headers.append(
        random.pick(["Content-Length: ", "content-length:", "CONTENT-LENGTH: \t"])
          + "\(zeros)\(body.count)"
      )
    }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let header = header()
      // Twice they are refused.
      let isSingle = Self.singletons.contains(Self.name(of: header))
      if isSingle, headers.contains(where: { Self.name(of: $0) == Self.name(of: header) }) {
        continue
      }
      headers.append(header)
    }
    // Once: twice it is refused.
    if random.oneIn(6) { headers.append("Expect: 100-continue") }
    headers.shuffle(using: &random)
    let path = self.path()
    let head =
      "\(method) \(path)\(query()) HTTP/1.1\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n"
    let bytes = Array(head.latin1) + (isChunked ? chunked(body) : body)
    return Sample(method: method, path: path, body: body, bytes: bytes)
  }

  private mutating func path() -> String {
    let parts = ["v1", "spaces", "a-b", "%C3%A9", "push", "~x", "a:b@c", "!$&'()*+,;=", "", "."]
    return "/"
      + (0..<Int.random(in: 0...4, using: &random)).map { _ in random.pick(parts) }
      .joined(separator: "/")
  }

  private mutating func query() -> String {
    random.pick(["", "", "?", "?after=5", "?a=b&c=%20d&e", "?a=/?:@", "?&&=&"])
  }

  private mutating func header() -> String {
    let names = [
      "Accept", "X-A", "User-Agent", "authorization", "A_b!#$%&'*+.^`|~", "Cookie", "TE",
    ]
    let values = [
      "", "*/*", "a, b", "Bearer ith_0", "\"a\\\"b\"", "a\tb", "caf\u{E9}", "x: y", "a=b; c",
    ]
    let special = [
      "Accept-Encoding: gzip;q=0.5, *", "Connection: keep-alive",
      "Connection: Upgrade", "Upgrade: websocket", "Sync-Protocol: 1",
    ]
    if random.oneIn(4) { return random.pick(special) }
    return random.pick(names) + ":" + random.pick(["", " ", "  ", "\t"]) + random.pick(values)
      + random.pick(["", "", " ", "\t "])
  }

  private static let singletons = ["authorization", "cookie", "sync-protocol", "user-agent"]

  private static func name(of header: String) -> String {
    header.prefix { $0 != ":" }.lowercased()
  }

  private mutating func payload() -> [UInt8] {
    let count = random.pick([0, 1, 2, 15, 16, 17, 255, 300])
    if random.oneIn(3) {
      let smuggled = Array("GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
      return random.oneIn(2) ? smuggled : Array("0\r\n\r\n".utf8) + smuggled
    }
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  private mutating func chunked(_ body: [UInt8]) -> [UInt8] {
    var (bytes, rest): ([UInt8], ArraySlice<UInt8>) = ([], body[...])
    while !rest.isEmpty {
      let part = rest.prefix(Int.random(in: 1...rest.count, using: &random))
      rest = rest.dropFirst(part.count)
      let size = String(part.count, radix: 16, uppercase: random.oneIn(2))
      bytes += (random.oneIn(6) ? "00" : "").utf8
      bytes += (size + random.pick(["", "", "", ";a", ";a=b", ";a=\"b c\""]) + "\r\n").utf8
      bytes += part + Array("\r\n".utf8)
    }
    bytes += random.pick(["0", "000", "0;a=b"]).utf8
    bytes += "\r\n".utf8
    if random.oneIn(5) {
      bytes += random.pick(["X-T: u\r\n", "Host: b\r\n", "A:\r\nB: c\r\n"]).utf8
    }
    return bytes + Array("\r\n".utf8)
  }

  // MARK: - With a fault

  private mutating func mutate(_ stream: inout [UInt8]) {
    guard !stream.isEmpty else { return }
    let place = Int.random(in: stream.indices, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: stream[place] = UInt8.random(in: 0...255, using: &random)
    case 1: stream[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2: stream.remove(at: place)
    case 3:
      stream.insert(random.pick([0, 9, 10, 11, 13, 32, 44, 58, 59, 127, 160, 255]), at: place)
    case 4: stream.insert(contentsOf: stream[place..<min(stream.count, place + 12)], at: place)
    case 5: changeLineEnd(&stream, from: place)
    case 6: insertLine(&stream, from: place)
    case 7:
      stream.removeSubrange(
        place..<min(stream.count, place + Int.random(in: 1...20, using: &random))
      )
    default: swapNeighbour(&stream, place)
    }
  }

  /// Puts something else where a line ends.
  private mutating func changeLineEnd(_ stream: inout [UInt8], from place: Int) {
    guard let end = stream[place...].firstIndex(of: 13), end + 1 < stream.count else { return }
    let others: [[UInt8]] = [
      [10], [13], [13, 13, 10], [13, 10, 13, 10], [13, 10, 32], [10, 13], [32, 13, 10], [0],
    ]
    stream.replaceSubrange(end...(end + 1), with: random.pick(others))
  }

  /// Puts a header that has to do with framing behind a line.
  private mutating func insertLine(_ stream: inout [UInt8], from place: Int) {
    guard let end = stream[place...].firstIndex(of: 10) else { return }
    let lines = [
      "Content-Length: 0", "Content-Length: 5", "Content-Length: +1", "Content-Length:",
      "Content-Length : 3",
      "Transfer-Encoding: chunked", "Transfer-Encoding: xchunked", "Transfer-Encoding:\u{B}chunked",
      "Transfer-Encoding: chunked, identity", "Transfer-Encoding : chunked", "Host: b", " folded",
      "X:\rY: z",
      "Connection: close", "\u{0}: a", "Content-Length: 1, 1", "Content-Encoding: gzip", "0", "5",
      "GET / HTTP/1.1",
    ]
    stream.insert(contentsOf: Array(random.pick(lines).latin1) + [13, 10], at: end + 1)
  }

  private func swapNeighbour(_ stream: inout [UInt8], _ place: Int) {
    if place + 1 < stream.count { stream.swapAt(place, place + 1) }
  }
}
#endif
