#if Hub
import Files
import HubServer

/// One connection, as its event thread keeps it.
final class ServerConnection {
  /// What the connection is at.
  enum Phase {
    case handshake
    /// Between requests, or in the head of one.
    case head
    /// The handler has the request; nothing is read meanwhile.
    case handler
    /// The body is on its way, which the handler has asked for.
    case body
    /// The response is on its way.
    case response
    /// The last response was sent; what still comes is thrown away, so that no reset overtakes the response.
    case linger
    case ended
  }

  let socket: FileDescriptor
  let slot: Int
  let token: UInt64
  let peer: PeerAddress
  let tls: TLSSession?
  var phase: Phase
  var parser: RequestParser

  /// Whether reading may succeed: by edges, that is until it once did not.
  var isReadable = true
  var isWritable = true
  /// The peer has sent its last byte, perhaps not read yet.
  var peerFinished = false
  /// That end was read.
  var isAtEnd = false

  /// What was read and is not used yet, from ``pendingStart`` on.
  var pending: [UInt8] = []
  var pendingStart = 0
  var output = OutputQueue()
  var closesAfterOutput = false

  // The request in hand.
  var exchange: ServerExchange?
  var deliverBody: (@Sendable ([UInt8]) -> Void)?
  var bodyIsOwed = false
  var expectsContinue = false
  var keepsAlive = true
  var isHead = false
  var isHTTP10 = false

  /// Whether a response was sent already.
  var hasServed = false
  /// When the body was asked for, and what has come of it since.
  var bodyStart: UInt64 = 0
  var bodyBytes = 0
  /// What was written since the write deadline was set.
  var written = 0

  init(
    _ accepted: AcceptedConnection,
    slot: Int,
    token: UInt64,
    tls: TLSSession?,
    limits: HeadLimits
  ) {
    socket = accepted.descriptor
    peer = accepted.peer
    self.slot = slot
    self.token = token
    self.tls = tls
    phase = tls == nil ? .head : .handshake
    parser = RequestParser(limits: limits)
  }

  var hasPending: Bool { pendingStart < pending.count }

  /// Whether it may be closed without cutting anything off.
  var isIdle: Bool { phase == .head && parser.isBetweenRequests && !hasPending }

  /// Keeps what was read and cannot be used yet.
  func keep(_ rest: UnsafeBufferPointer<UInt8>) {
    pending = unsafe Array(rest)
    pendingStart = 0
  }
}

/// What is to be sent: two parts at most, so that a large body is not copied behind its head.
struct OutputQueue {
  private(set) var first: [UInt8] = []
  private(set) var second: [UInt8] = []
  private(set) var sent = 0

  var isEmpty: Bool { first.isEmpty }

  mutating func append(_ bytes: [UInt8]) {
    if first.isEmpty {
      first = bytes
    } else if second.isEmpty {
      second = bytes
    } else {
      second += bytes
    }
  }

  /// So many bytes more were sent.
  mutating func advance(_ count: Int) {
    sent += count
    if sent >= first.count {
      sent -= first.count
      (first, second) = (second, [])
    }
    if sent > 0, sent >= first.count { self = OutputQueue() }
  }
}
#endif
