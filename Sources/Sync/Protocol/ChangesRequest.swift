/// Asks for the rows above a cursor.
package struct ChangesRequest: Sendable, Equatable {
  /// Rows above this sequence number are wanted.
  package var after: Int64
  /// The most rows to send; nil leaves it to the hub.
  package var limit: Int?
  /// The commit of the hub that the device saw last; nil on the very first request.
  package var token: SyncToken?
  /// Whether the device is building its copy again.
  package var isBootstrap: Bool
  /// The floor of the bootstrap's first page.
  package var bootstrapFloor: Int64?
  /// The head of the bootstrap's first page.
  package var bootstrapHead: Int64?
  /// Whether tombstones may be left out that are older than the bootstrap.
  package var isLiveOnly: Bool

  package init(
    after: Int64,
    limit: Int? = nil,
    token: SyncToken?,
    isBootstrap: Bool = false,
    bootstrapFloor: Int64? = nil,
    bootstrapHead: Int64? = nil,
    isLiveOnly: Bool = false
  ) {
    self.after = after
    self.limit = limit
    self.token = token
    self.isBootstrap = isBootstrap
    self.bootstrapFloor = bootstrapFloor
    self.bootstrapHead = bootstrapHead
    self.isLiveOnly = isLiveOnly
  }
}

extension ChangesRequest {
  /// The request for the page that follows the one that answers this; nil after the last.
  func following(_ page: ChangesPage) -> ChangesRequest? {
    guard page.hasMore else { return nil }
    var next = self
    next.after = page.end
    next.token = page.token
    if isBootstrap {
      next.bootstrapFloor = bootstrapFloor ?? page.floor
      next.bootstrapHead = bootstrapHead ?? page.token.head
    }
    return next
  }
}
