// What the tests share.

import LoopbackHTTP
import Sync
import SyncHTTP

extension HTTPNetworkService {
  /// A service for a responder; time limits are far away unless a test sets them.
  init(
    loopback responder: LoopbackResponder,
    token: HubToken? = nil,
    _ change: (inout HTTPOptions) -> Void = { _ in }
  ) throws {
    var options = HTTPOptions()
    options.silence = .seconds(3_600)
    options.timeout = .seconds(3_600)
    change(&options)
    let remote = try Remote("\(responder.origin)/main")
    try self.init(remote: remote, token: token, options: options)
  }
}
