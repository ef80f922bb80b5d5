import Storage
import Sync

/// Collects the response to one request; the first result counts, and later ones are ignored.
final class HTTPExchange: Sendable {
  typealias Result = Swift.Result<NetworkResponse, NetworkError>

  private struct State {
    var response: NetworkResponse?
    var body: [UInt8] = []
    var lastSign: ContinuousClock.Instant
    var result: Result?
    var continuation: CheckedContinuation<Result, Never>?
    var stop: (@Sendable () -> Void)?
  }

  let origin: HTTPOrigin
  private let responseLimit: Int
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state: Locked<State>

  init(
    origin: HTTPOrigin,
    responseLimit: Int,
    now: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    self.origin = origin
    self.responseLimit = responseLimit
    self.now = now
    state = Locked(State(lastSign: now()))
  }

  /// Starts a transfer, and returns the response when it is whole; throws if the exchange ends before.
  ///
  /// It also ends when the task is cancelled. `start` begins the transfer, which tells this exchange all that comes of it;
  /// `stop` ends one that the exchange has given up.
  func response(
    start: () -> Void,
    stop: @escaping @Sendable () -> Void
  ) async throws(NetworkError) -> NetworkResponse {
    state.withLock { $0.stop = stop }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        begin(continuation)
        start()
      }
    } onCancel: {
      fail(.cancellation)
    }
    return try result.get()
  }

  /// Sets the continuation that waits for the result.
  private func begin(_ continuation: CheckedContinuation<Result, Never>) {
    let result = state.withLock { state -> Result? in
      if state.result == nil { state.continuation = continuation }
      return state.result
    }
    if let result { continuation.resume(returning: result) }
  }

  /// Takes the head of a response; returns false if its body would be too large.
  @discardableResult func receive(_ head: NetworkResponse, length: Int64) -> Bool {
    guard length <= responseLimit else {
      fail(.tooLarge(origin))
      return false
    }
    return state.withLock { state in
      state.lastSign = now()
      // Informational statuses such as 100 come here too.
      if state.response.map({ $0.status < 200 }) ?? true { state.response = head }
      return state.result == nil
    }
  }

  /// Takes a piece of the body.
  func receive(_ bytes: some Collection<UInt8>) {
    let fits = state.withLock { state in
      guard state.result == nil, state.body.count + bytes.count <= responseLimit else {
        return state.result != nil
      }
      state.lastSign = now()
      state.body += bytes
      return true
    }
    if !fits { fail(.tooLarge(origin)) }
  }

  /// True once there is a result.
  var isEnded: Bool { state.withLock { $0.result != nil } }

  /// Takes the error that ended the connection.
  func end(_ error: NetworkError) { finish(.failure(error)) }

  /// Takes the end of the whole response.
  func complete() {
    let response = state.withLock { state in
      defer { state.body = [] }
      var response = state.response
      response?.body = state.body
      return response
    }
    finish(response.map { .success($0) } ?? .failure(.noAnswer(origin)))
  }

  /// Ends the exchange early.
  func fail(_ error: NetworkError) {
    guard finish(.failure(error)) else { return }
    state.withLock { $0.stop }?()
  }

  /// Ends the exchange when a limit is passed; returns when the task is cancelled.
  func watch(
    _ limits: HTTPTimeLimits,
    sleep: @Sendable (Duration) async throws -> Void
  ) async {
    let start = now()
    while true {
      let now = now()
      let sign = state.withLock { $0.lastSign }
      let silenceLeft = limits.silence - (now - sign)
      let wholeLeft = limits.whole - (now - start)
      if silenceLeft <= .zero { return fail(.silence(origin, limits.silence)) }
      if wholeLeft <= .zero { return fail(.timeout(origin, limits.whole)) }
      do { try await sleep(min(silenceLeft, wholeLeft)) } catch { return }
    }
  }

  @discardableResult private func finish(_ result: Result) -> Bool {
    let (isFirst, continuation) = state.withLock { state in
      guard state.result == nil else { return (false, nil as CheckedContinuation<Result, Never>?) }
      state.result = result
      defer { state.continuation = nil }
      return (true, state.continuation)
    }
    continuation?.resume(returning: result)
    return isFirst
  }
}
