import Storage
package import Sync

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#elseif canImport(Darwin)
import Foundation
#endif

/// One pool of connections; releasing it closes them.
final class HTTPSession: Sendable {
  private let session: URLSession
  private let delegate = HTTPSessionDelegate()

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // We have our own time limits: this one counts whole seconds and is the same for all requests.
    configuration.timeoutIntervalForRequest = 86_400
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  // A session keeps its delegate and itself alive until it is invalidated.
  deinit { session.invalidateAndCancel() }

  /// Calls back once, as soon as no request is under way.
  func whenIdle(_ action: @escaping @Sendable () -> Void) { delegate.whenIdle(action) }

  /// Sends a request; the exchange receives the response, and also ends if the task is cancelled.
  func perform(
    _ request: NetworkRequest,
    to origin: HTTPOrigin,
    token: HubToken?,
    userAgent: String,
    _ exchange: HTTPExchange
  ) async throws(NetworkError) -> NetworkResponse {
    let task = session.dataTask(
      with: try URLRequest(request, to: origin, token: token, userAgent: userAgent)
    )
    delegate.begin(exchange, of: task)
    exchange.onEarlyEnd { task.cancel() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        exchange.begin(continuation)
        task.resume()
      }
    } onCancel: {
      exchange.fail(.cancellation)
    }
    return try result.get()
  }
}

/// Passes each event to the exchange of its task.
private final class HTTPSessionDelegate: NSObject, URLSessionDataDelegate {
  private struct State {
    var exchanges: [Int: HTTPExchange] = [:]
    var whenIdle: (@Sendable () -> Void)?

    /// What to call, if there is nothing left to wait for.
    mutating func idleAction() -> (@Sendable () -> Void)? {
      guard exchanges.isEmpty else { return nil }
      defer { whenIdle = nil }
      return whenIdle
    }
  }

  private let state = Locked(State())

  func begin(_ exchange: HTTPExchange, of task: URLSessionTask) {
    state.withLock { $0.exchanges[task.taskIdentifier] = exchange }
  }

  private func exchange(of task: URLSessionTask) -> HTTPExchange? {
    state.withLock { $0.exchanges[task.taskIdentifier] }
  }

  func whenIdle(_ action: @escaping @Sendable () -> Void) {
    let action = state.withLock { state in
      state.whenIdle = action
      return state.idleAction()
    }
    action?()
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // The system checks certificates; on Linux they do not come this way.
    #if canImport(Darwin)
    if challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust {
      return completionHandler(.performDefaultHandling, nil)
    }
    #endif
    // There is no password to try: the token has been sent, and the status says enough. What
    // URLSession makes of a rejection on Linux is an error that says nothing.
    if let response = challenge.failureResponse ?? task.response, let exchange = exchange(of: task)
    {
      exchange.receive(response)
      exchange.complete()
    }
    completionHandler(.rejectProtectionSpace, nil)
  }

  #if !canImport(Darwin)
  // Where a connection that was kept open ends before the answer, curl sends the request again by itself, and wants its
  // body from the beginning. Foundation on Linux has used it up: the head would go alone, and both sides would wait.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    completionHandler(nil)
    guard let exchange = exchange(of: task) else { return }
    // Not on this thread, which the cancellation of a task waits for.
    DispatchQueue.global().async { exchange.loseConnection() }
  }
  #endif

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let taken = exchange(of: dataTask)?.receive(response) ?? false
    completionHandler(taken ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(of: dataTask)?.receive(data)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    let (exchange, whenIdle) = state.withLock { state in
      (state.exchanges.removeValue(forKey: task.taskIdentifier), state.idleAction())
    }
    // The response of a redirect that is not followed comes only here.
    if let response = task.response { exchange?.receive(response) }
    if let error { exchange?.end(error) } else { exchange?.complete() }
    whenIdle?()
  }
}

// MARK: - Foundation's types and ours

extension HTTPExchange {
  /// Takes the head of a response; returns false if there is none, or its body would be too large.
  @discardableResult fileprivate func receive(_ response: URLResponse) -> Bool {
    guard let response = response as? HTTPURLResponse else { return false }
    let headers = response.allHeaderFields.compactMap { name, value in
      (name as? String).flatMap { name in
        (value as? String).map { NetworkRequest.Pair(name, $0) }
      }
    }
    let head = NetworkResponse(
      status: response.statusCode,
      allHeaders: headers,
      at: Int64(Date().timeIntervalSince1970)
    )
    return receive(head, length: response.expectedContentLength)
  }
}

extension URLRequest {
  /// A request to a server.
  fileprivate init(
    _ request: NetworkRequest,
    to origin: HTTPOrigin,
    token: HubToken?,
    userAgent: String
  ) throws(NetworkError) {
    guard let url = URL(string: request.address(at: origin)) else {
      throw NetworkError(.noRemote, "No request can be sent to '\(origin)': the path is invalid.")
    }
    self.init(url: url)
    httpMethod = request.method
    httpShouldHandleCookies = false
    for pair in request.allHeaders(token: token, userAgent: userAgent) {
      setValue(pair.value, forHTTPHeaderField: pair.name)
    }
    if request.method != "GET" { httpBody = Data(request.body) }
  }
}

extension NetworkError {
  /// The error for one of URLSession; its message holds nothing of the request.
  package init(_ error: any Error, origin: HTTPOrigin) {
    let code = (error as? URLError)?.code ?? .unknown
    switch code {
    case .unknown where error.isOfCertificate:
      self = .untrusted(origin, error)
    case .cannotFindHost, .dnsLookupFailed:
      self.init(
        .unreachable,
        "The host '\(origin.host)' is not known. Check its name.",
        cause: error
      )
    case .cannotConnectToHost:
      self.init(.unreachable, "Nothing answers at '\(origin)'.", cause: error)
    case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive:
      self.init(.unreachable, "There is no network on the way to '\(origin)'.", cause: error)
    case .timedOut:
      self.init(.unreachable, "The hub at '\(origin)' did not answer in time.", cause: error)
    case .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      self = .untrusted(origin, error)
    case .secureConnectionFailed:
      self.init(.unreachable, "The secure connection to '\(origin)' failed.", cause: error)
    case .cannotDecodeContentData, .cannotDecodeRawData, .cannotParseResponse,
      .badServerResponse, .zeroByteResource:
      self.init(.unreachable, "The answer of '\(origin)' is damaged.", cause: error)
    case .networkConnectionLost:
      self = .lost(origin, error)
    default:
      self.init(
        .unreachable,
        "The exchange with '\(origin)' failed: \(error.localizedDescription)",
        cause: error
      )
    }
  }
}

extension Error {
  /// On Linux, a bad certificate has no code of its own, only curl's message.
  fileprivate var isOfCertificate: Bool {
    let words = localizedDescription
    return words.hasPrefix("SSL certificate problem") || words.hasPrefix("SSL: no alternative cert")
  }
}
