import Sync

extension NetworkResponse {
  /// The head of a response whose body is yet to come, which begins at `seconds` since 1970.
  ///
  /// The body comes decompressed, so that what the headers say of its compressed form is left out.
  /// A moment is noted where the server gives none, as RFC 9110 asks of whoever has a clock
  /// (section 6.6.1).
  init(status: Int, allHeaders: [NetworkRequest.Pair], at seconds: Int64) {
    var headers = allHeaders.filter { !NetworkResponse.ofTransfer.contains($0.name.lowercased()) }
    headers.sort { $0.name < $1.name }
    self.init(status: status, headers: headers)
    if header("Date") == nil {
      self.headers.append(NetworkRequest.Pair("Date", HTTPDate.text(seconds)))
    }
  }

  var isSuccess: Bool { (200...299).contains(status) }

  /// The response where a server that repeats what it was sent does not show the token.
  func without(_ token: HubToken?) -> NetworkResponse {
    guard let secret = token?.text else { return self }
    var response = self
    response.headers = headers.map { pair in
      NetworkRequest.Pair(pair.name, pair.value.replacing(secret, with: "…"))
    }
    let text = String(decoding: body, as: UTF8.self)
    if text.contains(secret) { response.body = Array(text.replacing(secret, with: "…").utf8) }
    return response
  }

  /// Headers that tell of the transfer, which is over.
  private static let ofTransfer: Set = [
    "content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive",
  ]
}
