// URLSession's errors in our words.

import Foundation
import Sync
import SyncHTTP
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct `An error of URLSession` {
  @Test(
    arguments: [
      (.cannotFindHost, "", .unreachable, "The host 'hub.example' is not known. Check its name."),
      (.dnsLookupFailed, "", .unreachable, "The host 'hub.example' is not known. Check its name."),
      (.cannotConnectToHost, "", .unreachable, "Nothing answers at 'https://hub.example'."),
      (.notConnectedToInternet, "", .unreachable, "There is no network on the way"),
      (.timedOut, "", .unreachable, "The hub at 'https://hub.example' did not answer in time."),
      (
        .networkConnectionLost, "", .unreachable,
        "The connection to 'https://hub.example' was lost."
      ),
      (.badServerResponse, "", .unreachable, "The answer of 'https://hub.example' is damaged."),
      (
        .cannotDecodeContentData, "", .unreachable,
        "The answer of 'https://hub.example' is damaged."
      ),
      (.secureConnectionFailed, "", .unreachable, "The secure connection to"),
      (.serverCertificateUntrusted, "", .untrusted, "The certificate of 'https://hub.example'"),
      (.serverCertificateHasBadDate, "", .untrusted, "The certificate of 'https://hub.example'"),
      (
        .unknown, "SSL certificate problem: self-signed certificate", .untrusted,
        "The certificate of"
      ),
      (.unknown, "SSL: no alternative certificate subject name", .untrusted, "The certificate of"),
      (
        .unknown, "Recv failure.", .unreachable,
        "The exchange with 'https://hub.example' failed: Recv"
      ),
    ] as [(URLError.Code, String, NetworkError.Code, String)]
  )
  func `has a code and a sentence`(
    _ code: URLError.Code,
    _ words: String,
    _ expected: NetworkError.Code,
    _ message: String
  ) throws {
    let origin = try #require(HTTPOrigin("https://hub.example"))
    let foreign = URLError(code, userInfo: [NSLocalizedDescriptionKey: words])
    let error = NetworkError(foreign, origin: origin)
    #expect(error.code == expected && error.message.hasPrefix(message), "\(error)")
  }
}
