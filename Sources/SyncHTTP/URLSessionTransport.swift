#if canImport(Darwin)
import Foundation
import Storage
import Sync

/// Sends requests by URLSession; its connections are closed when it is released.
final class URLSessionTransport: Sendable {
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
    return try await exchange.response {
      task.resume()
    } stop: {
      task.cancel()
    }
  }
}

/// Passes each event to the exchange of its task.
private final class HTTPSessionDelegate: NSObject, URLSessionDataDelegate {
  private let exchanges = Locked<[Int: HTTPExchange]>([:])

  func begin(_ exchange: HTTPExchange, of task: URLSessionTask) {
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  private func exchange(of task: URLSessionTask) -> HTTPExchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
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
    // The system checks certificates.
    if challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust {
      return completionHandler(.performDefaultHandling, nil)
    }
    // There is no password to try: the token has been sent, and the status says enough.
    if let response = challenge.failureResponse ?? task.response, let exchange = exchange(of: task)
    {
      exchange.receive(response)
      exchange.complete()
    }
    completionHandler(.rejectProtectionSpace, nil)
  }

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
    guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else {
      return
    }
    // The response of a redirect that is not followed comes only here.
    if let response = task.response { exchange.receive(response) }
    if let error {
      exchange.end(NetworkError(error, origin: exchange.origin))
    } else {
      exchange.complete()
    }
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
  fileprivate init(_ error: any Error, origin: HTTPOrigin) {
    let code = (error as? URLError)?.code ?? .unknown
    switch code {
    case .cannotFindHost, .dnsLookupFailed:
      self = .unknownHost(origin, error)
    case .cannotConnectToHost:
      self = .nothingAnswers(origin, error)
    case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive:
      self.init(.unreachable, "There is no network on the way to '\(origin)'.", cause: error)
    case .timedOut:
      self.init(.unreachable, "The hub at '\(origin)' did not answer in time.", cause: error)
    case .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      self = .untrusted(origin, error)
    case .secureConnectionFailed:
      self = .insecure(origin, error)
    case .cannotDecodeContentData, .cannotDecodeRawData, .cannotParseResponse,
      .badServerResponse, .zeroByteResource:
      self = .damaged(origin, error)
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
#endif
