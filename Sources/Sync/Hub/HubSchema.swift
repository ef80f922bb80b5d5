// The schema of a hub file. Does not change once shipped; a later version adds to it.
//
// | table     | one row for each                                                               |
// | `spaces`  | space: its epoch, head, the nonce of its last commit, floor, the latest        |
// |           | reading of the clock, when tombstones were last purged, and the digest of its  |
// |           | live items (see SpaceDigest.swift; null until one is written)                  |
// | `items`   | item of a space: sequence number, whether it is deleted, when it changed, and  |
// |           | `doc`, its registers as in ItemState+Wire.swift                                |
// | `commits` | commit of a space: its nonce, by which a device finds out about lost history   |
// | `devices` | session of a device: its last push                                             |
//
// Times are milliseconds since 1970, UTC, of the hub's clock.

/// The schema of a hub file.
enum HubSchema {
  /// "IHub" in ASCII, in the file's header: <https://www.sqlite.org/fileformat.html#application_id>.
  static let applicationID: Int64 = 0x4948_7562

  /// The version that this library writes.
  static let version: Int64 = 2

  /// Makes the tables of an empty file.
  static let sql = """
    CREATE TABLE spaces (
      space_id TEXT NOT NULL PRIMARY KEY,
      epoch INTEGER NOT NULL,
      head INTEGER NOT NULL,
      nonce INTEGER NOT NULL,
      floor INTEGER NOT NULL,
      clock_ms INTEGER NOT NULL DEFAULT 0,
      purged_ms INTEGER NOT NULL DEFAULT 0,
      digest BLOB
    ) STRICT;
    CREATE TABLE items (
      space_id TEXT NOT NULL,
      item_id BLOB NOT NULL,
      seq INTEGER NOT NULL,
      deleted INTEGER NOT NULL,
      changed_ms INTEGER NOT NULL,
      doc TEXT NOT NULL,
      PRIMARY KEY (space_id, item_id),
      UNIQUE (space_id, seq)
    ) STRICT;
    CREATE INDEX items_deleted ON items (space_id, seq) WHERE deleted = 1;
    CREATE TABLE commits (
      space_id TEXT NOT NULL,
      head INTEGER NOT NULL,
      nonce INTEGER NOT NULL,
      at_ms INTEGER NOT NULL,
      PRIMARY KEY (space_id, head)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE devices (
      space_id TEXT NOT NULL,
      session INTEGER NOT NULL,
      device INTEGER NOT NULL,
      counter INTEGER NOT NULL,
      seen_ms INTEGER NOT NULL,
      PRIMARY KEY (space_id, session)
    ) STRICT, WITHOUT ROWID;
    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);
    """

  /// Brings a file of version 1, which had no clocks and no digest, to version 2.
  static let upgrade = """
    ALTER TABLE spaces ADD COLUMN clock_ms INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE spaces ADD COLUMN purged_ms INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE spaces ADD COLUMN digest BLOB;
    PRAGMA user_version = \(version);
    """
}
