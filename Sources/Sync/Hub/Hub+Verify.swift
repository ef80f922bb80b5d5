// Compares digests, and says whether there is anything new.

import Storage

extension Hub {
  func answer(_ request: VerifyRequest, space: String) throws(HubError) -> SyncReply {
    try store.read(space) { transaction throws(HubError) -> SyncReply in
      // A space that nobody ever requested has no history to which a token could belong.
      guard let found = try transaction.space() else {
        try transaction.confirm()
        return .reset(.union)
      }
      if let refusal = try refusal(of: request.token, cursor: request.head, in: found, transaction)
      {
        return .reset(refusal)
      }
      guard found.head == request.head else { return .verify(.movedOn(head: found.head)) }
      let buckets = try transaction.digest().differences(from: request.digest)
      return .verify(
        buckets.isEmpty ? .equal(found.token) : .different(found.token, buckets: buckets)
      )
    }
  }

  /// Answers without waiting; the transport waits.
  func answer(_ request: WaitRequest, space: String) throws(HubError) -> SyncReply {
    let token = try store.read(space) { transaction throws(HubError) -> SyncToken? in
      try transaction.space()?.token
    }
    guard token != request.token, let token else { return .wait(.unchanged) }
    return .wait(.changed(token))
  }
}
