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
    var content = PageContent(
      limit: max(1, min(request.limit ?? environment.limits.page, environment.limits.page)),
      bytes: environment.limits.body
    )
    // A tombstone from during the bootstrap may belong to an item that was sent before.
    let begin = request.bootstrapHead ?? space.head
    try transaction.forEachRow(
      after: request.after,
      upTo: space.head,
      tombstonesAbove: request.isLiveOnly ? begin : 0
    ) { row in content.take(row) }
    // Told by the last page alone: each sync ends with one.
    if !content.hasMore {
      content.damaged += try transaction.strayRows(above: space.head, limit: content.limit)
    }
    return .changes(
      ChangesPage(
        rows: content.rows,
        end: content.hasMore ? content.end : space.head,
        hasMore: content.hasMore,
        token: space.token,
        floor: space.floor,
        now: now,
        damaged: content.damaged
      )
    )
  }
}

/// A page while it is filled, row by row: it takes what fits, and at least one row.
private struct PageContent {
  let limit: Int
  var bytes: Int
  var rows: [HubRow] = []
  /// The rows that cannot be read: the others must reach the devices all the same.
  var damaged: [DamagedRow] = []
  /// The sequence number of the last row that was taken.
  var end: Int64 = 0
  /// Whether there was a row that did not fit.
  var hasMore = false

  init(limit: Int, bytes: Int) {
    self.limit = limit
    self.bytes = bytes
  }

  /// Takes a row, and returns whether to go on; only a row that fits is read.
  mutating func take(_ row: StoredHubRow) -> Bool {
    bytes -= row.bytes
    guard end == 0 || rows.count + damaged.count < limit && bytes >= 0 else {
      hasMore = true
      return false
    }
    do throws(HubError) {
      rows.append(try row.row())
    } catch {
      damaged.append(row.name)
    }
    end = row.sequence
    return true
  }
}
