#if Hub
import HubServer
import Storage
import Sync

/// A handler whose answers a test gives, and that counts what it is told.
final class TestHandler: RequestHandler {
  struct Counts: Sendable {
    var began = 0
    var ended = 0
    var requests: [String] = []
    var refusals: [TransportRefusal] = []
    var disconnects = 0
  }

  typealias Answer = @Sendable (NetworkRequest, any Exchange) -> Void

  private let answer: Answer
  private let limit: Int
  private let state = Locked(Counts())

  /// Lets so many connections be open at once.
  init(limit: Int = .max, _ answer: @escaping Answer) {
    self.limit = limit
    self.answer = answer
  }

  var counts: Counts { state.withLock { $0 } }

  func connectionBegan(from peer: PeerAddress) -> Bool {
    state.withLock { counts in
      guard counts.began - counts.ended < limit else { return false }
      counts.began += 1
      return true
    }
  }

  func connectionEnded(from peer: PeerAddress) { state.withLock { $0.ended += 1 } }

  func handle(_ request: NetworkRequest, _ exchange: any Exchange) {
    state.withLock { $0.requests.append(request.path) }
    answer(request, exchange)
  }

  func refused(_ refusal: TransportRefusal, from peer: PeerAddress) {
    state.withLock { $0.refusals.append(refusal) }
  }

  func disconnected() { state.withLock { $0.disconnects += 1 } }
}

extension TestHandler {
  /// Answers with the method, the path and the body.
  static func echo() -> TestHandler {
    TestHandler { request, exchange in
      exchange.readBody(atMost: 1 << 20) { body in
        let text = "\(request.method) \(request.path) " + String(decoding: body, as: UTF8.self)
        exchange.respond(NetworkResponse(status: 200, body: Array(text.utf8)))
      }
    }
  }
}

/// Requests in hand, which a test answers when it wants to.
final class HeldExchanges: Sendable {
  private let state = Locked<[any Exchange]>([])

  func add(_ exchange: any Exchange) { state.withLock { $0.append(exchange) } }

  var all: [any Exchange] { state.withLock { $0 } }

  func answerAll(_ response: NetworkResponse = NetworkResponse(status: 204)) {
    for exchange in state.withLock({ list in
      defer { list = [] }
      return list
    }) { exchange.respond(response) }
  }
}
#endif
