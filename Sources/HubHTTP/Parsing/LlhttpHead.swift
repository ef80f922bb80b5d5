#if Hub
import CLlhttp

/// What llhttp reads in a whole head.
struct LlhttpHead {
  let method: UInt8
  let minor: UInt8
  let length: UInt64
  let isChunked: Bool
  let keepsAlive: Bool

  /// Reads a head; nil if llhttp refuses it, or ends it anywhere but at its last byte.
  static func read(_ bytes: [UInt8]) -> LlhttpHead? {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      var sink = LlhttpSink()
      var machine = unsafe LlhttpSink.machine()
      let head = unsafe UnsafeBufferPointer(rebasing: buffer.dropLast())
      let last = unsafe UnsafeBufferPointer(rebasing: buffer.suffix(1))
      guard unsafe sink.execute(&machine, head), !sink.headersAreComplete,
        unsafe sink.execute(&machine, last), sink.headersAreComplete
      else { return nil }
      return unsafe LlhttpHead(
        method: machine.method,
        minor: machine.http_minor,
        length: sink.length,
        isChunked: sink.flags & UInt16(F_CHUNKED.rawValue) != 0,
        keepsAlive: sink.keepsAlive
      )
    }
  }

  func isMethod(_ name: ArraySlice<UInt8>) -> Bool {
    guard let own = unsafe llhttp_method_name(llhttp_method(rawValue: UInt32(method))) else {
      return false
    }
    return unsafe name.elementsEqual(String(cString: own).utf8)
  }
}

/// What llhttp's callbacks gather during one call.
struct LlhttpSink {
  var headersAreComplete = false
  var messageIsComplete = false
  var length: UInt64 = 0
  var flags: UInt16 = 0
  var keepsAlive = false
  var body: [UInt8] = []

  /// The state machine of a new request.
  static func machine() -> llhttp_t {
    var machine = unsafe llhttp_t()
    unsafe llhttp_init(&machine, HTTP_REQUEST, llhttpSettings)
    return unsafe machine
  }

  /// Runs the machine over bytes; false if it refuses them.
  mutating func execute(_ machine: inout llhttp_t, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe withUnsafeMutablePointer(to: &self) { sink in
      unsafe machine.data = UnsafeMutableRawPointer(sink)
      defer { unsafe machine.data = nil }
      return unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe llhttp_execute(&machine, characters.baseAddress, characters.count) == HPE_OK
      }
    }
  }
}

/// Never freed, as llhttp asks for.
nonisolated(unsafe) private let llhttpSettings: UnsafePointer<llhttp_settings_t> = {
  let settings = UnsafeMutablePointer<llhttp_settings_t>.allocate(capacity: 1)
  unsafe llhttp_settings_init(settings)
  unsafe settings.pointee.on_headers_complete = llhttpHeadersComplete
  unsafe settings.pointee.on_message_complete = llhttpMessageComplete
  unsafe settings.pointee.on_body = llhttpBody
  return unsafe UnsafePointer(settings)
}()

private func llhttpHeadersComplete(_ machine: UnsafeMutablePointer<llhttp_t>?) -> Int32 {
  guard let machine = unsafe machine, let data = unsafe machine.pointee.data else { return -1 }
  // An Upgrade header is left unanswered (RFC 9110, section 7.8); llhttp would take what follows for another protocol.
  unsafe machine.pointee.upgrade = 0
  let sink = unsafe data.assumingMemoryBound(to: LlhttpSink.self)
  unsafe sink.pointee.headersAreComplete = true
  unsafe sink.pointee.length = machine.pointee.content_length
  unsafe sink.pointee.flags = machine.pointee.flags
  unsafe sink.pointee.keepsAlive = llhttp_should_keep_alive(machine) == 1
  return 0
}

private func llhttpMessageComplete(_ machine: UnsafeMutablePointer<llhttp_t>?) -> Int32 {
  guard let data = unsafe machine?.pointee.data else { return -1 }
  unsafe data.assumingMemoryBound(to: LlhttpSink.self).pointee.messageIsComplete = true
  return 0
}

private func llhttpBody(
  _ machine: UnsafeMutablePointer<llhttp_t>?,
  _ bytes: UnsafePointer<CChar>?,
  _ count: Int
) -> Int32 {
  guard let data = unsafe machine?.pointee.data else { return -1 }
  let part = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
  unsafe data.assumingMemoryBound(to: LlhttpSink.self).pointee.body.append(contentsOf: part)
  return 0
}
#endif
