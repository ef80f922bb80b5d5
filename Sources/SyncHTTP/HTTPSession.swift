import Sync
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
    _ request: URLRequest,
    _ exchange: HTTPExchange
  ) async throws(NetworkError) -> NetworkResponse {
    let task = session.dataTask(with: request)
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
      exchange.complete(nil)
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
    exchange?.complete(error)
  }
}
