import Sync

/// Where in a body the space's row is written.
enum WriteOrder: CaseIterable {
  case beforeRows
  case never
  case beforePurge

  func write(_ row: HubRow, _ transaction: any HubTransaction) throws(HubError) {
    let space = HubSpace(epoch: 1, head: row.sequence)
    if self == .beforeRows { try transaction.setSpace(space) }
    try transaction.put(row, replacing: nil, at: 0)
    guard self == .beforePurge else { return }
    let dead = HubRow.sample(9, 9, isDeleted: true)
    try transaction.put(dead, replacing: nil, at: 1)
    try transaction.setSpace(space)
    _ = try transaction.purge(before: 2)
  }
}
