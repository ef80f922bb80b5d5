#if Hub
import HubServer
import Sync

/// A response that may be sent: its headers are checked, and its body is compressed where the client takes that.
///
/// Made on the thread of the handler that answers, so that event threads compress little.
struct OutgoingResponse: Sendable {
  let status: Int
  /// Header lines with their ends, without those that the connection decides on.
  let lines: [UInt8]
  let body: [UInt8]
  /// Whether the handler wants the connection closed.
  let closes: Bool
  let hasDate: Bool
  /// What was wrong with the handler's response, instead of which a 500 is sent.
  let fault: String?

  init(_ response: NetworkResponse, acceptsGzip: Bool, settings: HTTPSettings, isInLoop: Bool) {
    var writer = HeaderWriter()
    writer.write(response.headers)
    guard writer.isValid, (200...599).contains(response.status) else {
      // An error in a program must not become two responses; it becomes one, and a line in the log.
      self = OutgoingResponse(
        status: 500,
        text: "The response had an invalid header.",
        fault: "an invalid response"
      )
      return
    }
    var body = response.body
    if body.count >= settings.leastCompressed, !writer.hasCoding {
      writer.write("Vary", "Accept-Encoding")
      let isSmall = body.count <= settings.mostCompressedInLoop
      if acceptsGzip, isSmall || !isInLoop, let compressed = GzipDeflater.deflate(body) {
        body = compressed
        writer.write("Content-Encoding", "gzip")
      }
    }
    status = response.status
    lines = writer.bytes
    self.body = body
    closes = writer.closes
    hasDate = writer.hasDate
    fault = nil
  }

  /// A response of the transport's own: a line of text.
  init(status: Int, text: String, headers: [NetworkRequest.Pair] = [], fault: String? = nil) {
    var writer = HeaderWriter()
    writer.write("Content-Type", "text/plain; charset=utf-8")
    writer.write(headers)
    self.status = status
    lines = writer.bytes
    body = Array(text.utf8) + [.lineFeed]
    closes = true
    hasDate = false
    self.fault = fault
  }

  /// What the transport says about bytes that it refused.
  init(_ refusal: TransportRefusal) {
    // RFC 9110, section 15.5.16: which codings would have been taken.
    let headers = refusal.status == 415 ? [NetworkRequest.Pair("Accept-Encoding", "gzip")] : []
    self.init(
      status: refusal.status,
      text: "\(refusal.status) \(ResponseHeadWriter.phrase(refusal.status)): \(refusal.reason)",
      headers: headers
    )
  }
}

/// Writes headers, and finds out what the connection has to know of them.
private struct HeaderWriter {
  var bytes: [UInt8] = []
  var isValid = true
  var hasCoding = false
  var hasDate = false
  var closes = false

  mutating func write(_ headers: [NetworkRequest.Pair]) {
    bytes.reserveCapacity(headers.count * 40)
    for header in headers {
      guard header.name.utf8.allSatisfy(ByteSet.token.contains), !header.name.isEmpty,
        header.value.utf8.allSatisfy(\.isFieldText)
      else {
        isValid = false
        return
      }
      if take(header) { write(header.name, header.value) }
    }
  }

  mutating func write(_ name: String, _ value: String) {
    bytes += name.utf8
    bytes += [.colon, .space]
    bytes += value.utf8
    bytes += [.carriageReturn, .lineFeed]
  }

  /// Whether the handler's header is sent; those about the connection and the length are the transport's.
  private mutating func take(_ header: NetworkRequest.Pair) -> Bool {
    switch header.name.utf8.count {
    case 4 where header.name.lowercased() == "date": hasDate = true
    case 10 where header.name.lowercased() == "connection":
      closes = header.value.lowercased() == "close"
      return false
    case 14 where header.name.lowercased() == "content-length": return false
    case 16 where header.name.lowercased() == "content-encoding": hasCoding = true
    case 17 where header.name.lowercased() == "transfer-encoding": return false
    default: break
    }
    return true
  }
}
#endif
