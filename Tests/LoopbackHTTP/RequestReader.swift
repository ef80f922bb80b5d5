import Sync

/// Reads requests of HTTP/1.1 with a length or in chunks, one after the other.
struct RequestReader {
  private let connection: Int32
  private var bytes: [UInt8] = []

  init(_ connection: Int32) { self.connection = connection }

  /// The next request, or nil at the end.
  mutating func next() -> RecordedRequest? {
    guard let end = endOfHead() else { return nil }
    let head = String(decoding: bytes[..<(end - 4)], as: UTF8.self)
    let lines = head.split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 3 else { return nil }
    let headers = lines.dropFirst().map { line in
      let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = sides.count > 1 ? sides[1].drop { $0 == " " } : ""
      return NetworkRequest.Pair(String(sides[0]), String(value))
    }
    bytes.removeFirst(end)
    var request = RecordedRequest(
      method: String(words[0]),
      target: String(words[1]),
      headers: headers,
      body: [],
      size: end
    )
    if request.header("Expect")?.lowercased() == "100-continue" {
      _ = Socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), on: connection)
    }
    guard readBody(of: &request) else { return nil }
    return request
  }

  private mutating func endOfHead() -> Int? {
    var searched = 0
    while true {
      for index in searched..<max(searched, bytes.count - 3)
      where bytes[index..<(index + 4)].elementsEqual([13, 10, 13, 10]) {
        return index + 4
      }
      searched = max(0, bytes.count - 3)
      guard let more = Socket.receive(on: connection) else { return nil }
      bytes += more
    }
  }

  private mutating func readBody(of request: inout RecordedRequest) -> Bool {
    if request.header("Transfer-Encoding")?.lowercased() == "chunked" {
      while let line = line(), let count = Int(line, radix: 16) {
        guard fill(count + 2) else { return false }
        request.body += bytes[..<count]
        bytes.removeFirst(count + 2)
        request.size += line.utf8.count + 2 + count + 2
        if count == 0 { return true }
      }
      return false
    }
    let count = request.header("Content-Length").flatMap { Int($0) } ?? 0
    guard fill(count) else { return false }
    request.body = Array(bytes[..<count])
    request.size += count
    bytes.removeFirst(count)
    return true
  }

  private mutating func line() -> String? {
    while true {
      if let end = bytes.firstIndex(of: 10), end > 0 {
        defer { bytes.removeFirst(end + 1) }
        return String(decoding: bytes[..<(end - 1)], as: UTF8.self)
      }
      guard let more = Socket.receive(on: connection) else { return nil }
      bytes += more
    }
  }

  private mutating func fill(_ count: Int) -> Bool {
    while bytes.count < count {
      guard let more = Socket.receive(on: connection) else { return false }
      bytes += more
    }
    return true
  }
}
