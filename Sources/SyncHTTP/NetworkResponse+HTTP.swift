import Sync

extension NetworkResponse {
  /// The head of a response whose body is yet to come, which begins at `seconds` since 1970.
  ///
  /// The body comes decompressed, so headers about its compressed form are left out.
  /// Without a `Date` header, this adds one, as RFC 9110 asks of recipients with a clock
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

  /// The response without the token, which a server may repeat.
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

  /// Headers about the transfer, which is over.
  private static let ofTransfer: Set = [
    "content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive",
  ]
}
