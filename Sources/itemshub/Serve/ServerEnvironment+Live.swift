#if Hub
import Files
import HubHTTP
import HubServer
import Storage

extension ServerEnvironment {
  /// The system's clocks, randomness and SHA-256, and a log on standard error.
  static let live: ServerEnvironment? = ServerEnvironment(
    now: { StoreEnvironment.live.now().millisecondsSince1970 },
    monotonic: { Int64(HTTPClock.monotonic.now()) },
    randomBytes: { Crypto.randomBytes($0) },
    sha256: { Crypto.sha256($0) },
    // A log that nobody takes any more stops no hub.
    log: { try? FileDescriptor.standardError.write($0) }
  )
}
#else
import HubServer

extension ServerEnvironment {
  /// Nothing: without the trait there is no SHA-256.
  static let live: ServerEnvironment? = nil
}
#endif
