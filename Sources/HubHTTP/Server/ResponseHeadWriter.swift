#if Hub
/// Writes the heads of responses.
enum ResponseHeadWriter {
  /// "100 Continue", which asks for a body.
  static let proceed = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// What is sent to a connection that may not stay, without a look at its request.
  static let unavailable = Array(
    "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      .utf8
  )

  /// Whether responses with that status have a body (RFC 9110, section 6.4.1).
  static func hasBody(_ status: Int) -> Bool { status != 204 && status != 304 && status != 205 }

  /// The head of a response, with the blank line at its end.
  static func bytes(
    _ response: OutgoingResponse,
    date: [UInt8],
    closes: Bool,
    isHTTP10: Bool,
    room: Int
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(response.lines.count + room + 160)
    bytes += "HTTP/1.1 ".utf8
    append(response.status, to: &bytes)
    bytes.append(.space)
    bytes += phrase(response.status).utf8
    bytes += "\r\n".utf8
    bytes += response.lines
    if !response.hasDate {
      bytes += "Date: ".utf8
      bytes += date
      bytes += "\r\n".utf8
    }
    // RFC 9110, section 8.6: not with a 204; with a 304 it would be the length of another response.
    if hasBody(response.status) {
      bytes += "Content-Length: ".utf8
      append(response.body.count, to: &bytes)
      bytes += "\r\n".utf8
    } else if response.status == 205 {
      bytes += "Content-Length: 0\r\n".utf8
    }
    if closes {
      bytes += "Connection: close\r\n".utf8
    } else if isHTTP10 {
      bytes += "Connection: keep-alive\r\n".utf8
    }
    bytes += "\r\n".utf8
    return bytes
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    if number >= 10 { append(number / 10, to: &bytes) }
    bytes.append(0x30 + UInt8(number % 10))
  }

  /// The words beside a status; for those who read, no program looks at them.
  static func phrase(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 204: "No Content"
    case 205: "Reset Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 411: "Length Required"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 417: "Expectation Failed"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 426: "Upgrade Required"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    case 507: "Insufficient Storage"
    default: "Status"
    }
  }
}
#endif
