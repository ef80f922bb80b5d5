// What the tests share.

import Foundation
import LoopbackHTTP
import Sync
import SyncHTTP
import Testing

/// Whether this is an everyday run, which proves less by sheer number: Scripts/test sets the variable then.
let isEverydayRun = ProcessInfo.processInfo.environment["DIFFERENTIAL_SEEDS"] == "1"

extension Trait where Self == ConditionTrait {
  /// Skips where libcurl is missing, and says how to get it; in CI, the test fails there instead.
  static var needsLibcurl: Self {
    let isInCI = ProcessInfo.processInfo.environment["CI"] != nil
    return .enabled(
      if: HTTPNetworkService.isUsable || isInCI,
      "libcurl is not on this machine. Install it: Scripts/setup --http"
    )
  }
}

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
