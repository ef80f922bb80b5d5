import Storage

extension NetworkResponse {
  /// The error of a hub whose file is damaged or not a hub, if this response reports one.
  ///
  /// Unlike other errors of a hub, it is not worth another try.
  var badHub: SyncError? {
    guard status == 500, self.body.count < 65_536, let body = try? JSONParser.parse(self.body),
      let code = body.object?["code"]?.string, NetworkResponse.hopeless.contains(code)
    else { return nil }
    return SyncError(.badHub, body.object?["error"]?.string ?? "The hub's file is damaged.")
  }

  private static let hopeless = [
    HubError.Code.damaged, .notAHub, .laterVersion,
  ].map(\.description)
}
