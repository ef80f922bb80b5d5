// URLSession's errors as those of a network service.

package import Sync

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#elseif canImport(Darwin)
import Foundation
#endif

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

  private static func untrusted(_ origin: HTTPOrigin, _ error: any Error) -> NetworkError {
    NetworkError(
      .untrusted,
      "The certificate of '\(origin)' is not trusted, so nothing was sent. "
        + "See that the address is right and the certificate is valid.",
      cause: error
    )
  }

  static let cancellation = NetworkError(.cancelled, "The request was cancelled.")

  static func noAnswer(_ origin: HTTPOrigin) -> NetworkError {
    NetworkError(.unreachable, "'\(origin)' did not answer by HTTP.")
  }

  static func tooLarge(_ origin: HTTPOrigin) -> NetworkError {
    NetworkError(.invalidAnswer, "'\(origin)' answered with more than a hub ever sends.")
  }

  static func silence(_ origin: HTTPOrigin, _ limit: Duration) -> NetworkError {
    NetworkError(.unreachable, "Nothing came from '\(origin)' within \(limit.inSeconds).")
  }

  static func timeout(_ origin: HTTPOrigin, _ limit: Duration) -> NetworkError {
    NetworkError(.unreachable, "The exchange with '\(origin)' took more than \(limit.inSeconds).")
  }
}

extension Error {
  /// On Linux a certificate that is not good has no code of its own, only the words of curl.
  fileprivate var isOfCertificate: Bool {
    let words = localizedDescription
    return words.hasPrefix("SSL certificate problem") || words.hasPrefix("SSL: no alternative cert")
  }
}

extension Duration {
  fileprivate var inSeconds: String {
    let seconds = components.seconds
    return seconds == 1 ? "1 second" : seconds > 0 ? "\(seconds) seconds" : "a second"
  }
}
