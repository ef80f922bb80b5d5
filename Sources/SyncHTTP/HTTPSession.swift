package import Sync
import Synchronization

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#elseif canImport(Darwin)
import Foundation
#endif

/// One pool of connections, which closes with its last user.
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
    // Time limits are our own: this one counts in whole seconds and is the same for all requests.
    configuration.timeoutIntervalForRequest = 86_400
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  // A session holds on to its delegate, and lives on, until it is told to end.
  deinit { session.invalidateAndCancel() }

  /// Sends a request; what comes goes to the exchange, which ends when the task is cancelled too.
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

/// Hands what comes to the exchange that it belongs to.
private final class HTTPSessionDelegate: NSObject, URLSessionDataDelegate {
  private let exchanges = Mutex<[Int: HTTPExchange]>([:])

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
    // Certificates are judged by the system; on Linux they do not come this way.
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
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    // A redirect that is not followed has its response here alone.
    if let response = task.response { exchange?.receive(response) }
    if let error { exchange?.end(error) } else { exchange?.complete() }
  }
}

// MARK: - Foundation's types and ours

extension HTTPExchange {
  /// Takes the head of a response; false where there is none, or its body would be too large.
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
      throw NetworkError(.noRemote, "No request can be sent to '\(origin)': its path is no path.")
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
  /// The error for one that URLSession gave; nothing of the request is in its message.
  package init(_ error: any Error, origin: HTTPOrigin) {
    let code = (error as? URLError)?.code ?? .unknown
    switch code {
    case .unknown where error.isOfCertificate:
      self = .untrusted(origin, error)
    case .cannotFindHost, .dnsLookupFailed:
      self.init(.unreachable, "No host is known by the name '\(origin.host)'.", cause: error)
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
      self.init(.unreachable, "No secure connection to '\(origin)' came about.", cause: error)
    case .cannotDecodeContentData, .cannotDecodeRawData, .cannotParseResponse,
      .badServerResponse, .zeroByteResource:
      self.init(.unreachable, "What '\(origin)' answered is damaged.", cause: error)
    case .networkConnectionLost:
      self.init(.unreachable, "The connection to '\(origin)' was lost.", cause: error)
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
  /// On Linux a certificate that is not good has no code of its own, only the words of curl.
  fileprivate var isOfCertificate: Bool {
    let words = localizedDescription
    return words.hasPrefix("SSL certificate problem") || words.hasPrefix("SSL: no alternative cert")
  }
}
