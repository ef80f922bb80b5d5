// What the tests share.

import LoopbackHTTP
import Sync
import SyncHTTP

extension HTTPNetworkService {
  /// A service for a responder; time limits are far away unless a test sets them.
  ///
  /// With a time, nothing is given up before a test moves it.
  init(
    loopback responder: LoopbackResponder,
    token: HubToken? = nil,
    time: ManualTime? = nil,
    _ change: (inout HTTPOptions) -> Void = { _ in }
  ) throws {
    var options = HTTPOptions()
    options.silence = .seconds(3_600)
    options.timeout = .seconds(3_600)
    change(&options)
    let remote = try Remote("\(responder.origin)/main")
    guard let time else {
      try self.init(remote: remote, token: token, options: options)
      return
    }
    try self.init(
      remote: remote,
      token: token,
      options: options,
      now: { time.now },
      sleep: { try await time.sleep($0) }
    )
  }
}
