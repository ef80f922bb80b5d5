// The row of a space in a hub file.

package import Storage

extension HubSpace {
  /// Reads the row of the space with the name ?1.
  package static let select = """
    SELECT epoch, head, nonce, floor, age_ms, purged_at, frozen_ms FROM spaces WHERE space_id = ?1
    """

  /// The row that a statement of ``select`` is at.
  package init(row: Statement) {
    self.init(
      epoch: row.integer(0),
      head: row.integer(1),
      nonce: row.integer(2),
      floor: row.integer(3),
      age: row.integer(4),
      purgedAt: row.integer(5),
      isFrozen: !row.isNull(6)
    )
  }
}
