public import Sync

/// Sends requests to a hub with libcurl, and on Apple's systems with URLSession.
///
/// Connections stay open between requests. Nothing is kept on disk: there are no cookies, caches or
/// stored passwords. A redirect is not followed, because the token is only for the hub. The system's
/// settings for proxies and certificates apply; with libcurl the variables `https_proxy` and
/// `no_proxy` set the proxy, and `CURL_CA_BUNDLE`, `SSL_CERT_FILE` and `SSL_CERT_DIR` say which
/// certificates are trusted.
///
/// libcurl is loaded with the first request; it is not needed to build or start a program. One
/// thread serves all services of a process.
public struct HTTPNetworkService: NetworkService {
  private let origin: HTTPOrigin
  private let token: HubToken?
  private let options: HTTPOptions
  #if canImport(Darwin)
  private let transport = URLSessionTransport()
  #else
  private let transport = CurlTransport()
  #endif
  private let now: @Sendable () -> ContinuousClock.Instant
  private let sleep: @Sendable (Duration) async throws -> Void

  /// A service for the hub of that remote.
  ///
  /// - Parameters:
  ///   - remote: A hub behind HTTP; the space is named by each request.
  ///   - token: What the hub gave this device, if it asks for a token.
  ///   - options: Limits, and whether a connection without encryption will do.
  /// - Throws: ``/Sync/SyncError`` with code `invalidRemote` where the remote is a file, and where it is
  ///   not encrypted, leads off this machine, and `options` does not allow that.
  public init(
    remote: Remote,
    token: HubToken?,
    options: HTTPOptions = HTTPOptions()
  ) throws(SyncError) {
    try self.init(
      remote: remote,
      token: token,
      options: options,
      now: { .now },
      sleep: { try await Task.sleep(for: $0) }
    )
  }

  package init(
    remote: Remote,
    token: HubToken?,
    options: HTTPOptions,
    now: @escaping @Sendable () -> ContinuousClock.Instant,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) throws(SyncError) {
    guard let origin = try remote.httpOrigin(allowsInsecure: options.allowsInsecure) else {
      throw SyncError(.invalidRemote, "'\(remote)' is a file, which is not reached over HTTP.")
    }
    self.origin = origin
    self.token = token
    self.options = options
    self.now = now
    self.sleep = sleep
  }

  /// Whether this machine has the library that sends the requests; on Linux that is libcurl.
  package static var isUsable: Bool {
    #if canImport(Darwin)
    true
    #else
    (try? CurlLoop.shared.get()) != nil
    #endif
  }

  /// Sends a request and waits for the whole response.
  ///
  /// - Throws: ``/Sync/NetworkError``: `unreachable` where no whole response came in time, `untrusted`
  ///   where the hub's certificate is not good, `invalidAnswer` for a response of more than
  ///   ``HTTPOptions/responseLimit``, `notBuiltIn` where libcurl is missing, and `cancelled` as soon
  ///   as the task is cancelled.
  public func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    guard !Task.isCancelled else { throw NetworkError.cancellation }
    let exchange = HTTPExchange(
      origin: origin,
      responseLimit: options.responseLimit,
      now: now
    )
    let limits = options.timeLimits(patience: request.patience)
    let watch = Task { [sleep] in await exchange.watch(limits, sleep: sleep) }
    defer { watch.cancel() }
    let response = try await transport.perform(
      request,
      to: origin,
      token: token,
      userAgent: options.userAgent,
      exchange
    )
    return response.isSuccess ? response : response.without(token)
  }
}
