-- A hub file. Times are milliseconds since 1970, UTC, of the hub's clock.

CREATE TABLE spaces (
  space_id  TEXT    NOT NULL PRIMARY KEY,
  epoch     INTEGER NOT NULL,            -- drawn when the space was made
  head      INTEGER NOT NULL,            -- the greatest sequence number given out
  nonce     INTEGER NOT NULL,            -- of the commit that ended at head
  floor     INTEGER NOT NULL,            -- the greatest sequence number whose tombstone was purged
  clock_ms  INTEGER NOT NULL DEFAULT 0,  -- the latest reading by which a push was taken
  purged_ms INTEGER NOT NULL DEFAULT 0,  -- when old tombstones were last looked for
  digest    BLOB                         -- of the live items, see SpaceDigest.swift; NULL before the first
) STRICT;

CREATE TABLE items (
  space_id   TEXT    NOT NULL,
  item_id    BLOB    NOT NULL,
  seq        INTEGER NOT NULL,  -- of the item's last change
  deleted    INTEGER NOT NULL,
  changed_ms INTEGER NOT NULL,
  doc        TEXT    NOT NULL,  -- the registers, see ItemState+Wire.swift
  PRIMARY KEY (space_id, item_id),
  UNIQUE (space_id, seq)
) STRICT;

CREATE INDEX items_deleted ON items (space_id, seq) WHERE deleted = 1;

-- Each commit of a space, by whose nonce a device finds out about lost history.
CREATE TABLE commits (
  space_id TEXT    NOT NULL,
  head     INTEGER NOT NULL,
  nonce    INTEGER NOT NULL,
  at_ms    INTEGER NOT NULL,
  PRIMARY KEY (space_id, head)
) STRICT, WITHOUT ROWID;

-- Each session of a device, with its last push.
CREATE TABLE devices (
  space_id TEXT    NOT NULL,
  session  INTEGER NOT NULL,
  device   INTEGER NOT NULL,
  counter  INTEGER NOT NULL,
  seen_ms  INTEGER NOT NULL,
  PRIMARY KEY (space_id, session)
) STRICT, WITHOUT ROWID;
