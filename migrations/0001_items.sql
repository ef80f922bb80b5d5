-- The item store's first schema. Immutable once shipped: later changes are later files.

-- One row per item, live or deleted.
CREATE TABLE items (
  number       INTEGER PRIMARY KEY,     -- small, local to this file, never reused
  id           BLOB    NOT NULL UNIQUE, -- UUIDv7, 16 bytes
  kind         TEXT    NOT NULL,
  title        TEXT    NOT NULL,
  notes        TEXT    NOT NULL,
  status       INTEGER NOT NULL,        -- 0 open, 1 done, 2 cancelled
  priority     INTEGER NOT NULL,        -- 0 none, 1 low, 2 medium, 3 high
  list         TEXT    NOT NULL,
  tags         TEXT    NOT NULL,        -- names ordered by their bytes, separated by U+001F
  due_at       INTEGER,                 -- ms since 1970, UTC, as the three below
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL,
  completed_at INTEGER,
  attributes   TEXT,                    -- JSON object with sorted keys; NULL for none
  is_deleted   INTEGER NOT NULL,        -- 1 when the deletion is above every stamp
  sequence     INTEGER NOT NULL,        -- the hub's number; 0 never acknowledged, -1 awaiting bootstrap
  dirty        INTEGER NOT NULL,        -- mask of what the hub lacks; 0 when it has everything
  stamp        BLOB    NOT NULL,        -- 16 bytes: of every field that `stamps` does not name
  stamps       BLOB,                    -- packed exceptions: (field, stamp, mark)
  deletion     BLOB,                    -- 16 bytes: when and where deleted; stays after a revival
  unknown      TEXT                     -- JSON object: fields of later versions, passed on verbatim
) STRICT;

-- The default list, in its order: open items by due date (undated last), then priority.
CREATE INDEX items_by_due
  ON items (ifnull(due_at, 9223372036854775807), priority DESC, number)
  WHERE is_deleted = 0 AND status = 0;

CREATE INDEX items_by_update ON items (updated_at, number) WHERE is_deleted = 0;

-- What is to be pushed.
CREATE INDEX items_unsynced ON items (number) WHERE dirty <> 0;

-- Tombstones that can be forgotten once the hub has forgotten them.
CREATE INDEX items_tombstones ON items (sequence) WHERE is_deleted = 1;

-- The tags of every row of items, for finding by tag.
CREATE TABLE item_tags (
  tag    TEXT    NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (tag, number)
) STRICT, WITHOUT ROWID;

-- What the search index is rebuilt from. The program keeps the index in step with it.
CREATE VIEW item_texts AS
  SELECT number, title, notes, tags FROM items WHERE is_deleted = 0;

CREATE VIRTUAL TABLE item_search USING fts5 (
  title, notes, tags,
  content = 'item_texts', content_rowid = 'number',
  tokenize = 'unicode61 remove_diacritics 2'
);

-- One row: what the whole store counts with.
CREATE TABLE replica (
  id          INTEGER PRIMARY KEY CHECK (id = 1),
  clock       INTEGER NOT NULL, -- greatest hybrid time: ms since 1970 in the upper 48 bits, counter below
  next_number INTEGER NOT NULL  -- the number of the next item
) STRICT;

INSERT INTO replica (id, clock, next_number) VALUES (1, 0, 1);

-- One row once a sync has begun: the sync engine's own state, opaque to the store.
CREATE TABLE sync_state (
  id    INTEGER PRIMARY KEY CHECK (id = 1),
  state BLOB NOT NULL
) STRICT;

-- Changes that sync could not apply.
CREATE TABLE sync_conflicts (
  number  INTEGER PRIMARY KEY,
  kind    INTEGER NOT NULL,  -- 1 quarantined, 2 lost
  item_id BLOB    NOT NULL,
  reason  TEXT    NOT NULL,
  time    INTEGER NOT NULL,  -- hybrid time
  content TEXT    NOT NULL   -- JSON
) STRICT;
