#if !canImport(Darwin)
import CCurl
import Sync

/// One request under way in libcurl; only the thread of ``CurlLoop`` uses it.
@safe final class CurlTransfer {
  let handle: OpaquePointer
  private let exchange: HTTPExchange
  private let messages: CurlMessages
  private let headerLines: OpaquePointer?

  /// Nil where there is no memory.
  init?(_ request: CurlRequest, _ exchange: HTTPExchange) {
    let messages = CurlMessages(exchange, body: request.body ?? [])
    // libcurl has the context until `deinit`, and `messages` lives as long as this object.
    let context = unsafe Unmanaged.passUnretained(messages).toOpaque()
    let (header, body) = unsafe (CurlMessages.takeHeaderLine, CurlMessages.takeBody)
    guard let handle = unsafe ccurl_easy_make(header, body, context) else { return nil }
    unsafe self.handle = handle
    self.exchange = exchange
    self.messages = messages
    unsafe headerLines = CurlTransfer.list(request.headerLines)
    configure()
    guard unsafe headerLines != nil, set(request) else { return nil }
  }

  deinit {
    unsafe ccurl_easy_free(handle)
    unsafe ccurl_list_free(headerLines)
  }

  /// Sets how requests are sent.
  ///
  /// Requests work without each of these, which an older libcurl does not know.
  private func configure() {
    let numbers = [
      // A hub speaks HTTP/1.1, and a connection for each request that waits is what it counts.
      (ccurl_long_http_version, ccurl_http_version_1_1),
      (ccurl_long_protocols, ccurl_protocols_http_and_https),
      // Signals belong to the program.
      (ccurl_long_no_signal, 1),
      (ccurl_long_path_as_is, 1),
      // The head of a proxy's answer is not the hub's.
      (ccurl_long_suppress_connect_headers, 1),
      // A request that ends during the lookup of a host's name does not wait for the lookup.
      (ccurl_long_quick_exit, 1),
    ]
    for (option, value) in numbers { _ = set(option, value) }
    unsafe ccurl_set_trusted_certificates(handle)
    _ = unsafe ccurl_set_error_text(handle, messages.errorText)
    _ = set(ccurl_text_accept_encoding, "gzip, deflate")
  }

  /// Sets what is sent; false where libcurl does not take all of it, as without memory.
  private func set(_ request: CurlRequest) -> Bool {
    guard set(ccurl_text_url, request.url),
      unsafe ccurl_set_headers(handle, headerLines) == ccurl_ok
    else { return false }
    if request.method == "HEAD" { return set(ccurl_long_no_body, 1) }
    if let body = request.body {
      let context = unsafe Unmanaged.passUnretained(messages).toOpaque()
      let code = unsafe ccurl_set_body(handle, CurlMessages.sendBody, context, Int64(body.count))
      // libcurl repeats a request if an idle connection turns out to be closed. It cannot repeat a body, which is read only
      // once. A request without a body uses a new connection, so that libcurl does not repeat it either.
      guard code == ccurl_ok, !body.isEmpty || set(ccurl_long_fresh_connection, 1) else {
        return false
      }
    }
    return set(ccurl_text_custom_request, request.method)
  }

  private func set(_ option: Int, _ value: Int) -> Bool {
    unsafe ccurl_set_long(handle, Int32(option), value) == ccurl_ok
  }

  private func set(_ option: Int, _ text: String) -> Bool {
    unsafe ccurl_set_text(handle, Int32(option), text) == ccurl_ok
  }

  /// Ends the exchange, with the code that libcurl ended the transfer with.
  func end(_ code: Int32) {
    if code == ccurl_ok, messages.head.isComplete { return exchange.complete() }
    let error = CurlError(code: Int(code), description: messages.errorDescription(code))
    let origin = exchange.origin
    exchange.end(code == ccurl_ok ? .noAnswer(origin) : NetworkError(error, origin: origin))
  }

  /// A list of libcurl's, to be freed by it; nil where there is no memory for all of it.
  private static func list(_ lines: [String]) -> OpaquePointer? {
    var list: OpaquePointer?
    for line in lines {
      guard let longer = unsafe ccurl_list_append(list, line) else {
        unsafe ccurl_list_free(list)
        return nil
      }
      unsafe list = longer
    }
    return unsafe list
  }
}

/// The pieces of a request's body, and those of the response: libcurl calls its functions.
@safe private final class CurlMessages {
  private let exchange: HTTPExchange
  private(set) var head = ResponseHead()
  /// libcurl writes the reason of a failure here.
  let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: 256)

  /// The part of the body that has not been sent.
  private var unsentBody: ArraySlice<UInt8>

  init(_ exchange: HTTPExchange, body: [UInt8]) {
    self.exchange = exchange
    unsentBody = body[...]
    unsafe errorText.initialize(repeating: 0, count: 256)
  }

  deinit { unsafe errorText.deallocate() }

  func errorDescription(_ code: Int32) -> String {
    let text = unsafe String(cString: errorText)
    return text.isEmpty ? unsafe String(cString: ccurl_text_of(code)) : text
  }

  static let sendBody: ccurl_sender = { bytes, size, count, context in
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let messages = unsafe Unmanaged<CurlMessages>.fromOpaque(context).takeUnretainedValue()
    let piece = messages.unsentBody.prefix(size * count)
    messages.unsentBody.removeFirst(piece.count)
    let room = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
    unsafe room.copyBytes(from: piece)
    return piece.count
  }

  static let takeHeaderLine: ccurl_receiver = { bytes, size, count, context in
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let messages = unsafe Unmanaged<CurlMessages>.fromOpaque(context).takeUnretainedValue()
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    guard let head = messages.head.takeLine(unsafe Array(line)) else { return size * count }
    let isTaken = messages.exchange.receive(head, length: messages.head.length)
    return isTaken ? size * count : 0
  }

  static let takeBody: ccurl_receiver = { bytes, size, count, context in
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let messages = unsafe Unmanaged<CurlMessages>.fromOpaque(context).takeUnretainedValue()
    let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    unsafe messages.exchange.receive(piece)
    return messages.exchange.isEnded ? 0 : size * count
  }
}
#endif
