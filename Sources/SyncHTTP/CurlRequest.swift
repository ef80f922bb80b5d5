#if !canImport(Darwin)
import Sync

/// A request in the terms of libcurl.
struct CurlRequest: Sendable {
  let method: String
  let url: String
  /// The lines of the head; one without a value takes a header away that libcurl would add.
  let headerLines: [String]
  /// The body; nil for a request that has none.
  let body: [UInt8]?

  /// - Throws: Code `noRemote` if the path is not one of a URL.
  init(
    _ request: NetworkRequest,
    to origin: HTTPOrigin,
    token: HubToken?,
    userAgent: String
  ) throws(NetworkError) {
    url = request.address(at: origin)
    guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw NetworkError(.noRemote, "No request can be sent to '\(origin)': the path is invalid.")
    }
    method = request.method
    body = ["GET", "HEAD"].contains(request.method) ? nil : request.body
    let headers = request.allHeaders(token: token, userAgent: userAgent)
    // libcurl leaves a header without a value out, unless it ends with a semicolon.
    var lines = headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    // A large body is sent at once: a hub that refuses it says so while it comes.
    lines.append("Expect:")
    if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
      lines.append("Content-Type:")
    }
    headerLines = lines
  }
}
#endif
