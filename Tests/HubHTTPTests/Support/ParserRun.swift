#if Hub
import HubHTTP
import HubServer
import Sync

/// What a parser made of a stream of bytes.
struct ParserRun: Equatable {
  struct Request: Equatable {
    var head: RequestHead
    var body: [UInt8]
    /// The place in the stream behind its last byte.
    var end: Int
  }

  private(set) var requests: [Request] = []
  private(set) var refusal: TransportRefusal?
  /// What is wrong with the stream's end, if the parser asked for more.
  private(set) var endRefusal: TransportRefusal?

  /// Feeds a parser with the stream, cut at the given places; each body is read.
  init(
    _ stream: [UInt8],
    cuts: [Int] = [],
    limits: HeadLimits = HeadLimits(),
    bodyLimit: Int = 4_096
  ) {
    var parser = RequestParser(limits: limits)
    var head: RequestHead?
    var start = 0
    for cut in cuts + [stream.count] {
      var at = start
      start = cut
      while at < cut, refusal == nil {
        let part = Array(stream[at..<cut])
        let (consumed, event) = unsafe part.withUnsafeBufferPointer { unsafe parser.feed($0) }
        at += consumed
        take(event, &parser, &head, at, bodyLimit)
      }
    }
    if refusal == nil { endRefusal = parser.finish() }
  }

  /// Whether another run took the same requests and refused with the same status.
  ///
  /// Of two faults in one body, the cuts decide which is found first.
  func agrees(with other: ParserRun) -> Bool {
    requests == other.requests && refusal?.status == other.refusal?.status
      && endRefusal?.status == other.endRefusal?.status
  }

  /// What became of it, in short.
  var outcome: String {
    let end = refusal ?? endRefusal
    return "\(requests.count) requests, "
      + (end.map { "\($0.status) \($0.reason)" } ?? "no refusal")
  }

  private mutating func take(
    _ event: RequestParser.Event,
    _ parser: inout RequestParser,
    _ head: inout RequestHead?,
    _ at: Int,
    _ bodyLimit: Int
  ) {
    switch event {
    case .more: break
    case .head(let new):
      head = new
      take(parser.beginBody(limit: bodyLimit), &parser, &head, at, bodyLimit)
    case .body(let body):
      if let head { requests.append(Request(head: head, body: body, end: at)) }
      parser.next()
    case .refused(let refusal): self.refusal = refusal
    }
  }
}
#endif
