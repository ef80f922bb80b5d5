#if Hub
import CLlhttp
import HubServer

/// A chunked body on its way in: our scanner finds its end, llhttp its contents, and both have to agree.
@safe struct ChunkedBody {
  enum Step {
    case more
    case end
    case refused(TransportRefusal)
  }

  private var scanner: ChunkScanner
  private var machine: llhttp_t
  private var received = 0

  /// Begins behind a head, from which llhttp starts.
  init(head: [UInt8], limits: HeadLimits, bodyLimit: Int) throws(RefusalError) {
    scanner = ChunkScanner(limits: limits, bodyLimit: bodyLimit)
    var sink = LlhttpSink()
    unsafe machine = LlhttpSink.machine()
    let isTaken = unsafe head.withUnsafeBufferPointer { unsafe sink.execute(&machine, $0) }
    guard isTaken, sink.headersAreComplete else {
      throw RefusalError(400, "llhttp refuses the head")
    }
  }

  /// Reads on; the part is what came of the body itself.
  mutating func feed(
    _ input: UnsafeBufferPointer<UInt8>
  ) -> (consumed: Int, part: [UInt8], step: Step) {
    let (consumed, outcome) = unsafe scanner.scan(input)
    var sink = LlhttpSink()
    // The byte that our scanner refuses is not for llhttp: so the answer is the same in every split.
    var taken = consumed
    if case .refused = outcome { taken -= 1 }
    let own = unsafe UnsafeBufferPointer(rebasing: input[..<taken])
    guard unsafe sink.execute(&machine, own) else {
      return (consumed, [], .refused(.badRequest("llhttp refuses the body")))
    }
    received += sink.body.count
    var isEnd = false
    if case .end = outcome { isEnd = true }
    guard sink.messageIsComplete == isEnd, !isEnd || received == scanner.count else {
      return (consumed, [], .refused(.badRequest("llhttp finds another end of the body")))
    }
    if case .refused(let refusal) = outcome { return (consumed, sink.body, .refused(refusal)) }
    return (consumed, sink.body, isEnd ? .end : .more)
  }
}
#endif
