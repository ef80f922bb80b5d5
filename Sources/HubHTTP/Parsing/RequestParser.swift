#if Hub
package import HubServer

/// Makes requests of bytes, without a socket: bytes in, events out.
///
/// After ``Event/head(_:)`` it reads on only when it is told to, by ``beginBody(limit:)`` or ``next()``; after a refusal
/// never again.
package struct RequestParser {
  /// What the bytes led to.
  package enum Event: Sendable, Equatable {
    /// More bytes are needed.
    case more
    /// The head of a request is whole.
    case head(RequestHead)
    /// The body is whole.
    case body([UInt8])
    /// These bytes are no request that may be answered otherwise.
    case refused(TransportRefusal)
  }

  private enum State {
    case head(HeadScanner)
    /// The bytes are those of the head, where llhttp needs them for the body.
    case decision(RequestHead.Framing, RequestHead.Coding, bytes: [UInt8])
    case length(BodyCollector, remaining: Int)
    case chunked(BodyCollector, ChunkedBody)
    case whole
    case refused
  }

  private let limits: HeadLimits
  private var state: State

  /// A parser for one connection.
  package init(limits: HeadLimits) {
    self.limits = limits
    state = .head(HeadScanner(limits: limits))
  }

  /// Whether no byte of a request has come since the one before.
  package var isBetweenRequests: Bool {
    if case .head(let scanner) = state { return scanner.bytes.isEmpty }
    return false
  }

  /// Reads on up to the next event, and says how many bytes it took.
  package mutating func feed(
    _ input: UnsafeBufferPointer<UInt8>
  ) -> (consumed: Int, event: Event) {
    switch state {
    case .head(var scanner):
      state = .whole
      return unsafe feedHead(&scanner, input)
    case .length(var body, let remaining):
      state = .whole
      return unsafe feedLength(&body, remaining, input)
    case .chunked(var body, var chunks):
      state = .whole
      return unsafe feedChunks(&body, &chunks, input)
    case .decision, .whole, .refused: return (0, .more)
    }
  }

  /// Starts to read the body of the request whose head came last.
  ///
  /// - Returns: ``Event/body(_:)`` where there is none, a refusal where it is too long, else ``Event/more``.
  package mutating func beginBody(limit: Int) -> Event {
    guard case .decision(let framing, let coding, let bytes) = state else { return .more }
    state = .whole
    do throws(RefusalError) {
      switch framing {
      case .none: return .body([])
      case .length(let length):
        guard length <= limit else { throw RefusalError(413, "the body is too long") }
        state = .length(try collector(coding, limit, expected: length), remaining: length)
      case .chunked:
        let chunks = try ChunkedBody(head: bytes, limits: limits, bodyLimit: limit)
        state = .chunked(try collector(coding, limit, expected: 0), chunks)
      }
      return .more
    } catch {
      return refuse(error.refusal)
    }
  }

  /// Goes on with the request after one that is whole, or that has no body.
  package mutating func next() { state = .head(HeadScanner(limits: limits)) }

  /// No byte comes any more; says what is wrong with that, if something is.
  package mutating func finish() -> TransportRefusal? {
    switch state {
    case .head(let scanner) where !scanner.bytes.isEmpty:
      state = .refused
      return .badRequest("the head ends too early")
    case .length, .chunked:
      state = .refused
      return .badRequest("the body ends too early")
    default: return nil
    }
  }

  // MARK: - The three kinds of input

  private mutating func feedHead(
    _ scanner: inout HeadScanner,
    _ input: UnsafeBufferPointer<UInt8>
  ) -> (consumed: Int, event: Event) {
    let (consumed, outcome) = unsafe scanner.scan(input)
    switch outcome {
    case .more:
      state = .head(scanner)
      return (consumed, .more)
    case .refused(let refusal): return (consumed, refuse(refusal))
    case .end:
      do throws(RefusalError) {
        let head = try HeadReader.read(scanner)
        state = .decision(
          head.framing,
          head.coding,
          bytes: head.framing == .chunked ? scanner.bytes : []
        )
        return (consumed, .head(head))
      } catch {
        return (consumed, refuse(error.refusal))
      }
    }
  }

  private mutating func feedLength(
    _ body: inout BodyCollector,
    _ remaining: Int,
    _ input: UnsafeBufferPointer<UInt8>
  ) -> (consumed: Int, event: Event) {
    let count = min(remaining, input.count)
    if let refusal = unsafe body.append(UnsafeBufferPointer(rebasing: input[..<count])) {
      return (count, refuse(refusal))
    }
    if count == remaining { return (count, end(body)) }
    state = .length(body, remaining: remaining - count)
    return (count, .more)
  }

  private mutating func feedChunks(
    _ body: inout BodyCollector,
    _ chunks: inout ChunkedBody,
    _ input: UnsafeBufferPointer<UInt8>
  ) -> (consumed: Int, event: Event) {
    let (consumed, part, step) = unsafe chunks.feed(input)
    // Before what comes behind it is refused: so the answer is the same in every split.
    if !part.isEmpty, let refusal = unsafe part.withUnsafeBufferPointer({ unsafe body.append($0) })
    {
      return (consumed, refuse(refusal))
    }
    if case .refused(let refusal) = step { return (consumed, refuse(refusal)) }
    if case .end = step { return (consumed, end(body)) }
    state = .chunked(body, chunks)
    return (consumed, .more)
  }

  private mutating func end(_ body: BodyCollector) -> Event {
    if let refusal = body.refusalAtEnd { return refuse(refusal) }
    return .body(body.bytes)
  }

  private mutating func refuse(_ refusal: TransportRefusal) -> Event {
    state = .refused
    return .refused(refusal)
  }

  private func collector(
    _ coding: RequestHead.Coding,
    _ limit: Int,
    expected: Int
  ) throws(RefusalError) -> BodyCollector {
    guard coding != .unknown else { throw RefusalError(415, "a content coding other than gzip") }
    return try BodyCollector(limit: limit, isCompressed: coding == .gzip, expected: expected)
  }
}
#endif
