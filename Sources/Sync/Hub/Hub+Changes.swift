// Sends rows.

import Storage

extension Hub {
  func answer(_ request: ChangesRequest, space: String) throws(HubError) -> SyncReply {
    let now = environment.now()
    let read = try store.read(space) { transaction throws(HubError) -> SyncReply? in
      guard let found = try transaction.space() else { return nil }
      return try page(request, of: found, in: transaction, at: now)
    }
    if let read { return read }
    // The first request for a space creates it, so that its epoch is known from the first reply on.
    return try store.write(space, seed: environment.random()) {
      transaction throws(HubError) -> SyncReply in
      try page(request, of: transaction.requireSpace(), in: transaction, at: now)
    }
  }

  private func page(
    _ request: ChangesRequest,
    of space: HubSpace,
    in transaction: any HubTransaction,
    at now: Int64
  ) throws(HubError) -> SyncReply {
    if let refusal = try refusal(
      of: request.token,
      cursor: request.after,
      bootstrapFloor: request.bootstrapFloor,
      isBootstrap: request.isBootstrap,
      in: space,
      transaction
    ) {
      return .reset(refusal)
    }
    let limit = max(1, min(request.limit ?? environment.limits.page, environment.limits.page))
    // A tombstone from during the bootstrap may belong to an item that was sent before.
    let begin = request.bootstrapHead ?? space.head
    let tombstoneFloor = request.isLiveOnly ? begin : 0
    var rows = try transaction.rows(
      after: request.after,
      upTo: space.head,
      limit: limit + 1,
      tombstonesAbove: tombstoneFloor
    )
    let fitting = rows.countFitting(rows: limit, bytes: environment.limits.body)
    let hasMore = rows.count > fitting
    rows.removeSubrange(fitting...)
    return .changes(
      ChangesPage(
        rows: rows,
        end: hasMore ? rows.last?.sequence ?? request.after : space.head,
        hasMore: hasMore,
        token: space.token,
        floor: space.floor,
        now: now
      )
    )
  }
}

extension [HubRow] {
  /// The number of first rows that fit a page; at least one if there is any.
  fileprivate func countFitting(rows limit: Int, bytes: Int) -> Int {
    var room = bytes
    for (index, row) in prefix(limit).enumerated() {
      room -= row.state.estimatedBytes
      if room < 0 { return Swift.max(1, index) }
    }
    return Swift.min(limit, count)
  }
}
