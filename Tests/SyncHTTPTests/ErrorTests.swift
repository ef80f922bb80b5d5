// libcurl's errors in our words.

#if !canImport(Darwin)
import Sync
import SyncHTTP
import Testing

@Suite struct `An error of libcurl` {
  @Test(
    arguments: [
      (5, .unreachable, "The proxy on the way to 'https://hub.example' cannot be reached."),
      (6, .unreachable, "The host 'hub.example' is not known. Check its name."),
      (7, .unreachable, "Nothing answers at 'https://hub.example'."),
      (8, .unreachable, "The answer of 'https://hub.example' is damaged."),
      (18, .unreachable, "The connection to 'https://hub.example' was lost."),
      (28, .unreachable, "The hub at 'https://hub.example' did not answer in time."),
      (35, .unreachable, "The secure connection to 'https://hub.example' failed."),
      (52, .unreachable, "'https://hub.example' did not answer by HTTP."),
      (55, .unreachable, "The connection to 'https://hub.example' was lost."),
      (56, .unreachable, "The connection to 'https://hub.example' was lost."),
      (60, .untrusted, "The certificate of 'https://hub.example' is not trusted"),
      (61, .unreachable, "The answer of 'https://hub.example' is damaged."),
      (77, .untrusted, "The certificates that this system trusts cannot be read."),
      (83, .untrusted, "The certificate of 'https://hub.example' is not trusted"),
      (90, .untrusted, "The certificate of 'https://hub.example' is not trusted"),
      (91, .untrusted, "The certificate of 'https://hub.example' is not trusted"),
      (97, .unreachable, "The proxy on the way to 'https://hub.example' cannot be reached."),
      (43, .unreachable, "The exchange with 'https://hub.example' failed: words of libcurl"),
    ] as [(Int, NetworkError.Code, String)]
  )
  func `has a code and a sentence`(
    _ code: Int,
    _ expected: NetworkError.Code,
    _ message: String
  ) throws {
    let origin = try #require(HTTPOrigin("https://hub.example"))
    let error = NetworkError(
      CurlError(code: code, description: "words of libcurl"),
      origin: origin
    )
    #expect(error.code == expected && error.message.hasPrefix(message), "\(error)")
  }
}
#endif
