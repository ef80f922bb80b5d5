// A request as it is sent.
//
// | header          | value                                                      |
// | `Authorization` | `Bearer TOKEN`, where there is a token                     |
// | `User-Agent`    | name and version of the program                            |
// | `Accept`        | `*/*`                                                      |
// | the request's   | `Sync-Protocol`, and `Content-Type` where there is a body  |
//
// `Accept-Encoding` comes from the transport, which decompresses.

import Sync

extension NetworkRequest {
  /// The URL of the request at a server.
  func address(at origin: HTTPOrigin) -> String { "\(origin)\(path)\(queryText)" }

  /// All headers; one of them holds the token, and nothing else does.
  func allHeaders(token: HubToken?, userAgent: String) -> [Pair] {
    let usual = [Pair("Accept", "*/*"), Pair("User-Agent", userAgent)]
    let all = headers + usual + (token.map { [Pair("Authorization", "Bearer \($0.text)")] } ?? [])
    return all.map { Pair($0.name.headerText, $0.value.headerText) }
  }

  private var queryText: String {
    guard !query.isEmpty else { return "" }
    return "?" + query.map { "\($0.name.encoded)=\($0.value.encoded)" }.joined(separator: "&")
  }
}

extension String {
  /// Percent-encoded, except RFC 3986's unreserved characters.
  fileprivate var encoded: String {
    var bytes: [UInt8] = []
    for byte in utf8 {
      if byte.isUnreserved {
        bytes.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Without characters that would end a header's line.
  fileprivate var headerText: String {
    String(
      decoding: utf8.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") },
      as: UTF8.self
    )
  }
}

extension UInt8 {
  fileprivate var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
