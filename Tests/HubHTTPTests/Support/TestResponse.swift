#if Hub
/// A response as a client reads it.
struct TestResponse {
  var status: Int
  var headers: [(name: String, value: String)]
  var body: [UInt8]

  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  var text: String { String(decoding: body, as: UTF8.self) }
}

/// Reads the responses of one connection.
final class ResponseReader {
  let client: TestClient
  private var bytes: [UInt8] = []

  init(_ client: TestClient) { self.client = client }

  /// The next response; nil if the connection ends before it is whole.
  func next(toHead: Bool = false) async -> TestResponse? {
    guard let end = await headEnd() else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    bytes.removeFirst(end)
    guard let first = lines.first?.split(separator: " "), first.count >= 2, first[0] == "HTTP/1.1",
      let status = Int(first[1])
    else { return nil }
    var response = TestResponse(status: status, headers: [], body: [])
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      response.headers.append((String(line[..<colon]), String(value)))
    }
    let count = toHead ? 0 : Int(response.header("Content-Length") ?? "0") ?? 0
    while bytes.count < count {
      guard let part = await client.receive(), !part.isEmpty else { return nil }
      bytes += part
    }
    response.body = Array(bytes[..<count])
    bytes.removeFirst(count)
    return response
  }

  /// Whether the connection ends here, in order and without another byte.
  func isAtEnd() async -> Bool {
    let rest = await client.receive()
    return bytes.isEmpty && rest == []
  }

  private func headEnd() async -> Int? {
    let mark = Array("\r\n\r\n".utf8)
    while true {
      if bytes.count >= 4 {
        for index in 0...(bytes.count - 4) where Array(bytes[index..<(index + 4)]) == mark {
          return index + 4
        }
      }
      guard let part = await client.receive(), !part.isEmpty else { return nil }
      bytes += part
    }
  }
}
#endif
